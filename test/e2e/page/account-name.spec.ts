import path from "node:path";
import {
  Contract,
  concat,
  id,
  JsonRpcSigner,
  keccak256,
  namehash,
  ZeroAddress,
  ZeroHash,
} from "ethers";
import { REGISTRY } from "../../doubles/ens/ens.ts";
import { compileDouble } from "../../support/compile-double.ts";
import { account } from "../support/chain.ts";
import { openRestored, openWithWallet } from "../support/connected-page.ts";
import { expect, type MainnetStack, test } from "../support/fixtures.ts";
import { quietPage } from "../support/quiet-page.ts";

/** The name that the connected account has in the Ethereum Name Service, out of contracts on a chain with mainnet's id. */

const NAME = "lantern.eth";
const BUYER = account(1).address;
const OTHER = account(2).address;
/** Of `addr(bytes32)` and `name(bytes32)`. */
const ADDRESS_OF = "0x3b3b57de";
const NAME_OF = "0x691f3431";

/** Puts registry and resolver where mainnet's registry is; `BUYER` calls them. */
async function namesOn({ chain }: MainnetStack) {
  const file = path.join(import.meta.dirname, "../../doubles/ens/NameServer.sol");
  const { abi, code } = await compileDouble(file);
  await chain.provider.send("hardhat_setCode", [REGISTRY, code]);
  const contract = new Contract(REGISTRY, abi, new JsonRpcSigner(chain.provider, BUYER));
  const call = async (method: string, ...args: readonly unknown[]) => {
    await (await contract.getFunction(method)(...args)).wait();
  };
  return {
    /** Which name the buyer says is its own. */
    chosen: (name: string) => call("setName", name),
    /** Which address the name says is its own. */
    registered: (node: string, address: string) => call("setAddr", node, address),
  };
}

const shown = ".account-name";

test("a name that is the account's both ways stands beside its address, which stays", async ({
  page,
  mainnet,
}) => {
  const names = await namesOn(mainnet);
  await names.chosen(NAME);
  await names.registered(namehash(NAME), BUYER);
  await openRestored(page, mainnet.url, mainnet.chain);
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(page.locator(shown)).toHaveText(NAME);
    for (const part of [page.locator(shown), page.getByText(BUYER)]) {
      await expect(part).toBeVisible();
      const box = await part.boundingBox();
      expect((box?.x ?? 0) + (box?.width ?? width)).toBeLessThanOrEqual(width);
    }
  }
});

test("asks for no name before a wallet is connected", async ({ page, mainnet }) => {
  await namesOn(mainnet);
  const asked = () => mainnet.rpc.received.filter((text) => text.includes(REGISTRY));
  const before = asked().length;
  const { wallet, mint } = await openWithWallet(page, mainnet.url, mainnet.chain);
  await expect(mint.connect).toBeVisible();
  await page.mouse.move(10, 10);
  await page.mouse.move(30, 40);
  await expect(page.getByText("Number 1 is next")).toBeVisible();
  expect(asked().length).toBe(before);
  await mint.connectWith(wallet.name);
  await expect.poll(() => asked().length).toBeGreaterThan(before);
});

for (const [what, address] of [
  ["whose name is another's", OTHER],
  ["whose name has no address", ZeroAddress],
] as const) {
  test(`shows the address alone of an account ${what}`, async ({ page, mainnet }) => {
    const node = namehash(NAME);
    const names = await namesOn(mainnet);
    await names.chosen(NAME);
    await names.registered(node, address);
    const before = mainnet.rpc.answered.length;
    await openRestored(page, mainnet.url, mainnet.chain);
    // The name's address has been told.
    const told = () =>
      mainnet.rpc.answered.slice(before).some((text) => text.includes(ADDRESS_OF + node.slice(2)));
    await expect.poll(told).toBe(true);
    await expect(page.getByText(BUYER)).toBeVisible();
    await expect(page.locator(shown)).toHaveCount(0);
  });
}

const HOSTILE = {
  "a control character": "lantern\u0007.eth",
  "a line that hides the rest": `lantern.eth\n${OTHER}`,
  "an override of the direction of writing": "\u202Ehte.nretnal.eth",
  "a space of no width": "lan\u200Btern.eth",
  "a Cyrillic letter among Latin ones": "l\u0430ntern.eth",
  "capital letters": "Lantern.eth",
  "no dot": "lantern",
  markup: "<b>lantern</b>.eth",
  "more characters than a name has": `${"lantern.".repeat(40)}eth`,
};

/** The node of a name as it stands: its bytes can be registered, whatever the rules for names (ENSIP-15) say of them. */
function nodeOf(name: string): string {
  return name
    .split(".")
    .reverse()
    .reduce((node, label) => keccak256(concat([node, id(label)])), ZeroHash);
}

test("shows the address alone of an account that names itself with what is no name, or looks like another", async ({
  page,
  mainnet,
}) => {
  const names = await namesOn(mainnet);
  await names.registered(namehash(NAME), BUYER);
  const { wallet } = await openRestored(page, mainnet.url, mainnet.chain);
  const quiet = quietPage(page);
  const rules = page.waitForRequest(/\/names-/);
  const nameOfBuyer = NAME_OF + namehash(`${BUYER.slice(2).toLowerCase()}.addr.reverse`).slice(2);
  const said = () => mainnet.rpc.answered.filter((text) => text.includes(nameOfBuyer)).length;
  /** Has the page read the buyer's name again. */
  const comeBack = async () => {
    await wallet.changeAccount(2);
    await expect(page.getByText(OTHER)).toBeVisible();
    await wallet.changeAccount(1);
    await expect(page.getByText(BUYER)).toBeVisible();
  };
  // Without a name, the first reading is not counted.
  await quiet();
  for (const [what, name] of Object.entries(HOSTILE)) {
    await test.step(what, async () => {
      await names.chosen(name);
      await names.registered(nodeOf(name), BUYER);
      const before = said();
      await comeBack();
      await expect.poll(said).toBe(before + 1);
      await rules;
      await quiet();
      await expect(page.getByText(BUYER)).toBeVisible();
      await expect(page.locator(shown)).toHaveCount(0);
    });
  }
  // What is left out is not all.
  await names.chosen(NAME);
  await comeBack();
  await expect(page.locator(shown)).toHaveText(NAME);
});
