import type { Page } from "@playwright/test";
import { account } from "../../../test/e2e/support/chain.ts";
import { PROJECT_ID } from "../../../test/e2e/support/mainnet-build.ts";
import { expect, test } from "./support/cloud-fixtures.ts";

const REGISTRY = "https://api.web3modal.org";
const CHAIN_API = "https://rpc.walletconnect.org";
const SDK = `projectId=${PROJECT_ID}&st=appkit&sv=html-ethers-1.7.4`;

async function status(page: Page, url: string, body?: unknown): Promise<number> {
  return await page.evaluate(
    async ({ address, json }) => {
      const given = json === undefined ? {} : { method: "POST", body: JSON.stringify(json) };
      return (await fetch(address, given)).status;
    },
    { address: url, json: body },
  );
}

test("the double of the kit's servers accepts what they accept, and refuses and records the rest", async ({
  page,
  cloud,
  kitLab,
}) => {
  await page.goto(kitLab.url);
  const { address } = account(1);
  const identity = `${CHAIN_API}/v1/identity/${address}`;
  expect(await status(page, `${identity}?${SDK}`)).toBe(200);
  expect(cloud.calls).toHaveLength(1);
  expect(cloud.violations).toEqual([]);

  const price = { projectId: PROJECT_ID, currency: "usd", addresses: ["eip155:1:0x00"] };
  for (const [url, body, problem] of [
    [`${identity}?st=appkit&sv=html-ethers-1.7.4`, undefined, "projectId is missing in its query"],
    [`${identity}?projectId=${PROJECT_ID}&sv=html-ethers-1.7.4`, undefined, "st is missing"],
    [`${identity}?projectId=${PROJECT_ID}&st=appkit`, undefined, "sv is missing"],
    [`${identity}?${SDK}&chainId=eip155:1`, undefined, "chainId is unknown in its query"],
    [`${identity}?${SDK}`, {}, "there is no such endpoint"],
    [`${CHAIN_API}/v1/identity/ada?${SDK}`, undefined, "there is no such endpoint"],
    [`${CHAIN_API}/v1/account/${address}/balance?${SDK}`, undefined, "currency is missing"],
    [`${CHAIN_API}/v1/convert/tokens?${SDK}&chainId=1`, undefined, 'chainId in its query is "1"'],
    [`${CHAIN_API}/v1/fungible/price`, price, "addresses in its body is"],
    [`${CHAIN_API}/v1/fungible/price`, { ...price, projectId: undefined }, "projectId is missing"],
    [`${REGISTRY}/getWallets?${SDK}&page=1`, undefined, "entries is missing in its query"],
    [`${REGISTRY}/appkit/v1/config?${SDK}`, undefined, "there is no such endpoint"],
  ] as const) {
    expect(await status(page, url, body), url).toBe(400);
    expect(cloud.violations.splice(0), url).toEqual([expect.stringContaining(problem)]);
  }
  expect(cloud.calls).toHaveLength(1);

  const foreign = SDK.replace(PROJECT_ID, "f".repeat(32));
  expect(await status(page, `${identity}?${foreign}`)).toBe(401);
  expect(await status(page, `${REGISTRY}/projects/v1/origins?${foreign}`)).toBe(403);
  expect(await status(page, `${CHAIN_API}/v1/onramp/options?${SDK}`)).toBe(404);
});

test("the double of the kit's endpoint forwards calls, and refuses and records the rest", async ({
  page,
  gateway,
  kitLab,
}) => {
  await page.goto(kitLab.url);
  const call = { jsonrpc: "2.0", id: 1, method: "eth_chainId", params: [] };
  const own = `${CHAIN_API}/v1/?chainId=eip155:1&projectId=${PROJECT_ID}`;
  expect(await status(page, own, call)).toBe(200);
  expect(await status(page, own, [call, { ...call, id: 2 }])).toBe(200);
  expect(gateway.calls).toHaveLength(3);
  expect(gateway.violations).toEqual([]);

  for (const [url, body, answer] of [
    [own, { ...call, jsonrpc: "1.0" }, 400],
    [own, { ...call, id: undefined }, 400],
    [`${own}&apiKey=1`, call, 400],
    [`${CHAIN_API}/v1/?chainId=eip155:1`, call, 401],
    [own.replace("eip155:1&", "eip155:10&"), call, 400],
  ] as const) {
    expect(await status(page, url, body), url).toBe(answer);
    expect(gateway.violations.splice(0), url).toHaveLength(1);
  }
  expect(gateway.calls).toHaveLength(3);
});
