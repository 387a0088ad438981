import type { Page } from "@playwright/test";
import { InjectedWallet } from "../../../../test/doubles/wallets/injected-wallet.ts";
import { account } from "../../../../test/e2e/support/chain.ts";
import { PROJECT_ID } from "../../../../test/e2e/support/mainnet-build.ts";
import { MintPageObject } from "../../../../test/e2e/support/page.ts";
import { ETHER } from "../../doubles/cloud-state.ts";
import { expect, test } from "../support/cloud-fixtures.ts";

const START = Date.parse("2026-01-01T00:00:00Z");
const SECOND = 1_000;
const MINUTE = 60 * SECOND;

const OWNER = account(1).address;
const OTHER = account(2).address;

type Api = typeof window.kitLab.controllers.BlockchainApiController;

async function create(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.evaluate((projectId) => {
    const { createAppKit, networks } = window.kitLab;
    createAppKit({ networks: [networks.mainnet], projectId, features: { analytics: false } });
  }, PROJECT_ID);
}

function ask<Name extends keyof Api>(page: Page, name: Name, ...args: readonly unknown[]) {
  return page.evaluate(
    ([called, given]) => {
      const api = window.kitLab.controllers.BlockchainApiController;
      return (api[called] as (...of: readonly unknown[]) => Promise<unknown>)(...given);
    },
    [name, args] as const,
  );
}

test("[K-37] an identity is asked for once in five minutes", async ({ page, cloud, kitLab }) => {
  await page.clock.setFixedTime(START);
  cloud.state.identity = { name: "ada.eth", avatar: "https://example.org/ada.png" };
  await create(page, kitLab.url);
  const identity = (address: string) =>
    ask(page, "fetchIdentity", { address, caipNetworkId: "eip155:1" });
  const asked = () => cloud.to("identity").map(({ path }) => path.address);

  const first = await identity(OWNER);
  expect(first).toMatchObject({ name: "ada.eth", avatar: "https://example.org/ada.png" });
  cloud.state.identity = { name: "new.eth", avatar: null };
  await page.clock.setFixedTime(START + 5 * MINUTE);
  expect(await identity(OWNER)).toEqual(first);
  expect(asked()).toEqual([OWNER]);

  expect(await identity(OTHER)).toMatchObject({ name: "new.eth" });
  expect(asked()).toEqual([OWNER, OTHER]);
  await page.clock.setFixedTime(START + 5 * MINUTE + 1);
  expect(await identity(OWNER)).toMatchObject({ name: "new.eth" });
  expect(asked()).toEqual([OWNER, OTHER, OWNER]);
});

test("[K-37] a balance is asked for once in thirty seconds, by account and network", async ({
  page,
  cloud,
  kitLab,
}) => {
  await page.clock.setFixedTime(START);
  const ether = {
    name: "Ether",
    symbol: "ETH",
    chainId: "eip155:1",
    address: ETHER,
    value: 2,
    price: 1_000,
    quantity: { decimals: "18", numeric: "0.002" },
    iconUrl: "https://example.org/eth.png",
  };
  cloud.state.balances = [ether];
  await create(page, kitLab.url);
  const balance = (address: string, chain = "eip155:1") => ask(page, "getBalance", address, chain);
  const asked = () => cloud.to("balance").map(({ path, query }) => [path.address, query.chainId]);

  expect(await balance(OWNER)).toEqual({ balances: [ether] });
  cloud.state.balances = [];
  await page.clock.setFixedTime(START + 30 * SECOND);
  expect(await balance(OWNER)).toEqual({ balances: [ether] });
  expect(asked()).toEqual([[OWNER, "eip155:1"]]);

  expect(await balance(OTHER)).toEqual({ balances: [] });
  expect(await balance(OWNER, "eip155:8453")).toEqual({ balances: [] });
  await page.clock.setFixedTime(START + 30 * SECOND + 1);
  expect(await balance(OWNER)).toEqual({ balances: [] });
  expect(asked()).toEqual([
    [OWNER, "eip155:1"],
    [OTHER, "eip155:1"],
    [OWNER, "eip155:8453"],
    [OWNER, "eip155:1"],
  ]);
});

test("[K-37] a visitor who comes back sees the name of the account, which is not asked for again", async ({
  page,
  cloud,
  mainnet: { url, chain },
}) => {
  cloud.state.identity = { name: "ada.eth", avatar: null };
  const wallet = await InjectedWallet.install(page, chain, { chainId: 1 });
  const mintPage = new MintPageObject(page);
  await page.goto(url);
  await mintPage.connectWith(wallet.name);
  const name = page.locator("w3m-account-default-widget").getByText("ada.eth");
  await mintPage.showAccount();
  await expect(name).toBeVisible();
  cloud.state.identity = { name: "other.eth", avatar: null };
  await page.reload();
  await mintPage.showAccount();
  await expect(name).toBeVisible();
  expect(cloud.to("identity")).toHaveLength(1);
});

test("[K-37] sessions of a smart account are listed, and revoked by their id with a signature", async ({
  page,
  cloud,
  kitLab,
}) => {
  await create(page, kitLab.url);
  const caip = `eip155:1:${OWNER}`;
  expect(await ask(page, "getSmartSessions", caip)).toEqual({ pcis: [] });
  await expect(ask(page, "revokeSmartSession", caip, "the-session", "0xab")).rejects.toThrow(
    "Unexpected end of JSON input",
  );
  expect(cloud.to("sessions").map(({ method, url }) => [method, new URL(url).pathname])).toEqual([
    ["GET", `/v1/sessions/${caip}`],
  ]);
  expect(
    cloud
      .to("revoke session")
      .map(({ method, url, body }) => [method, new URL(url).pathname, body]),
  ).toEqual([["POST", `/v1/sessions/${caip}/revoke`, { pci: "the-session", signature: "0xab" }]]);
});

test("[K-37] the supported chains are those for HTTP and those for sockets, asked for once", async ({
  page,
  cloud,
  kitLab,
}) => {
  const chains = { http: ["eip155:8453"], ws: ["eip155:1"] };
  cloud.faults.set("supported chains", { status: 200, body: chains });
  await create(page, kitLab.url);
  expect(await ask(page, "isNetworkSupported", "eip155:8453")).toBe(true);
  expect(await ask(page, "isNetworkSupported", "eip155:1")).toBe(false);
  expect(await ask(page, "isNetworkSupported", "eip155:10")).toBe(false);
  expect(cloud.to("supported chains")).toHaveLength(1);
  expect(await ask(page, "getSupportedNetworks")).toEqual(chains);
});
