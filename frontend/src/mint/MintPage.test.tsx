// @vitest-environment jsdom

import { act, fireEvent, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import * as collection from "../../../collection.ts";
import { type NetworkName, networks } from "../../../networks.ts";
import { fakeSale } from "../../../test/doubles/page/fake-ticket.ts";
import { fakeWallet } from "../../../test/doubles/page/fake-wallet.ts";
import { MemoryPurchases } from "../../../test/doubles/page/memory-purchases.ts";
import { pendingPurchase } from "../../../test/doubles/page/pending-purchase.ts";
import { expectWarning } from "../../../test/frontend/support/quiet.ts";
import { discounted } from "../../../test/support/collection.ts";
import { type Deferred, deferred } from "../../../test/support/deferred.ts";
import { money } from "../../../test/support/money.ts";
import { run, type Step, tell } from "../../../test/support/stories.ts";
import { checkoutPorts, fakePurchaser, noTickets, TICKET } from "../../gallery/checkout-ports.ts";
import {
  button,
  has,
  hasNo,
  isBusy,
  isDisabled,
  isEnabled,
  isNotBusy,
  lacks,
  late,
  links,
  pass,
  sees,
  tells,
  wait,
} from "../../gallery/on-screen.ts";
import { pageOf } from "../../gallery/page-of.tsx";
import type { Purchaser } from "../chain/purchase/purchase.ts";
import type { TicketReader } from "../chain/sale/reader.ts";
import type { Eip1193Provider } from "../domain/mint/eip1193.ts";
import { MintError, type MintFailure } from "../domain/mint/mint-failure.ts";
import type { MiningNotice } from "../domain/mint/mint-state.ts";
import type { NameAnswer, Recipients } from "../domain/mint/recipient.ts";
import { formatPercent } from "../domain/order/price.ts";
import type { PendingPurchase, Purchase } from "../domain/order/purchase.ts";
import type { Sale } from "../domain/order/sale.ts";
import { miningMessages, progress } from "../domain/words/outcome-words.ts";
import type { Wallet, WalletState } from "../wallet/wallet.ts";
import type { ReadAccountName } from "./checkout/Account.tsx";
import type { Opening } from "./MintPage.tsx";
import { dollarsWith } from "./order/Dollars.tsx";
import { meantCodeWith } from "./order/MeantCode.tsx";
import { OpeningNote } from "./sale/OpeningNote.tsx";

const BUYER = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const FRIEND = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
const HASH = `0x${"ab".repeat(32)}`;
const OTHER_HASH = `0x${"cd".repeat(32)}`;
const ID_IN_NO_ROW = 424_242;
const PRICE = 50_000_000_000_000_000n;
const DEARER = 60_000_000_000_000_000n;
const FEE = 1_234_567_000_000_000n;
const SUM = new RegExp(`\\d ${networks.mainnet.currency.symbol}`);

const { maxPerPurchase, noun, progressShownAbove, size } = collection;
const SIZE = BigInt(size);
const SHOWN = progressShownAbove + 1;
const DISCOUNT = `-${formatPercent(collection.discountPercent)}`;

type Report = Parameters<Purchaser["follow"]>[3];
type Shown = Partial<Parameters<typeof pageOf>[0]>;

const never = () => new Promise<never>(() => undefined);
const down = () => Promise.reject(new Error("down"));

/** By default everything works. Each test breaks one part. */
function open(search = "", networkName: NetworkName = "mainnet") {
  const network = networks[networkName];
  const chain = { totalSupply: 0n, paused: false, price: PRICE, activeCodes: ["welcome5"] };
  // The fake ignores the signal, because late answers must reach the page.
  const readSale = vi.fn<TicketReader["readSale"]>(async (query) => fakeSale(chain, query));

  const walletChain: { id: number } = { id: network.chainId };
  const provider: Eip1193Provider = {
    request: async ({ method }) =>
      method === "eth_accounts" ? [BUYER] : `0x${walletChain.id.toString(16)}`,
  };
  const { wallet: idle, set: setWallet } = fakeWallet({ status: "asleep" });
  const wallet = {
    ...idle,
    connect: vi.fn<Wallet["connect"]>(async () => undefined),
    showAccount: vi.fn<Wallet["showAccount"]>(async () => undefined),
    switchNetwork: vi.fn<Wallet["switchNetwork"]>(async () => {
      walletChain.id = network.chainId;
    }),
    getLink: vi.fn<Wallet["getLink"]>(() => null),
    getProvider: vi.fn<Wallet["getProvider"]>(() => provider),
  };

  const purchase: Purchase = { transactionHash: HASH, firstTokenId: 7n, quantity: 1 };
  const settle = vi.fn<(sent: PendingPurchase, report: Report) => Promise<Purchase>>(
    async ({ transactionHash }) => ({ ...purchase, transactionHash: transactionHash ?? HASH }),
  );
  let sent = 0;
  const fake = fakePurchaser(readSale);
  const purchaser = {
    ...fake,
    prepare: vi.fn<Purchaser["prepare"]>(fake.prepare),
    send: vi.fn<Purchaser["send"]>(async () => {
      sent += 1;
      return sent === 1 ? HASH : `0x${String(sent).padStart(64, "0")}`;
    }),
    estimateFee: vi.fn<Purchaser["estimateFee"]>(async () => FEE),
    follow: vi.fn<Purchaser["follow"]>(async (known, _askedAt, _others, report) => {
      const now = known();
      return now.transactionHash === null ? never() : settle(now, report);
    }),
  };

  const recipients = {
    read: vi.fn<Recipients["read"]>((text) => {
      if (text === "") return { kind: "empty" };
      if (text === FRIEND) return { kind: "address", address: FRIEND };
      if (text.endsWith(".eth")) return { kind: "name", name: text };
      if (text === "alice") return { kind: "name", name: "alice.eth", isGuess: true };
      return { kind: "refused", reason: "misspelt" };
    }),
    lookUp: vi.fn<Recipients["lookUp"]>(async () => ({ kind: "found", address: FRIEND })),
    canHold: vi.fn<Recipients["canHold"]>(async () => true),
  };
  const readAccountName = vi.fn<ReadAccountName>(async () => null);

  const user = userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTime(ms) });
  const browser = new MemoryPurchases();
  const loading = {
    loadPurchaser: async () => purchaser,
    loadRecipients: async () => recipients,
  };
  const purchases = browser.tab();
  const ports = checkoutPorts({ wallet, readAccountName, purchases, ...loading }, network);
  const show = async (parts: Shown = {}) => {
    const reader = { readSale };
    const meant = meantCodeWith(reader);
    const resuming = () => browser.unsettled.length > 0;
    render(pageOf({ search, network, wallet, reader, ports, meant, resuming, ...parts }));
    await pass(0);
  };
  const [mocks, parts] = [
    { readSale, wallet, purchaser, settle, recipients },
    { chain, browser },
  ];
  return { ...mocks, ...parts, readAccountName, walletChain, setWallet, purchase, user, show };
}

let page: ReturnType<typeof open>;

beforeEach(() => {
  vi.useFakeTimers();
  page = open();
});

const at =
  (search: string, networkName?: NetworkName): Step =>
  () => {
    page = open(search, networkName);
  };
const shows = (parts?: Shown) => () => page.show(parts);
const shown = shows();
const hasWallet =
  (state: WalletState): Step =>
  () =>
    void act(() => page.setWallet(state));
const connects = (address = BUYER) => hasWallet({ status: "connected", address });
const disconnects = hasWallet({ status: "disconnected" });
const connected = () => run([connects(), shown]);
const chainHas = (state: Partial<typeof page.chain>) => () => Object.assign(page.chain, state);

const press = (name: string | RegExp) => async () => {
  await page.user.click(button(name));
  await pass(0);
};
const mints = press("Mint");
const increase = press("Increase quantity");
const decrease = press("Decrease quantity");
const quantity = () => screen.getByRole("spinbutton", { name: "Quantity" });
const clears = () => page.user.clear(quantity());
const types = (text: string) => async () => {
  await clears();
  await page.user.type(quantity(), text);
};
const keys = (text: string) => () => page.user.keyboard(text);
const leaves = () => page.user.tab();
const hasQuantity = (value: number | string) => () => expect(quantity()).toHaveValue(String(value));
const quantityIs = (name: string, value: number) => () =>
  expect(quantity()).toHaveAttribute(`aria-value${name}`, String(value));
const buys =
  (count: number, what = noun) =>
  () =>
    expect(document.querySelector(".summary-line")?.textContent).toBe(
      `you will buy ${count} x ${what}`,
    );
const costs = (wei: bigint) => sees(money(wei));

const succeeds = tells("status", "Transaction successful!");
const noAlert = hasNo("alert");
const state = (step: string) => () =>
  expect(screen.getByRole("main")).toHaveAttribute("data-state", step);
const isNotable = (words: string) => () => expect(screen.getByText(words)).toHaveClass("notable");
const hasSent = (times: number) => () => expect(page.purchaser.send).toHaveBeenCalledTimes(times);
const asksNothing = () => {
  expect(page.purchaser.prepare).not.toHaveBeenCalled();
  expect(page.purchaser.estimateFee).not.toHaveBeenCalled();
};
const warns = (warning: string) => () => expectWarning(warning);
const notRead = warns("The sale could not be read");
const refuses = (failure: MintFailure) => () =>
  page.purchaser.send.mockRejectedValueOnce(new MintError(failure));

describe("order details", () => {
  tell({ "[P-05] have a heading": [[shown, has("heading", "Order details")]] });

  describe("quantity", () => {
    tell({
      "[P-06] starts at 1": [
        [shown, hasQuantity(1), quantityIs("min", 1), quantityIs("max", maxPerPurchase)],
      ],
      "[P-06] may be empty while it is typed, and is what it was when it is left so": [
        [shown, types(String(maxPerPurchase))],
        [clears, hasQuantity(""), buys(maxPerPurchase)],
        [leaves, hasQuantity(maxPerPurchase)],
      ],
      "[P-06] keeps the order while something else is typed, and shows the order when it is left": [
        [shown, types("2.5"), hasQuantity("2.5"), quantityIs("now", 2), buys(2)],
        [increase, hasQuantity(3)],
      ],
      "[P-06] is stepped by the arrow keys, within the bounds": [
        [shown, () => page.user.click(quantity()), keys("{ArrowDown}"), hasQuantity(1)],
        [keys("{ArrowUp}{ArrowUp}{ArrowDown}"), hasQuantity(2), quantityIs("now", 2)],
        [types(`${maxPerPurchase}{ArrowUp}`), hasQuantity(maxPerPurchase)],
        [keys("x{ArrowDown}"), hasQuantity(maxPerPurchase - 1)],
      ],
      "[P-06] is stepped to its bounds and by ten, as other spinbuttons are": [
        [shown, () => page.user.click(quantity()), keys("{End}"), hasQuantity(maxPerPurchase)],
        [keys("{PageDown}"), hasQuantity(Math.max(1, maxPerPurchase - 10))],
        [keys("{Home}"), hasQuantity(1)],
        [keys("{PageUp}"), hasQuantity(Math.min(maxPerPurchase, 11))],
      ],
      "[P-06] is 1 when the field is left with 0": [
        [shown, increase, types("0"), buys(2)],
        [leaves, hasQuantity(1), buys(1)],
      ],
      "[P-06] takes no letters, and no more than one purchase can have": [
        [shown, types("abc"), leaves, hasQuantity(1)],
        [types(String(maxPerPurchase + 1)), hasQuantity(maxPerPurchase), buys(maxPerPurchase)],
      ],
      "[P-06] follows the buttons, which end at the bounds": [
        [shown, isDisabled("Decrease quantity")],
        [increase, increase, decrease, hasQuantity(2)],
        [types(String(maxPerPurchase - 1)), increase, hasQuantity(maxPerPurchase)],
        [isDisabled("Increase quantity")],
      ],
    });
  });

  it.each([
    ["", noun, null],
    ["?card=Garden%20Flat", `Garden Flat ${noun}`, "Garden Flat"],
    ["?card=%3Cb%3EVilla%3C/b%3E", `bVilla b ${noun}`, "bVilla b"],
  ])(
    "[P-07] [P-02] with %j name %s, and quote the link's words: %s",
    async (search, what, quoted) => {
      await run([at(search), shown, buys(1, what)]);
      expect(document.querySelector(".summary-line q")?.textContent ?? null).toBe(quoted);
    },
  );

  tell({
    "[P-07] follow the quantity": [[at("?card=Villa"), shown, increase, buys(2, `Villa ${noun}`)]],
  });
});

describe("affiliate code", () => {
  const names = (code: string) => () =>
    expect(document.querySelector(".affiliate-code")?.textContent).toBe(
      `You are using affiliate code: ${code}`,
    );
  const asks = (affiliateCode: string | null) => () =>
    expect(page.readSale.mock.lastCall?.[0]).toMatchObject({ quantity: 1, affiliateCode });

  it.each(["", "?a=", "?card=Villa"])("[P-08] is not mentioned with %j", (search) =>
    run([at(search), shown, lacks(/affiliate/)]),
  );

  it.each(["?a=stranger.", "?a=wel.come5", "?a=stranger"])("of %s offers no other", (search) =>
    run([at(search), shown, sees(/Not active/), lacks(/Did you mean/)]),
  );

  tell({
    "[P-08] [P-02] is named when the link has one": [
      [at("?a=WELCOME5"), shown, names("welcome5"), asks("welcome5"), lacks(/not active/i)],
    ],
    "that is malformed is shown bounded, and inactive without being asked about": [
      [at(`?a=${"x".repeat(10_000)}`), shown, names(`${"x".repeat(32)}…`)],
      [sees(/Not active/), asks(null)],
    ],
    "that is malformed offers the active code in it, which one press takes": [
      [at("?a=Welcome5)."), shown, names("Welcome5…")],
      [() => expect(page.readSale.mock.calls[0]?.[0].affiliateCode).toBeNull()],
      [
        () =>
          expect(document.querySelector(".meant-code")).toHaveTextContent(
            "Did you mean welcome5? Use it",
          ),
      ],
      [press("Use it"), names("welcome5")],
      [wait(1_000), costs(discounted(PRICE))],
      [() => expect(button("Connect Wallet")).toHaveFocus()],
    ],
    "that is inactive says so, shows the full price and offers to buy without it": [
      [at("?a=stranger"), shown, sees(/Not active/), costs(PRICE), lacks(DISCOUNT)],
      [press("Buy at the full price"), wait(120), lacks(/affiliate code/), costs(PRICE)],
      [asks(null)],
    ],
  });
});

describe("price", () => {
  const { symbol } = networks.mainnet.currency;
  const reads = (times: number) => () => expect(page.readSale).toHaveBeenCalledTimes(times);
  const silent = () => page.readSale.mockReturnValue(never());

  tell({
    [`[P-09] [P-10] without a code is one price in ${symbol} with six decimals`]: [
      [shown, costs(PRICE), hasNo("deletion"), lacks(DISCOUNT)],
    ],
    [`[P-10] with a code is struck through beside the discounted one, labelled ${DISCOUNT}`]: [
      [at("?a=welcome5"), shown, tells("deletion", money(PRICE)), costs(discounted(PRICE))],
      [
        () =>
          expect(screen.getByText(DISCOUNT).closest("p")).toHaveTextContent(
            `Normal price ${money(PRICE)} Your price ${money(discounted(PRICE))} ${DISCOUNT}`,
          ),
      ],
    ],
    "[P-09] is not shown while it is not known": [
      [silent, shown, lacks(SUM), sees("Loading the price…")],
    ],
    "[P-09] is not shown when it is 0": [[chainHas({ price: 0n }), shown, lacks(SUM)]],
    "[P-16] is fetched at once, and again for each quantity": [
      [shown, reads(1), increase, wait(120), increase, wait(120), costs(3n * PRICE)],
      [() => expect(page.readSale.mock.calls.map(([query]) => query.quantity)).toEqual([1, 2, 3])],
    ],
    "[P-27] that can't be read is 0.0000, with no fee and no alert, and is logged": [
      [notRead, () => page.readSale.mockImplementation(down), shown],
      [sees(/0\.0000/), lacks(/network fee/, SUM), noAlert],
    ],
    "that can't be read can't be paid": [
      [notRead, () => page.readSale.mockImplementation(down), connected],
      [mints, tells("alert", "Invalid amount specified"), hasSent(0)],
    ],
  });

  it.each(["resolve", "reject"] as const)(
    "[P-16] that comes late never replaces a newer one: %s",
    async (end) => {
      const first = deferred<Sale>();
      page.readSale.mockReturnValueOnce(first.promise);
      await run([shown, increase, wait(120), costs(2n * PRICE)]);
      first[end](fakeSale({ price: DEARER }) as never);
      await run([wait(0), costs(2n * PRICE)]);
    },
  );
});

describe("supply", () => {
  const sold = chainHas({ totalSupply: BigInt(SHOWN) });

  tell({
    [`[P-04] [P-17] is hidden at ${progressShownAbove} minted`]: [
      [chainHas({ totalSupply: BigInt(progressShownAbove) }), shown],
      [hasNo("progressbar"), lacks(new RegExp(`/ ${size}`))],
    ],
    [`[P-04] [P-17] is shown at ${SHOWN}, out of ${size}`]: [
      [sold, shown, has("progressbar", "Total minted"), sees(`${SHOWN} / ${size}`)],
      [() => expect(screen.getByRole("progressbar")).toHaveAttribute("value", String(SHOWN))],
      [() => expect(screen.getByRole("progressbar")).toHaveAttribute("max", String(size))],
    ],
    "[P-27] that can't be read is only logged, and what was known stays": [
      [notRead, sold, shown, () => page.readSale.mockImplementation(down)],
      [wait(30_120), sees(`${SHOWN} / ${size}`), noAlert],
    ],
  });
});

describe("availability", () => {
  const soldOut = chainHas({ totalSupply: SIZE });
  const paused = chainHas({ paused: true });
  const goesOn = chainHas({ paused: false });
  const usual = `Up to ${maxPerPurchase} in one purchase.`;

  it.each([
    [size - 2, "Only 2 tickets left", 2],
    [size - 1, "Only 1 ticket left", 1],
  ])("after %d tickets says: %s, and lets no visitor choose more", (sold, words, max) =>
    run(
      [chainHas({ totalSupply: BigInt(sold) })],
      [shown, isNotable(words), quantityIs("max", max)],
      [types(String(maxPerPurchase)), hasQuantity(max), isDisabled("Increase quantity")],
    ),
  );

  tell({
    "says how many one purchase can have": [
      [shown, () => expect(screen.getByText(usual)).toHaveClass("availability", { exact: true })],
    ],
    "that is sold out links to the marketplace, without a wallet": [
      [soldOut, shown, has("button", "Connect Wallet")],
      [links("View on OpenSea", `https://opensea.io/assets/ethereum/${TICKET}`)],
    ],
    "that is sold out links to no marketplace that the network does not have": [
      [at("", "sepolia"), soldOut, shown, sees("Sold out."), hasNo("link", /OpenSea/)],
    ],
    "links to no marketplace while tickets are left": [
      [chainHas({ totalSupply: SIZE - 1n }), shown],
      [sees("Only 1 ticket left"), hasNo("link", /OpenSea/)],
    ],
    "that is sold out says so, and sells nothing": [
      [soldOut, connected, isNotable("Sold out.")],
      [
        () =>
          expect(screen.getByText("Sold out.").compareDocumentPosition(quantity())).toBe(
            Node.DOCUMENT_POSITION_FOLLOWING,
          ),
      ],
      [() => expect(quantity()).toBeDisabled(), hasQuantity(1)],
      [isDisabled("Decrease quantity", "Increase quantity", "Mint")],
      [mints, wait(1_000), asksNothing],
    ],
    "of a paused sale says so and disables Mint itself, until sales go on": [
      [paused, connected, isNotable("Sales are paused."), has("button", "Manage wallet")],
      [isNotBusy("Mint"), isDisabled("Mint"), () => expect(quantity()).toBeEnabled()],
      [mints, wait(1_000), asksNothing],
      [goesOn, wait(45_120), lacks(/paused/), isEnabled("Mint")],
    ],
    "that falls below the order cuts it to what is left": [
      [shown, types("4"), chainHas({ totalSupply: SIZE - 3n })],
      [wait(30_120), hasQuantity(3), buys(3), costs(3n * PRICE)],
    ],
  });

  it("that falls while the wallet asks leaves the order as it was sent to the wallet", async () => {
    const send = deferred<string>();
    page.purchaser.send.mockReturnValueOnce(send.promise);
    await run(
      [connected, types("4"), wait(120), mints],
      [chainHas({ totalSupply: SIZE - 3n }), wait(30_120), sees("Only 3 tickets left")],
      [buys(4), hasQuantity(4), costs(4n * PRICE)],
    );
    send.reject(new MintError({ reason: "rejected" }));
    await run([wait(120), buys(3), costs(3n * PRICE)]);
  });

  describe("with an opening time", () => {
    const opensIn = (hours: number) => async () => {
      const opening: Opening = { opens: Date.now() + hours * 3_600_000, Note: OpeningNote };
      await page.show({ opening });
    };

    beforeEach(() => {
      vi.stubGlobal("matchMedia", () => ({ matches: false }));
    });

    tell({
      "names it while the contract is paused, and opens soon after the contract does": [
        [paused, connects(), opensIn(0.1), sees(/^Opens on /)],
        [wait(360_000 - 60_000), goesOn],
        [wait(60_120), lacks(/Opens on|opens by itself/), isEnabled("Mint")],
      ],
      "stays paused after the hour as long as the contract does, and opens within seconds of it": [
        // A regular read has just ended, so the next one can't open the sale.
        [paused, connects(), opensIn(0.01), wait(62_000)],
        [sees(/Not open yet/), isDisabled("Mint")],
        [goesOn, wait(6_200), lacks(/Not open yet/), isEnabled("Mint")],
      ],
      "is not named once all is sold": [[paused, soldOut, opensIn(1), lacks(/Opens on/)]],
    });
  });
});

describe("dollars", () => {
  /** 2,500 US dollars by default. */
  const feed = (rate: bigint | null = 250_000_000_000n) => ({
    dollars: dollarsWith({ getRate: () => rate, subscribe: () => () => undefined }),
  });
  const line = () => document.querySelector(".dollars");
  const isEmpty = () => expect(line()).toBeEmptyDOMElement();

  tell({
    "stand under the price, and change with the quantity at once": [
      [shows(feed()), sees("about $125.00")],
      [increase, sees("about $250.00"), costs(2n * PRICE)],
    ],
    "tell the fee too once it is known, and not that of another order": [
      [connects(), shows(feed()), wait(500), sees("about $125.00 + $3.09 fee")],
      [() => page.purchaser.estimateFee.mockReturnValueOnce(never())],
      [increase, sees("about $250.00")],
    ],
    "have no line in a build without a feed": [
      [shown, costs(PRICE), () => expect(line()).toBeNull()],
    ],
    "go while the price can't be read, and come back with it": [
      [notRead, shows(feed()), wait(120), () => page.readSale.mockImplementationOnce(down)],
      [wait(31_000), isEmpty, wait(5_000), sees("about $125.00")],
    ],
  });

  it("have their line before the price is there, and while its feed tells nothing", async () => {
    const sale = late(page.readSale);
    await run([shows(feed(null)), isEmpty, sale(fakeSale(page.chain)), costs(PRICE), isEmpty]);
  });
});

describe("contract", () => {
  it.each([
    ["mainnet", "View contract on Etherscan", "https://etherscan.io"],
    ["base", "View contract on Basescan", "https://basescan.org"],
  ] as const)("[P-12] on %s is linked to its explorer", async (name, text, url) => {
    await run([at("", name), shown, links(text, `${url}/address/${TICKET}`)]);
    const link = screen.getByRole("link", { name: text });
    expect(link).toHaveAttribute("rel", "noopener noreferrer");
  });

  tell({
    "[P-12] is shown without a link where there is no explorer": [
      [at("", "localhost"), shown, sees(`Contract ${TICKET}`), hasNo("link")],
    ],
  });
});

describe("wallet", () => {
  const accountIs = (text: string) => () =>
    expect(screen.getByText("Connected as").parentElement?.textContent?.trim()).toBe(
      `Connected as ${text}`,
    );
  const hasConnected = (times: number) => () =>
    expect(page.wallet.connect).toHaveBeenCalledTimes(times);

  it.each<WalletState>([
    { status: "asleep" },
    { status: "loading", opening: false },
    { status: "disconnected" },
    { status: "connecting" },
    { status: "reconnecting", address: BUYER },
    { status: "failed" },
  ])("that is $status leaves Connect Wallet to be pressed, and no Mint", (walletState) =>
    run(
      [hasWallet(walletState), shown, hasNo("button", "Mint"), isNotBusy("Connect Wallet")],
      [press("Connect Wallet"), hasConnected(1)],
    ),
  );

  tell({
    "that is on its way shows so, and is not asked for twice": [
      [hasWallet({ status: "loading", opening: true }), shown, isBusy("Connect Wallet")],
      [press("Connect Wallet"), hasConnected(0)],
    ],
    "[P-13] that is connected shows its address and Mint, and opens its account": [
      [connected, sees(BUYER), isEnabled("Mint"), isNotBusy("Mint")],
      [hasNo("button", "Connect Wallet"), press("Manage wallet")],
      [() => expect(page.wallet.showAccount).toHaveBeenCalledOnce()],
    ],
    "[P-13] is followed as it connects, changes its account and leaves": [
      [shown, connects(), sees(BUYER), connects(TICKET), sees(TICKET), lacks(BUYER)],
      [disconnects, has("button", "Connect Wallet"), hasNo("button", "Mint")],
      [lacks(/Connected as/)],
    ],
    "has its name beside its address": [
      [() => page.readAccountName.mockResolvedValue("friend.eth"), connected],
      [accountIs(`friend.eth ${BUYER}`)],
      [
        () =>
          expect(page.readAccountName).toHaveBeenCalledExactlyOnceWith(
            BUYER,
            expect.any(AbortSignal),
          ),
      ],
    ],
    "is without a name if that can't be read": [
      [() => page.readAccountName.mockImplementation(down), connected, accountIs(BUYER)],
    ],
  });

  it("has no name of the account before it, not even one that is told late", async () => {
    page.readAccountName.mockResolvedValueOnce("buyer.eth");
    const name = late(page.readAccountName);
    await run(
      [connected, accountIs(`buyer.eth ${BUYER}`), connects(FRIEND), accountIs(FRIEND)],
      [connects(TICKET), name("friend.eth"), accountIs(TICKET)],
    );
    expect(page.readAccountName.mock.calls[1]?.[1].aborted).toBe(true);
  });
});

describe("mint", () => {
  it("[P-13] [P-29] is busy until the receipt is there, through every step", async () => {
    const prepare = late(page.purchaser.prepare);
    const send = late(page.purchaser.send);
    const settled = late(page.settle);
    await run(
      [connected, state("idle"), mints, state("checking"), isBusy("Mint")],
      [() => expect(quantity()).toBeDisabled()],
      [prepare({ ...pendingPurchase(), transaction: { to: TICKET, data: "0x" } })],
      [state("sending"), sees("Confirm the transaction in your wallet.")],
      [send(HASH), state("mining"), isBusy("Mint"), hasNo("status")],
      [links("View on Etherscan", `https://etherscan.io/tx/${HASH}`)],
      [settled(page.purchase), state("done"), isNotBusy("Mint")],
      [() => expect(quantity()).toBeEnabled()],
    );
  });

  it("buys what is shown, at the price that is shown", async () => {
    await run([at("?a=welcome5"), connected, increase, wait(120), mints]);
    const affiliate = { kind: "code", code: "welcome5" };
    expect(page.purchaser.prepare).toHaveBeenCalledExactlyOnceWith(
      { quantity: 2, affiliate, payable: discounted(2n * PRICE) },
      BUYER,
      expect.objectContaining({ block: 10 }),
    );
  });

  it.each([
    ["mainnet", "https://etherscan.io", "View on Etherscan"],
    ["base", "https://basescan.org", "View on Basescan"],
  ] as const)(
    "[P-14] [P-30] on %s ends in success and a link to the transaction",
    (name, url, text) =>
      run(
        [at("", name), connected, mints, succeeds, tells("status", "Ticket #7 is yours.")],
        [
          () =>
            expect(
              within(screen.getByRole("status")).getByRole("link", { name: text }),
            ).toHaveAttribute("href", `${url}/tx/${HASH}`),
        ],
      ),
  );

  tell({
    "sends once, however often it is pressed": [
      [() => page.purchaser.send.mockReturnValue(never()), connected],
      [() => page.user.dblClick(button("Mint")), wait(0), mints],
      [() => button("Mint").focus(), keys("{Enter} "), wait(0), hasSent(1)],
    ],
    "sends once for two clicks of one frame": [
      [
        connected,
        () =>
          void act(() => {
            button("Mint").click();
            button("Mint").click();
          }),
      ],
      [wait(0), hasSent(1)],
    ],
    "can be pressed again afterwards": [[connected, mints, mints, hasSent(2)]],
    "still shows what became of it when the wallet disconnects": [
      [connected, mints, succeeds, disconnects, succeeds, has("button", "Connect Wallet")],
    ],
    "[P-14] shows the bare hash where there is no explorer": [
      [at("", "localhost"), connected, mints, tells("status", HASH), hasNo("link")],
    ],
    "[P-17] [P-29] reads the supply again once it is done": [
      [chainHas({ totalSupply: BigInt(progressShownAbove) }), connected],
      [
        () =>
          page.settle.mockImplementationOnce(async () => {
            page.chain.totalSupply = BigInt(SHOWN);
            return page.purchase;
          }),
      ],
      // The first read is the page's, the second the purchase's.
      [mints, () => expect(page.readSale).toHaveBeenCalledTimes(2), hasNo("progressbar")],
      [wait(120), () => expect(page.readSale).toHaveBeenCalledTimes(3)],
      [sees(`${SHOWN} / ${size}`)],
    ],
    "is disabled while the price is unknown, and no fee is estimated": [
      [() => page.readSale.mockReturnValue(never()), connected, isDisabled("Mint")],
      [wait(1_000), asksNothing],
    ],
    "keeps its code while the purchase runs": [
      [at("?a=welcome5"), connected, chainHas({ activeCodes: [] }), wait(30_120)],
      [() => page.readSale.mockReturnValueOnce(never()), isEnabled("Buy at the full price")],
      [mints, isDisabled("Buy at the full price")],
    ],
  });
});

const earlier = () => screen.getByRole("region", { name: "Earlier purchases" });
const listsEarlier = (text: string) => () => expect(earlier()).toHaveTextContent(text);
const linksEarlier = (hash: string) => () =>
  expect(within(earlier()).getByRole("link", { name: "View on Etherscan" })).toHaveAttribute(
    "href",
    `https://etherscan.io/tx/${hash}`,
  );

describe("a purchase that does not settle", () => {
  let settled: Deferred<Purchase>;
  let report: Report | undefined;
  const followed = async () => {
    settled = deferred<Purchase>();
    page.settle.mockImplementation((_, given) => {
      report = given;
      return settled.promise;
    });
    await run([connected, mints]);
  };
  const notices = (notice: MiningNotice) => () =>
    void act(() => report?.({ type: "noticed", notice }));
  const fails = (failure: MintFailure) => () => settled.reject(new MintError(failure));

  tell({
    "can be set aside: it stands below until it has settled and is dismissed, and Mint is free": [
      [followed, notices("unseen"), press("Stop tracking it"), isEnabled("Mint")],
      [listsEarlier("1 ticket: still in progress. This page keeps checking.")],
      [linksEarlier(HASH)],
      [() => settled.resolve(page.purchase), wait(0), listsEarlier("Ticket #7 is yours.")],
      [press("Dismiss the purchase of 1 ticket"), lacks("Earlier purchases")],
    ],
    "shows its failure in the list of earlier purchases": [
      [followed, notices("owners"), press("Stop tracking it")],
      [fails({ reason: "reverted", refusal: null }), wait(0), noAlert],
      [listsEarlier("Error sending transaction: the contract refused the purchase.")],
    ],
    "links the transaction that took its place": [
      [followed, notices("unseen"), press("Stop tracking it")],
      [fails({ reason: "replaced", by: OTHER_HASH }), wait(0)],
      [listsEarlier("It bought no tickets."), linksEarlier(OTHER_HASH)],
    ],
  });
});

describe("a wallet that does not say what it sent", () => {
  it("need not be waited for: Mint is free, and a purchase approved later stands below", async () => {
    const send = late(page.purchaser.send);
    await run(
      [connected, mints, wait(30_000), press("Stop waiting")],
      [noAlert, isEnabled("Mint"), isNotBusy("Mint")],
      [listsEarlier("1 ticket: your wallet hasn't confirmed it yet.")],
      [send(HASH), listsEarlier("Ticket #7 is yours."), linksEarlier(HASH), state("idle")],
    );
  });
});

describe("purchases that the browser remembers", () => {
  const remembers = (quantityThen: number, transactionHash: string | null) => () => {
    page.settle.mockReturnValue(never());
    const order = {
      quantity: quantityThen,
      affiliate: { kind: "none" },
      payable: PRICE * BigInt(quantityThen),
    } as const;
    page.browser.intents.set("1", {
      id: "1",
      askedAt: 0,
      pending: { ...pendingPurchase({ order }), transactionHash },
      found: null,
      setAside: false,
      settled: null,
    });
  };
  const hasBought = () =>
    page.browser.intents.set("0-old", {
      id: "0-old",
      askedAt: 0,
      pending: pendingPurchase({ transactionHash: OTHER_HASH }),
      found: OTHER_HASH,
      setAside: false,
      settled: "certain",
    });
  const keeps = (count: number) => () => expect(page.browser.intents.size).toBe(count);

  it.each([null, HASH])("is shown as it was ordered, beside the form's order: %s", (hash) =>
    run(
      [remembers(5, hash), connected, hasQuantity(1), buys(1)],
      [sees(`5 tickets for ${money(5n * PRICE)}.`), isBusy("Mint")],
      [press(/^Stop/), listsEarlier("5 tickets: "), isEnabled("Mint")],
    ),
  );

  tell({
    "is looked for without a wallet, and shows nothing that it can't prove": [
      [remembers(2, HASH), shown, sees(miningMessages.remembered), lacks(/^Sent/)],
    ],
    "is shown without a wallet if its wallet has not answered": [
      [remembers(2, null), shown, has("button", "Connect Wallet"), state("sending")],
      [sees(progress.restored, `2 tickets for ${money(2n * PRICE)}.`)],
    ],
    "lists what this browser has bought before, but for what the page still tells of, until it is forgotten":
      [
        [hasBought, connected, sees("Purchases from this browser (1)")],
        [mints, succeeds, keeps(2), sees("Purchases from this browser (1)")],
        [increase, press("Remove this list from this browser"), keeps(0)],
        [lacks(/^Purchases from this browser/)],
      ],
  });
});

describe("failure", () => {
  const hasProvider = (provider: Eip1193Provider | null) => () =>
    page.wallet.getProvider.mockReturnValue(provider);
  const isElsewhere = () => {
    page.walletChain.id = ID_IN_NO_ROW;
  };

  tell({
    "says to connect when the wallet has gone meanwhile": [
      [hasProvider({ request: async () => [] }), connected, mints, hasSent(0)],
      [tells("alert", "please connect your wallet first")],
      [lacks("Connected as"), sees("Locked in your wallet:")],
      [press("Dismiss"), sees("Connected as")],
    ],
    "[P-26] says that there is no provider": [
      [hasProvider(null), connected, mints],
      [tells("alert", "Wallet provider not available"), hasSent(0)],
    ],
    "says no more that a code is inactive once the order has none": [
      [at("?a=stranger"), connected, mints],
      [tells("alert", "Invalid or inactive affiliate code.")],
      [press("Buy at the full price"), noAlert],
    ],
    "says no more that sales are paused once they go on": [
      [connected, chainHas({ paused: true }), mints],
      [tells("alert", "sales are paused. Nothing was sent."), wait(44_000), has("alert")],
      [chainHas({ paused: false }), wait(50_000), noAlert],
    ],
    "[P-15] can be dismissed": [
      [refuses({ reason: "rejected" }), connected, mints],
      [press("Dismiss"), noAlert, isEnabled("Mint")],
    ],
    "[P-15] goes with the next press on Mint": [
      [refuses({ reason: "rejected" }), connected, mints, has("alert")],
      [mints, noAlert, has("status")],
    ],
    "[P-29] of a mined transaction is an error": [
      [() => page.settle.mockRejectedValueOnce(new MintError({ reason: "chainReset" }))],
      [connected, mints, tells("alert", /^Error sending/), lacks("Transaction successful!")],
    ],
    "by a changed price shows the new one, which the next press pays": [
      [connected, chainHas({ price: DEARER }), mints, hasSent(0), costs(DEARER)],
      [tells("alert", `Error sending transaction: the price has changed to ${money(DEARER)}.`)],
      [mints, has("status")],
      [() => expect(page.purchaser.prepare.mock.lastCall?.[0].payable).toBe(DEARER)],
    ],
  });

  it("[P-21] says that the wallet is asked to switch, and leads to its app, until it has answered", async () => {
    const switched = late(page.wallet.switchNetwork);
    page.wallet.getLink.mockReturnValue("wallet://");
    await run(
      [isElsewhere, connected, mints, press("Switch to Ethereum"), noAlert],
      [sees("Confirm the network switch in your wallet."), links("Open wallet", "wallet://")],
      [switched(), lacks(/^Confirm the network switch/), hasNo("link", "Open wallet")],
    );
  });

  it.each([
    ["mainnet", "ETHEREUM MAINNET", "Switch to Ethereum"],
    ["base", "BASE BLOCKCHAIN", "Switch to Base"],
  ] as const)("[P-21] names the network %s as %s and offers to switch", (name, words, offer) =>
    run(
      [at("", name), isElsewhere, connected, mints, hasSent(0)],
      [
        tells("alert", `Please switch to the correct network (${words})!`),
        press(offer),
        () => expect(page.wallet.switchNetwork).toHaveBeenCalledOnce(),
      ],
      [noAlert, mints, succeeds],
    ),
  );
});

tell({
  "[P-02] shows the whole page with no wallet and no link": [
    [shown, has("main"), state("idle"), has("heading", collection.name), buys(1)],
    [() => expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent(collection.name)],
    [costs(PRICE), has("button", "Connect Wallet")],
  ],
});

describe("the network fee", () => {
  const OTHER_FEE = 2n * 10n ** 15n;
  const unknown = sees("plus the network fee");
  const about = (wei: bigint) => sees(`plus about ${money(wei)} network fee`);
  const feeIs = (wei: bigint) => () => page.purchaser.estimateFee.mockResolvedValue(wei);

  tell({
    "is an estimate, shown once an account is connected": [
      [connected, unknown, wait(500), about(FEE)],
    ],
    "is never another quantity's": [
      [connected, wait(500), about(FEE), feeIs(OTHER_FEE), increase, unknown],
      [wait(1_000), about(OTHER_FEE)],
      [() => expect(page.purchaser.estimateFee.mock.lastCall?.[0].quantity).toBe(2)],
    ],
    "is never another price's": [
      [connected, wait(500), about(FEE), feeIs(OTHER_FEE), chainHas({ price: DEARER })],
      [wait(29_620), costs(DEARER), unknown, wait(500), about(OTHER_FEE)],
    ],
    "goes when the wallet does, and is asked for no more": [
      [connected, wait(500), disconnects, unknown, wait(1_000)],
      [() => expect(page.purchaser.estimateFee).toHaveBeenCalledOnce()],
    ],
    "is left open when it can't be estimated": [
      [() => page.purchaser.estimateFee.mockImplementationOnce(down)],
      [connected, wait(500), unknown],
    ],
  });

  it("is never shown beside a price that it was not asked for, however late it comes", async () => {
    const fee = late(page.purchaser.estimateFee);
    await run(
      [connected, wait(500), feeIs(OTHER_FEE)],
      [chainHas({ price: DEARER }), wait(30_500), about(OTHER_FEE)],
      [fee(9n * 10n ** 15n), about(OTHER_FEE)],
    );
  });
});

describe("the connected account's tickets", () => {
  it("are counted again once a purchase has brought some", async () => {
    let held = 0;
    const count = vi.spyOn(noTickets.held, "count").mockImplementation(async () => held);
    onTestFinished(() => count.mockRestore());
    await run([connected, sees("This account holds no tickets yet.")]);
    held = 1;
    await run([mints, sees("Ticket #7 is yours.", "This account holds 1 ticket.")]);
    expect(count).toHaveBeenCalledTimes(2);
  });
});

describe("an order for another address", () => {
  const field = () => screen.getByRole("textbox", { name: /new owner/ });
  const unfold = () => screen.getByText("Mint to another address");
  const owner = () => screen.getByText(/The tickets go to/);
  const goTo = (text: string) => () => expect(owner()).toHaveTextContent(text);
  const given = async (text: string) => {
    await page.user.click(field());
    await page.user.paste(text);
    await pass(0);
  };
  const pastes = (text: string) => () => given(text);
  const typed = (text: string) => async () => {
    await connected();
    await page.user.click(unfold());
    await given(text);
  };
  const empties = async () => {
    await page.user.clear(field());
    await pass(0);
  };
  const finds = press("Find address");
  const answers = (answer: NameAnswer) => () => page.recipients.lookUp.mockResolvedValue(answer);
  const hasLookedUp =
    (...names: readonly string[]) =>
    () =>
      expect(page.recipients.lookUp.mock.calls.map(([name]) => name)).toEqual(names);
  const ordered = () => page.purchaser.prepare.mock.lastCall?.[0];
  const isForBuyer = () => expect(ordered()).not.toHaveProperty("recipient");
  const isForFriend = () => expect(ordered()).toMatchObject({ recipient: FRIEND });
  const fee = () => page.purchaser.estimateFee.mock.lastCall?.[0];
  const isEmpty = () => expect(field()).toHaveValue("");
  const ownWallet = "Mint to my wallet instead";
  const warning = /^This contract may not support NFTs/;

  tell({
    "is closed until it is wanted, and loads nothing until then": [
      [connected, () => expect(unfold().closest("details")).not.toHaveAttribute("open")],
      [wait(1_000), () => expect(page.recipients.read).not.toHaveBeenCalled(), isEnabled("Mint")],
    ],
    "has no buyer while what is typed is no address": [
      [typed("0x3c44CdDd"), sees(/^This address has a typo/), isDisabled("Mint")],
      [() => expect(field()).toHaveAttribute("aria-invalid", "true")],
      [() => expect(field()).toHaveAccessibleDescription(/typo/)],
      [mints, wait(1_000), asksNothing],
    ],
    "says that its code could not be loaded, and sells nothing until it is": [
      [warns("The code for other owners could not be loaded")],
      [
        () =>
          page.recipients.read.mockImplementationOnce(() => {
            throw new TypeError("Failed to fetch");
          }),
      ],
      [typed(FRIEND), sees(/^This part of the page didn't load/), isDisabled("Mint")],
      [empties, pastes(FRIEND), goTo(FRIEND)],
    ],
    "goes back to the visitor's own wallet": [
      [typed(FRIEND), press(ownWallet), lacks(FRIEND), isEmpty],
      [() => expect(button("Mint")).toHaveFocus(), mints, isForBuyer],
    ],
    "is the usual order if the address is that of the visitor's own wallet": [
      [typed(FRIEND), connects(FRIEND), sees("This is your own wallet's address.")],
      [lacks(/not to your wallet/), connects(), sees(/not to your wallet/)],
      [connects(FRIEND), wait(400), () => expect(fee()).not.toHaveProperty("recipient")],
      [press(ownWallet), lacks(/your own wallet/)],
    ],
    "is asked for by Enter, but not by one that ends what an input method composes": [
      [typed("friend.eth")],
      [() => fireEvent.keyDown(field(), { key: "Enter", isComposing: true })],
      [wait(0), hasLookedUp()],
      [() => expect(fireEvent.keyDown(field(), { key: "Enter" })).toBe(false)],
      [wait(0), has("button", "Use this address")],
    ],
    "can be looked up again after a name could not be read": [
      [() => page.recipients.lookUp.mockResolvedValueOnce({ kind: "unread" })],
      [typed("friend.eth"), finds, sees(/Try again/)],
      [finds, hasLookedUp("friend.eth", "friend.eth"), sees(FRIEND)],
    ],
    "asks whether it is a name if its ending is left out": [
      [typed("alice"), sees("Is this a name?", "alice.eth"), isDisabled("Mint")],
      [finds, hasLookedUp("alice.eth"), lacks("Is this a name?"), sees(FRIEND)],
    ],
    "does so too once the field is emptied": [
      [typed(FRIEND), empties, lacks(/The tickets go to/), isEnabled("Mint")],
    ],
    "is for a name's address once the visitor has seen and taken it": [
      [typed("friend.eth"), isDisabled("Mint"), hasLookedUp()],
      [finds, hasLookedUp("friend.eth"), sees(FRIEND), isDisabled("Mint")],
      [press("Use this address"), goTo(`friend.eth ${FRIEND}`), mints, isForFriend],
    ],
    "offers names only on mainnet": [
      [at("", "base"), connected],
      [() => expect(field()).toHaveAccessibleName("Address of the new owner")],
    ],
    "warns of a contract that can't show tickets, and leaves it to the visitor": [
      [() => page.recipients.canHold.mockResolvedValue(false), typed(FRIEND)],
      [() => expect(page.recipients.canHold.mock.lastCall?.[0]).toBe(FRIEND)],
      [sees(warning), isEnabled("Mint")],
    ],
  });

  it("says whose the tickets will be before Mint is pressed, and is bought for that address", async () => {
    await run([typed(FRIEND), goTo(`The tickets go to ${FRIEND} and not to your wallet.`)]);
    expect(button("Mint").compareDocumentPosition(owner())).toBe(Node.DOCUMENT_POSITION_PRECEDING);
    expect(page.purchaser.estimateFee).not.toHaveBeenCalled();
    await pass(400);
    expect(fee()).toMatchObject({ recipient: FRIEND });
    page.purchaser.send.mockReturnValue(never());
    await mints();
    const order = { quantity: 1, affiliate: { kind: "none" }, payable: PRICE, recipient: FRIEND };
    expect(page.purchaser.prepare.mock.lastCall?.slice(0, 2)).toEqual([order, BUYER]);
    expect(page.purchaser.send.mock.lastCall?.[0].order.recipient).toBe(FRIEND);
    sees(`1 ticket for ${money(PRICE)}. The tickets go to ${FRIEND}.`)();
    expect(field()).toBeDisabled();
    expect(button(ownWallet)).toBeDisabled();
  });

  it.each([FRIEND, "0x3c44CdDd"])("ends with the wallet that is left: %s", (text) =>
    run(
      [typed(text), disconnects, connects(), wait(120), isEmpty],
      [lacks(/The tickets go to|owner's address first/), mints, isForBuyer],
    ),
  );

  it.each<[string, NameAnswer, RegExp]>([
    ["is unknown", { kind: "unknown" }, /This name has no address\./],
    ["is unread", { kind: "unread" }, /This page couldn't look up this name\./],
    [
      "is the contract's",
      { kind: "refused", reason: "ticket" },
      /^This is the contract that sells/,
    ],
  ])("can't be placed if the name %s", (_, answer, words) =>
    run(
      [answers(answer), typed("friend.eth"), finds, sees(words)],
      [hasNo("button", "Use this address"), isDisabled("Mint")],
    ),
  );

  it("takes no late answer for another text", async () => {
    const found = late(page.recipients.lookUp);
    await run(
      [typed("friend.eth"), finds, () => page.user.type(field(), "x")],
      [found({ kind: "found", address: FRIEND }), lacks(FRIEND), isDisabled("Mint")],
    );
  });

  it.each([
    ["does not tell", async () => null],
    ["fails", down],
  ])(
    "says that it is not known whether an address can show tickets if the network %s",
    (_, canHold) =>
      run(
        [() => page.recipients.canHold.mockImplementation(canHold), typed(FRIEND)],
        [sees(/^This page couldn't check whether this address/), lacks(warning)],
      ),
  );

  it("never says of one address what is known of another", async () => {
    page.recipients.canHold.mockResolvedValueOnce(false);
    const canHold = late(page.recipients.canHold);
    await run([typed(FRIEND), sees(warning)]);
    page.recipients.read.mockReturnValueOnce({ kind: "address", address: TICKET });
    await run([pastes("x"), goTo(TICKET), lacks(warning)]);
    expect(page.recipients.canHold.mock.calls[0]?.[1].aborted).toBe(true);
    await run([canHold(true), lacks(warning)]);
  });

  it.each([
    `?to=${FRIEND}`,
    `?recipient=${FRIEND}`,
    `?a=welcome5&card=${FRIEND}#recipient=${FRIEND}`,
  ])("is not made by a link: %s", (search) => {
    localStorage.setItem("recipient", FRIEND);
    return run([at(search), connected, isEmpty, mints, isForBuyer]);
  });
});
