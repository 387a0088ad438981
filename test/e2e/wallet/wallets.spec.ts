import { devices, type Page } from "@playwright/test";
import { verifyMessage } from "ethers";
import { kitWords } from "../../../frontend/src/domain/words/kit-words.ts";
import { networks } from "../../../networks.ts";
import {
  decimalChainIds,
  frozenProvider,
  injectedOnly,
  keepsListeners,
  lateToAnnounce,
  noRevoke,
  numericChainIds,
  smartAccount,
  tellsAccountsFirst,
  unknownChain4902,
  unknownChain5000,
  unknownChain32603,
  unknownChainNested,
} from "../../doubles/wallets/habits.ts";
import { type Habit, InjectedWallet } from "../../doubles/wallets/injected-wallet.ts";
import { deferred } from "../../support/deferred.ts";
import { account } from "../support/chain.ts";
import { holdTimersFrom, quickAnimations } from "../support/clock.ts";
import { expect, test } from "../support/fixtures.ts";
import { callKit } from "../support/kit-controllers.ts";
import { createKitAhead } from "../support/kit-dialog.ts";
import { MintPageObject, ONE_TICKET } from "../support/page.ts";

/** Unit tests check how the page finds and leaves an injected wallet. */

const OTHER_CHAIN = 8453;
const CONNECTED_LATER = 5;
const LEFT_LATER = 6;

/** Each wallet is on another chain, and refuses to switch with its own error until it knows mainnet. */
const KINDS: Readonly<Record<string, readonly Habit[]>> = {
  "is frozen, tells its accounts first and has chain ids as numbers": [
    frozenProvider,
    tellsAccountsFirst,
    numericChainIds,
    unknownChain4902,
  ],
  "is also injected, has smart accounts and decimal chain ids, can't revoke and keeps its listeners":
    [
      { presence: { announced: true, injected: true } },
      smartAccount,
      decimalChainIds,
      noRevoke,
      keepsListeners,
      unknownChain32603,
    ],
  "is injected, and announced late": [lateToAnnounce(200), unknownChainNested],
  "is only injected, on a telephone": [injectedOnly, noRevoke, unknownChain5000],
};

const connectedAs = (page: Page, { address }: { readonly address: string }) =>
  page.getByText(`Connected as ${address}`);
const listed = ({ dialog }: MintPageObject) =>
  dialog.getByText(/^(Careful|Browser) Wallet( \(\d\))?$/);
const stored = (page: Page, key: string) =>
  page.evaluate((name) => localStorage.getItem(name), `@appkit/${key}`);
const asked = (wallet: InjectedWallet, method: string) => wallet.sent(method).length;

async function newTab(page: Page, url: string, wallet?: InjectedWallet): Promise<MintPageObject> {
  const tab = await page.context().newPage();
  await quickAnimations(tab);
  await wallet?.enter(tab);
  const mint = new MintPageObject(tab, url);
  await mint.open();
  return mint;
}

for (const [kind, habits] of Object.entries(KINDS)) {
  test.describe(`a wallet that ${kind}`, () => {
    if (habits.includes(injectedOnly)) {
      test.use({ userAgent: devices["Pixel 7"].userAgent, hasTouch: true });
    }

    test("[W-02] [W-04] [W-10] [W-11] is connected, reloaded, in two tabs, locked and left", async ({
      page,
      visit,
      mainnet: { url, chain, rpc },
    }) => {
      const { wallet, mint } = await visit({ chainId: OTHER_CHAIN, habits });
      const other = await newTab(page, url, wallet);
      const both = [mint, other];
      const expectConnected = async () => {
        for (const each of both) await expect(connectedAs(each.page, wallet)).toBeVisible();
      };

      await test.step("connected: the other tab follows", async () => {
        await mint.connect.click();
        await expect(listed(mint)).toHaveCount(1);
        await listed(mint).click();
        await expectConnected();
        await expect(other.mint).toBeEnabled();
        expect(asked(wallet, "eth_requestAccounts")).toBe(1);
        expect(wallet.chainId).toBe(1);
        const { title: chainName, currency: nativeCurrency } = networks.mainnet;
        const mainnet = { chainId: "0x1", chainName, nativeCurrency, rpcUrls: [rpc.url] };
        const added = wallet.sent("wallet_addEthereumChain").map(({ params }) => params[0]);
        expect(added).toEqual([expect.objectContaining(mainnet)]);
      });

      await test.step("reloaded: it is not asked", async () => {
        await page.reload();
        await expect(connectedAs(page, wallet)).toBeVisible();
        await expect(mint.mint).toBeEnabled();
        expect(asked(wallet, "eth_requestAccounts")).toBe(1);
      });

      await test.step("in two tabs: one purchase", async () => {
        await wallet.changeAccount(CONNECTED_LATER);
        await expectConnected();
        await other.buyOneWith(wallet);
        expect(asked(wallet, "eth_sendTransaction")).toBe(1);
        expect(await chain.ticket.totalSupply()).toBe(1n);
      });

      await test.step("locked: it is asked for its password only at a press", async () => {
        wallet.locked = true;
        await page.reload();
        await expect(mint.connect).toBeEnabled();
        await expect(page.getByText(/Reconnecting|Connected as/)).toHaveCount(0);
        await expect.poll(() => stored(page, "connection_status")).toBe("disconnected");
        expect(asked(wallet, "eth_requestAccounts")).toBe(1);

        const unlocked = deferred<void>();
        wallet.override = async ({ method }) => {
          if (method === "eth_requestAccounts") await unlocked.promise;
          return undefined;
        };
        await mint.connect.click();
        await listed(mint).click();
        await expect(page.getByText("Accept connection request in the wallet")).toBeVisible();
        await expect(page.getByText("Connected as")).toHaveCount(0);
        wallet.locked = false;
        wallet.override = null;
        unlocked.resolve();
        await expectConnected();
        expect(asked(wallet, "eth_requestAccounts")).toBe(2);
      });

      await test.step("left: it is not heard", async () => {
        await other.disconnect();
        for (const each of both) await expect(each.connect).toBeVisible();
        const kept = habits.includes(noRevoke) ? 1 : 0;
        await expect(other.page.getByText(kitWords.permissionKept)).toHaveCount(kept);
        const before = wallet.requests.length;
        await wallet.changeAccount(LEFT_LATER);
        await wallet.changeChain(OTHER_CHAIN);
        await wallet.tell("disconnect", { code: 4900, message: "Disconnected" });
        for (const each of both) {
          await each.connect.click();
          await expect(listed(each)).toBeVisible();
          await expect(each.page.locator("w3m-unsupported-chain-view")).toHaveCount(0);
          await each.page.reload();
          await expect(each.connect).toBeEnabled();
          for (const index of [CONNECTED_LATER, LEFT_LATER]) {
            await expect(each.page.getByText(account(index).address)).toHaveCount(0);
          }
        }
        expect(wallet.requests).toHaveLength(before);
      });
    });
  });
}

test("[W-10] the connection to a wallet that announces itself late is restored", async ({
  page,
  visit,
}) => {
  await holdTimersFrom(page, 3_000);
  const { wallet, mint } = await visit({ habits: [{ presence: { late: true } }] });
  await wallet.comeLate();
  await mint.connect.click();
  await listed(mint).click();
  await expect(connectedAs(page, wallet)).toBeVisible();

  await page.reload();
  // Waits longer than the unpatched AppKit waits for the wallet.
  await page.locator("w3m-modal").waitFor({ state: "attached" });
  const shortened = `${wallet.address.slice(0, 6)}…${wallet.address.slice(-4)}`;
  await expect(page.getByText(`Reconnecting ${shortened}`)).toBeVisible();
  await expect(page.getByText("Connected as")).toHaveCount(0);
  await wallet.comeLate();
  await expect(connectedAs(page, wallet)).toBeVisible();
  expect(await stored(page, "connection_status")).toBe("connected");
  expect(asked(wallet, "eth_requestAccounts")).toBe(1);
});

test("[W-10] [W-11] disconnecting resets what is stored and revokes the permission; a stored disconnected status clears the address cache", async ({
  page,
  connect,
}) => {
  const { wallet, mint } = await connect();
  const balances = () => stored(page, "native_balance_cache");
  expect(await stored(page, "eip155:connected_connector_id")).toBe(wallet.rdns);
  await mint.showAccount();
  await expect.poll(balances).toContain(wallet.address);
  await page.getByText("Disconnect", { exact: true }).click();
  await expect(mint.connect).toBeVisible();
  expect(await stored(page, "connection_status")).toBe("disconnected");
  expect(await stored(page, "connected_namespaces")).toBe("");
  await expect.poll(() => stored(page, "eip155:connected_connector_id")).toBeNull();
  expect(wallet.sent("wallet_revokePermissions").map(({ params }) => params)).toEqual([
    [{ eth_accounts: {} }],
  ]);
  expect(wallet.permitted).toBe(false);
  expect(await balances()).toContain(wallet.address);

  await page.reload();
  await mint.showWallets();
  expect(await balances()).toBeNull();
});

test("[P-18] [W-12] the page is reset when the wallet's user revokes the permission; when the account changes, only the dialog closes", async ({
  page,
  connect,
}) => {
  const { wallet, mint } = await connect();
  await mint.showAccount();
  await expect(mint.dialog).toBeVisible();
  await wallet.changeAccount(4);
  await expect(connectedAs(page, wallet)).toBeVisible();
  await expect(mint.dialog).toBeHidden();
  await wallet.revoke();
  await expect(mint.connect).toBeVisible();
  await expect(mint.mint).toHaveCount(0);
  await page.reload();
  await expect(mint.connect).toBeEnabled();
  await expect(page.getByText(wallet.address)).toHaveCount(0);
});

test("[W-11] only the wallet that was connected last is heard and buys, whether the one before was left or replaced", async ({
  page,
  mint,
  chain,
}) => {
  const habits = [noRevoke, keepsListeners];
  const install = (name: string, accountIndex: number) =>
    InjectedWallet.install(page, chain, { chainId: 1, name, accountIndex, habits });
  const [first, second] = [await install("First Wallet", 1), await install("Second Wallet", 3)];
  await mint.open();
  /** Emits every event; the last one says that the wallet has no accounts. */
  const speak = async (wallet: InjectedWallet, later: number) => {
    await wallet.changeAccount(later);
    await wallet.changeChain(OTHER_CHAIN);
    await wallet.tell("disconnect", { code: 4900, message: "Disconnected" });
    await wallet.tell("accountsChanged", []);
  };
  const mintWith = async (wallet: InjectedWallet, sold: number) => {
    wallet.expected = ONE_TICKET;
    await mint.mint.click();
    await expect(mint.success).toContainText(`Ticket #${sold} is yours.`);
    await expect(connectedAs(page, wallet)).toBeVisible();
    await expect(page.locator("w3m-unsupported-chain-view")).toHaveCount(0);
  };

  await mint.connectWith(first.name);
  await expect(connectedAs(page, first)).toBeVisible();
  await mint.disconnect();
  await mint.connectWith(second.name);
  await expect(connectedAs(page, second)).toBeVisible();
  await speak(first, LEFT_LATER);
  await mintWith(second, 1);
  await second.changeAccount(4);
  await expect(connectedAs(page, second)).toBeVisible();

  await callKit(page, "modal", "open", { view: "Connect" });
  await page.getByText(first.name).click();
  await expect(connectedAs(page, first)).toBeVisible();
  await speak(second, CONNECTED_LATER);
  await mintWith(first, 2);
  expect([first, second].map(({ transactionHashes }) => transactionHashes.length)).toEqual([1, 1]);
  // Negative control: the page hears the connected wallet's chain.
  await first.changeChain(OTHER_CHAIN + 1);
  await expect(page.locator("w3m-unsupported-chain-view")).toBeVisible();
});

test("[W-11] an address without a provider is no connection", async ({ page, visit }) => {
  const { wallet, mint } = await visit();
  await mint.showWallets();
  const { address } = account(4);
  await callKit(page, "account", "setCaipAddress", `eip155:1:${address}`, "eip155");
  await expect(page.locator("w3m-modal")).not.toHaveClass(/open/);
  await mint.connectWith(wallet.name);
  await expect(mint.mint).toBeVisible();
  await expect(page.getByText(address)).toHaveCount(0);
});

test("[W-10] a tab that has the kit but not the wallet does not follow, and leaves the other one connected", async ({
  page,
  visit,
  mainnet: { url },
}) => {
  const { wallet, mint } = await visit();
  const other = await newTab(page, url);
  await other.showWallets();
  await other.page.keyboard.press("Escape");
  await mint.connectWith(wallet.name);
  await expect(connectedAs(page, wallet)).toBeVisible();
  await expect(other.connect).toBeEnabled();
  await expect(other.page.getByText("Connected as")).toHaveCount(0);
  await page.reload();
  await expect(connectedAs(page, wallet)).toBeVisible();
});

test("[W-10] [W-12] a tab follows another one that connects a telephone's wallet and disconnects it", async ({
  page,
  mint,
  mainnet: { url },
  telephone,
  relay,
  verifyPage,
}) => {
  const wallet = await telephone();
  const tab = await page.context().newPage();
  await quickAnimations(tab);
  await relay.serve(tab);
  await verifyPage.serve(tab);
  const other = new MintPageObject(tab, url);
  await mint.open();
  await other.open();
  // The tab's kit is older than the connection that it follows.
  await createKitAhead(tab);
  await wallet.pair(await mint.openQrCode());
  for (const each of [page, tab]) await expect(connectedAs(each, wallet)).toBeVisible();
  await other.buyOneWith(wallet);
  expect(wallet.requests).toHaveLength(1);

  await mint.disconnect();
  for (const each of [mint, other]) await expect(each.connect).toBeVisible();
  await expect.poll(() => wallet.hasSession).toBe(false);
  expect(relay.sent("wc_sessionDelete")).toHaveLength(1);
  await tab.reload();
  await expect(other.connect).toBeEnabled();
  await expect(tab.getByText("Connected as")).toHaveCount(0);
});

test("[W-05] [W-15] a wallet is called by the methods of the specification, and by no others", async ({
  page,
  visit,
}) => {
  const habits = [smartAccount, unknownChain4902];
  const { wallet, mint } = await visit({ chainId: OTHER_CHAIN, habits });
  await mint.connectWith(wallet.name);
  await mint.buyOneWith(wallet);
  const signature = await callKit(page, "connection", "signMessage", "Good morning");
  expect(verifyMessage("Good morning", String(signature))).toBe(wallet.address);
  // Only the provider's package for smart sessions calls this method.
  const permissions = [{ type: "native-token-transfer" }];
  const grant = [{ chainId: "0x1", expiry: 0, permissions, signer: {} }];
  const granted = await callKit(page, "connection", "grantPermissions", grant);
  expect(granted).toEqual({ context: "0x01" });
  await mint.disconnect();
  await expect(mint.connect).toBeVisible();
  expect([...new Set(wallet.requests.map(({ method }) => method))].sort()).toEqual([
    "eth_accounts",
    "eth_chainId",
    "eth_requestAccounts",
    "eth_sendTransaction",
    "personal_sign",
    "wallet_addEthereumChain",
    "wallet_getPermissions",
    "wallet_grantPermissions",
    "wallet_revokePermissions",
    "wallet_switchEthereumChain",
  ]);
});
