import path from "node:path";
import { Contract, JsonRpcSigner, namehash } from "ethers";
import { REGISTRY } from "../../doubles/ens/ens.ts";
import { compileDouble } from "../../support/compile-double.ts";
import { account } from "../support/chain.ts";
import { openRestored, openWithWallet } from "../support/connected-page.ts";
import { expect, type MainnetStack, test } from "../support/fixtures.ts";

/** The name that the connected account has in the Ethereum Name Service, out of contracts on a chain with mainnet's id. */

const NAME = "lantern.eth";
const BUYER = account(1).address;

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
  await expect(page.getByText("Next: #1 of")).toBeVisible();
  expect(asked().length).toBe(before);
  await mint.connectWith(wallet.name);
  await expect.poll(() => asked().length).toBeGreaterThan(before);
});
