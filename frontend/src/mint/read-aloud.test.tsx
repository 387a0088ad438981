// @vitest-environment jsdom

import { virtual } from "@guidepup/virtual-screen-reader";
import { act, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { discountPercent, maxPerPurchase, name, noun, tagline } from "../../../collection.ts";
import { networks } from "../../../networks.ts";
import { fakeSale } from "../../../test/doubles/page/fake-ticket.ts";
import { fakeWallet } from "../../../test/doubles/page/fake-wallet.ts";
import { discounted } from "../../../test/support/collection.ts";
import { deferred } from "../../../test/support/deferred.ts";
import { money } from "../../../test/support/money.ts";
import { checkoutPorts, fakePurchaser, latePictures } from "../../gallery/checkout-ports.ts";
import { pageOf } from "../../gallery/page-of.tsx";
import type { Purchaser } from "../chain/purchase/purchase.ts";
import type { TicketReader } from "../chain/sale/reader.ts";
import type { TicketPicture } from "../chain/tickets/pictures.ts";
import { MintError, type MintFailure } from "../domain/mint/mint-failure.ts";
import { formatPercent } from "../domain/order/price.ts";
import type { Purchase } from "../domain/order/purchase.ts";

const network = networks.mainnet;
const BUYER = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const HASH = `0x${"ab".repeat(32)}`;
const PRICE = 50_000_000_000_000_000n;
const DISCOUNT = formatPercent(discountPercent);

function open(search: string) {
  const price = deferred<void>();
  const readSale: TicketReader["readSale"] = async (query) => {
    await price.promise;
    return fakeSale({ price: PRICE }, query);
  };
  const { wallet, set } = fakeWallet(
    { status: "asleep" },
    {
      getProvider: () => ({
        request: async ({ method }) =>
          method === "eth_accounts" ? [BUYER] : `0x${network.chainId.toString(16)}`,
      }),
    },
  );
  const prepared = deferred<MintFailure | null>();
  const sent = deferred<void>();
  const mined = deferred<Purchase>();
  const pictures = deferred<readonly TicketPicture[]>();
  const fake = fakePurchaser(readSale);
  const purchaser: Purchaser = {
    ...fake,
    prepare: async (...asked) => {
      const failure = await prepared.promise;
      if (failure !== null) throw new MintError(failure);
      return fake.prepare(...asked);
    },
    send: () => sent.promise.then(() => HASH),
    estimateFee: async () => PRICE / 100n,
    follow: (known, ...asked) =>
      known().transactionHash === null ? fake.follow(known, ...asked) : mined.promise,
  };
  const ports = checkoutPorts({
    wallet,
    loadPurchaser: async () => purchaser,
    pictures: latePictures(() => pictures.promise),
  });
  render(pageOf({ search, wallet, phoneWallets: false, reader: { readSale }, ports }));
  const connect = () => set({ status: "connected", address: BUYER });
  return { price, prepared, sent, mined, pictures, connect };
}

/** @returns `step` makes something happen, and adds what is heard of it to `log` */
async function listen() {
  const log: string[] = [];
  const step = async (what: string, happen: () => unknown) => {
    await act(async () => happen());
    log.push(`(${what})`, ...(await heard()));
  };
  await virtual.start({ container: document.body });
  await heard();
  return { log, step };
}

async function heard(): Promise<string[]> {
  await act(() => vi.advanceTimersByTimeAsync(200));
  const phrases = [...(await virtual.spokenPhraseLog()), ...alerts.splice(0)];
  await virtual.clearSpokenPhraseLog();
  // A screen reader announces an atomic region once, even if several parts change.
  return phrases.filter((phrase, index) => phrase !== phrases[index - 1]);
}

/** The simulated screen reader misses new alerts, but real ones announce them. */
const alerts: string[] = [];
const coming = new MutationObserver((changes) => {
  for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
    if (!(node instanceof Element)) continue;
    for (const alert of node.parentElement?.querySelectorAll("[role=alert]") ?? []) {
      if (node.contains(alert)) alerts.push(`assertive: ${alert.textContent}`);
    }
  }
});

const press = (button: string) =>
  act(async () => {
    const element = screen.getByRole("button", { name: button });
    element.focus();
    element.click();
  });

beforeEach(() => {
  vi.useFakeTimers();
  alerts.length = 0;
  coming.observe(document.body, { childList: true, subtree: true });
});

afterEach(async () => {
  coming.disconnect();
  await virtual.stop();
});

it("is read from the heading to the way to buy", async () => {
  const page = open("?a=welcome5&card=Loft");
  page.price.resolve();
  await act(() => vi.advanceTimersByTimeAsync(0));
  await virtual.start({ container: document.body });
  while ((await virtual.lastSpokenPhrase()) !== "end of document") await virtual.next();
  const read = (await heard()).filter((phrase) => !/^(end of|paragraph$|document$)/.test(phrase));
  expect(read.join("\n")).toBe(`main
heading, ${name}, level 1
${tagline}
region, Order details
heading, Order details, level 2
Up to ${maxPerPurchase} in one purchase.
Quantity
button, Decrease quantity, disabled
−
spinbutton, Quantity, max value ${maxPerPurchase}, min value 1, 1
button, Increase quantity
+
you will buy 1 x
Loft
${noun}
You are using affiliate code:
welcome5
This code gives ${DISCOUNT} off.
Normal price
deletion
${money(PRICE)}
Your price
strong
${money(discounted(PRICE))}
-${DISCOUNT}
plus the network fee
button, Connect Wallet
link, View contract on Etherscan, Opens in a new tab`);
});

it("tells of a purchase with a code, from the price to the tickets", async () => {
  const page = open("?a=welcome5&card=Loft");
  const { log, step } = await listen();
  await step("the price comes", page.price.resolve);
  await step("one more ticket", () => press("Increase quantity"));
  await step("a wallet is connected", page.connect);
  await step("Mint is pressed", () => press("Mint"));
  await step("the wallet is asked", () => page.prepared.resolve(null));
  await step("the wallet is silent", () => vi.advanceTimersByTimeAsync(30_000));
  await step("the wallet has sent it", page.sent.resolve);
  await step("it is mined", () =>
    page.mined.resolve({ transactionHash: HASH, firstTokenId: 7n, quantity: 2 }),
  );
  await step("the pictures come", () =>
    page.pictures.resolve([{ tokenId: 7n, image: "data:image/svg+xml,x", traits: [] }]),
  );
  expect(log.join("\n")).toBe(`(the price comes)
polite: This code gives ${DISCOUNT} off.
polite: Normal price ${money(PRICE)} Your price ${money(discounted(PRICE))} -${DISCOUNT}
(one more ticket)
button, Increase quantity
polite: Normal price ${money(2n * PRICE)} Your price ${money(discounted(2n * PRICE))} -${DISCOUNT}
(a wallet is connected)
(Mint is pressed)
button, Mint, busy, disabled
polite: Checking price, code and network…
(the wallet is asked)
polite: Confirm the transaction in your wallet.2 tickets for ${money(discounted(2n * PRICE))}.
(the wallet is silent)
polite: Your wallet hasn't answered yet. Open it and look for a request to confirm.
polite: Stop waiting
(the wallet has sent it)
polite: Sent. Waiting for the network, usually less than a minute.2 tickets for ${money(discounted(2n * PRICE))}.View on Etherscan
(it is mined)
polite: Transaction successful!Tickets #7 to #8 are yours.View on EtherscanShareView on OpenSea
(the pictures come)`);
});

it("tells of an error once, and where its visitor is after it", async () => {
  const page = open("?a=stranger");
  const { log, step } = await listen();
  await step("the price comes", page.price.resolve);
  await step("it is bought without the code", () => press("Buy at the full price"));
  await step("a wallet is connected", page.connect);
  await step("Mint is pressed", () => press("Mint"));
  await step("the wallet is on another network", () =>
    page.prepared.resolve({ reason: "wrongNetwork" }),
  );
  await step("the error is dismissed", () => press("Dismiss"));
  expect(log.join("\n")).toBe(`(the price comes)
polite: Not active.
polite: Buy at the full price
polite: ${money(PRICE)}
(it is bought without the code)
button, Connect Wallet
(a wallet is connected)
(Mint is pressed)
button, Mint, busy, disabled
polite: Checking price, code and network…
(the wallet is on another network)
assertive: Please switch to the correct network (${network.nameInMessage})!Switch to ${network.title}
(the error is dismissed)
button, Mint`);
});
