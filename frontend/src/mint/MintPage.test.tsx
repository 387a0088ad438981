// @vitest-environment jsdom

import { act, fireEvent, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import * as collection from "../../../collection.ts";
import { type NetworkName, networks } from "../../../networks.ts";
import { fakeSale } from "../../../test/doubles/page/fake-ticket.ts";
import { fakeWallet } from "../../../test/doubles/page/fake-wallet.ts";
import { latePictures } from "../../../test/doubles/page/late-pictures.ts";
import { alone, MemoryPurchases } from "../../../test/doubles/page/memory-purchases.ts";
import { noTickets } from "../../../test/doubles/page/no-tickets.ts";
import { pendingPurchase } from "../../../test/doubles/page/pending-purchase.ts";
import { expectWarning } from "../../../test/frontend/support/quiet.ts";
import { discounted } from "../../../test/support/collection.ts";
import { type Deferred, deferred } from "../../../test/support/deferred.ts";
import { money } from "../../../test/support/money.ts";
import type { PreparedPurchase, Purchaser } from "../chain/purchase/purchase.ts";
import type { TicketReader } from "../chain/sale/reader.ts";
import type { Eip1193Provider } from "../domain/mint/eip1193.ts";
import { MintError, type MintFailure } from "../domain/mint/mint-failure.ts";
import type { MiningNotice } from "../domain/mint/mint-state.ts";
import type { NameAnswer, Recipients } from "../domain/mint/recipient.ts";
import { codeOf, parseLink } from "../domain/order/link.ts";
import type { Order } from "../domain/order/order.ts";
import { formatPercent } from "../domain/order/price.ts";
import type { PendingPurchase, Purchase, Sale } from "../domain/order/sale.ts";
import { miningMessages, progress } from "../domain/words/outcome-words.ts";
import type { Wallet, WalletState } from "../wallet/wallet.ts";
import type { ReadAccountName } from "./checkout/Account.tsx";
import { checkoutWith } from "./checkout/Checkout.tsx";
import { MintPage, type Opening } from "./MintPage.tsx";
import { dollarsWith } from "./order/Dollars.tsx";
import { meantCodeWith } from "./order/MeantCode.tsx";
import { OpeningNote } from "./order/OpeningNote.tsx";
import { createMintStatus } from "./purchases/mint-status.ts";

const TICKET = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
const BUYER = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const FRIEND = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
const HASH = `0x${"ab".repeat(32)}`;
const ID_IN_NO_ROW = 424_242;
const PRICE = 50_000_000_000_000_000n;
const DEARER = 60_000_000_000_000_000n;
const FEE = 1_234_567_000_000_000n;
const SUM = new RegExp(`\\d ${networks.mainnet.currency.symbol}`);

const { maxPerPurchase, noun, progressShownAbove, size } = collection;
const SIZE = BigInt(size);
const DISCOUNT = `-${formatPercent(collection.discountPercent)}`;

const NOT_READ = "The sale could not be read";

type Query = Parameters<TicketReader["readSale"]>[0];
type Report = Parameters<Purchaser["follow"]>[3];

/** 2,500 US dollars by default. */
const feed = (rate: bigint | null = 250_000_000_000n) =>
  dollarsWith({ getRate: () => rate, subscribe: () => () => undefined });

/** By default everything works. Each test breaks one part. */
function open(search = "", networkName: NetworkName = "mainnet") {
  const network = networks[networkName];
  const chain = {
    totalSupply: 0n,
    paused: false,
    price: PRICE,
    activeCodes: ["welcome5"],
  };
  const saleFor = (query: Query): Sale => fakeSale(chain, query);
  // The fake ignores the signal, because late answers must reach the page.
  const readSale = vi.fn<TicketReader["readSale"]>(async (query) => saleFor(query));

  const walletChain: { id: number } = { id: network.chainId };
  const provider: Eip1193Provider = {
    request: async ({ method }) =>
      method === "eth_accounts" ? [BUYER] : `0x${walletChain.id.toString(16)}`,
  };
  const { wallet: idle, set: setWallet } = fakeWallet({ status: "asleep" });
  const wallet = {
    ...idle,
    warm: vi.fn<Wallet["warm"]>(),
    connect: vi.fn<Wallet["connect"]>(async () => undefined),
    cancelConnect: vi.fn<Wallet["cancelConnect"]>(),
    showAccount: vi.fn<Wallet["showAccount"]>(async () => undefined),
    switchNetwork: vi.fn<Wallet["switchNetwork"]>(async () => {
      walletChain.id = network.chainId;
    }),
    getLink: vi.fn<Wallet["getLink"]>(() => null),
    getProvider: vi.fn<Wallet["getProvider"]>(() => provider),
  };

  const order: Order = { quantity: 1, affiliate: { kind: "none" }, payable: PRICE };
  const pending = pendingPurchase({ transactionHash: HASH, buyer: BUYER, order });
  const prepared: PreparedPurchase = { ...pending, transaction: { to: TICKET, data: "0x" } };
  const purchase: Purchase = { transactionHash: HASH, firstTokenId: 7n, quantity: 1 };
  const settle = vi.fn<(sent: PendingPurchase, report: Report) => Promise<Purchase>>(
    async ({ transactionHash }) => ({
      ...purchase,
      transactionHash: transactionHash ?? HASH,
    }),
  );
  let sent = 0;
  const purchaser = {
    assess: vi.fn<Purchaser["assess"]>(async ({ quantity, affiliate }, _buyer, signal) => {
      const sale = await readSale({ quantity, affiliateCode: codeOf(affiliate) }, signal);
      return { sale, block: 10, assessments: [] };
    }),
    prepare: vi.fn<Purchaser["prepare"]>(async (ordered) => ({ ...prepared, order: ordered })),
    hear: vi.fn<Purchaser["hear"]>(() => new Promise(() => undefined)),
    send: vi.fn<Purchaser["send"]>(async () => {
      sent += 1;
      return sent === 1 ? HASH : `0x${String(sent).padStart(64, "0")}`;
    }),
    estimateFee: vi.fn<Purchaser["estimateFee"]>(async () => FEE),
    follow: vi.fn<Purchaser["follow"]>(async (known, _askedAt, _others, report) => {
      const now = known();
      return now.transactionHash === null ? new Promise(() => undefined) : settle(now, report);
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
  const purchases = { ...browser.tab(), keeps: vi.fn(() => true) };
  const ports = {
    chainId: network.chainId,
    currencySymbol: network.currency.symbol,
    wallet,
    loadPurchaser: async () => purchaser,
    pictures: latePictures(),
    tickets: noTickets,
    loadRecipients: async () => recipients,
    readAccountName,
    purchases,
    exclusively: alone,
  };
  const status = createMintStatus();
  const checkout = { Part: checkoutWith(ports, status), preload: () => undefined };
  const show = async (
    opening: Opening | null = null,
    dollars: ReturnType<typeof feed> | null = null,
  ) => {
    const page = render(
      <MintPage
        link={parseLink(search)}
        network={network}
        ticketAddress={TICKET}
        wallet={wallet}
        phoneWallets={true}
        reader={{ readSale }}
        mint={status}
        checkout={checkout}
        opening={opening}
        dollars={dollars}
        meant={meantCodeWith({ readSale })}
        resuming={() => browser.unsettled.length > 0}
      />,
    );
    await pass(0);
    return page;
  };
  return {
    chain,
    saleFor,
    readSale,
    wallet,
    walletChain,
    setWallet,
    purchaser,
    prepared,
    pending,
    purchase,
    settle,
    recipients,
    readAccountName,
    browser,
    purchases,
    user,
    show,
  };
}

async function connected(search = "", networkName: NetworkName = "mainnet") {
  const page = open(search, networkName);
  page.setWallet({ status: "connected", address: BUYER });
  await page.show();
  return page;
}

async function pass(ms: number): Promise<void> {
  for (let left = ms; left >= 0; left -= 500) {
    await act(() => vi.advanceTimersByTimeAsync(Math.min(left, 500)));
  }
}

const quantity = () => screen.getByRole("spinbutton", { name: "Quantity" });
const increase = () => screen.getByRole("button", { name: "Increase quantity" });
const decrease = () => screen.getByRole("button", { name: "Decrease quantity" });
const mint = () => screen.getByRole("button", { name: "Mint" });
const connect = () => screen.getByRole("button", { name: "Connect Wallet" });

beforeEach(() => {
  vi.useFakeTimers();
});

describe("order details", () => {
  it("[P-05] are headed so", async () => {
    await open().show();
    expect(screen.getByRole("heading", { name: "Order details" })).toBeVisible();
  });

  describe("quantity", () => {
    it("[P-06] starts at 1", async () => {
      await open().show();
      expect(quantity()).toHaveValue("1");
      expect(quantity()).toHaveAttribute("aria-valuemin", "1");
      expect(quantity()).toHaveAttribute("aria-valuemax", String(maxPerPurchase));
    });

    it.each([
      ["3", 3],
      [String(maxPerPurchase + 1), maxPerPurchase],
      ["-3", 1],
      ["2.5", 2],
    ])("[P-06] typed as %s is %d", async (typed, value) => {
      const { user, show } = open();
      await show();
      await user.clear(quantity());
      await user.type(quantity(), typed);
      await user.tab();
      expect(quantity()).toHaveValue(String(value));
      expect(screen.getByText(`you will buy ${value} x ${noun}`)).toBeVisible();
    });

    it("[P-06] may be empty while it is typed, and is what it was when it is left so", async () => {
      const { user, show } = open();
      await show();
      await user.clear(quantity());
      await user.type(quantity(), String(maxPerPurchase));
      await user.clear(quantity());
      expect(quantity()).toHaveValue("");
      expect(screen.getByText(`you will buy ${maxPerPurchase} x ${noun}`)).toBeVisible();
      await user.tab();
      expect(quantity()).toHaveValue(String(maxPerPurchase));
    });

    it("[P-06] keeps the order while something else is typed, and shows the order when it is left", async () => {
      const { user, show } = open();
      await show();
      await user.clear(quantity());
      await user.type(quantity(), "2.5");
      expect(quantity()).toHaveValue("2.5");
      expect(quantity()).toHaveAttribute("aria-valuenow", "2");
      expect(screen.getByText(`you will buy 2 x ${noun}`)).toBeVisible();
      await user.click(increase());
      expect(quantity()).toHaveValue("3");
    });

    it("[P-06] is stepped by the arrow keys, within the bounds", async () => {
      const { user, show } = open();
      await show();
      await user.click(quantity());
      await user.keyboard("{ArrowDown}");
      expect(quantity()).toHaveValue("1");
      await user.keyboard("{ArrowUp}{ArrowUp}{ArrowDown}");
      expect(quantity()).toHaveValue("2");
      expect(quantity()).toHaveAttribute("aria-valuenow", "2");
      await user.clear(quantity());
      await user.type(quantity(), `${maxPerPurchase}{ArrowUp}`);
      expect(quantity()).toHaveValue(String(maxPerPurchase));
      await user.keyboard("x{ArrowDown}");
      expect(quantity()).toHaveValue(String(maxPerPurchase - 1));
    });

    it("[P-06] is stepped to its bounds and by ten, as other spinbuttons are", async () => {
      const { user, show } = open();
      await show();
      await user.click(quantity());
      await user.keyboard("{End}");
      expect(quantity()).toHaveValue(String(maxPerPurchase));
      await user.keyboard("{PageDown}");
      expect(quantity()).toHaveValue(String(Math.max(1, maxPerPurchase - 10)));
      await user.keyboard("{Home}");
      expect(quantity()).toHaveValue("1");
      await user.keyboard("{PageUp}");
      expect(quantity()).toHaveValue(String(Math.min(maxPerPurchase, 11)));
    });

    it("[P-06] is 1 when the field is left with 0", async () => {
      const { user, show } = open();
      await show();
      await user.click(increase());
      await user.clear(quantity());
      await user.type(quantity(), "0");
      expect(screen.getByText(`you will buy 2 x ${noun}`)).toBeVisible();
      await user.tab();
      expect(quantity()).toHaveValue("1");
      expect(screen.getByText(`you will buy 1 x ${noun}`)).toBeVisible();
    });

    it("[P-06] takes no letters", async () => {
      const { user, show } = open();
      await show();
      await user.type(quantity(), "abc");
      await user.tab();
      expect(quantity()).toHaveValue("1");
      await user.clear(quantity());
      await user.paste("lots");
      await user.tab();
      expect(quantity()).toHaveValue("1");
    });

    it("[P-06] follows the buttons, which end at the bounds", async () => {
      const { user, show } = open();
      await show();
      expect(decrease()).toBeDisabled();
      await user.click(increase());
      await user.click(increase());
      await user.click(decrease());
      expect(quantity()).toHaveValue("2");
      await user.clear(quantity());
      await user.type(quantity(), String(maxPerPurchase - 1));
      await user.click(increase());
      expect(quantity()).toHaveValue(String(maxPerPurchase));
      expect(increase()).toBeDisabled();
    });
  });

  it.each([
    ["", `you will buy 1 x ${noun}`],
    ["?card=Garden%20Flat", `you will buy 1 x Garden Flat ${noun}`],
    ["?card=%3Cb%3EVilla%3C/b%3E", `you will buy 1 x bVilla b ${noun}`],
    ["?card=%3C%3E", `you will buy 1 x ${noun}`],
  ])("[P-07] [P-02] with %j read: %s", async (search, line) => {
    await open(search).show();
    expect(document.querySelector(".summary-line")?.textContent).toBe(line);
  });

  it.each([
    [
      "?card=Refund%20ready%20visit%20hearth-claim%20com%20now",
      "Refund ready visit hearth-claim com now",
    ],
    ["?card=Villa%E3%85%A4", "Villa"],
  ])("[P-07] with %j quote the label as the link's words: %s", async (search, label) => {
    await open(search).show();
    const line = document.querySelector(".summary-line");
    expect(line?.querySelector("q")?.textContent).toBe(label);
    expect(line?.textContent).toBe(`you will buy 1 x ${label} ${noun}`);
  });

  it.each(["", "?card=%E3%85%A4", "?card=%3C%3E"])(
    "[P-07] with %j quote nothing",
    async (search) => {
      await open(search).show();
      expect(document.querySelector(".summary-line q")).toBeNull();
    },
  );

  it("[P-07] follow the quantity", async () => {
    const { user, show } = open("?card=Villa");
    await show();
    await user.click(increase());
    expect(document.querySelector(".summary-line")?.textContent).toBe(
      `you will buy 2 x Villa ${noun}`,
    );
  });
});

describe("affiliate code", () => {
  const codeLine = () => document.querySelector(".affiliate-code")?.textContent;

  it("[P-08] [P-02] is named when the link has one", async () => {
    await open("?a=WELCOME5").show();
    expect(codeLine()).toBe("You are using affiliate code: welcome5");
    expect(screen.queryByText(/not active/i)).not.toBeInTheDocument();
  });

  it.each(["", "?a=", "?card=Villa"])("[P-08] is not mentioned with %j", async (search) => {
    await open(search).show();
    expect(screen.queryByText(/affiliate/)).not.toBeInTheDocument();
  });

  it("is asked about as the link spells it, lower-cased", async () => {
    const { readSale, show } = open("?a=WELCOME5");
    await show();
    expect(readSale.mock.calls[0]?.[0]).toMatchObject({ quantity: 1, affiliateCode: "welcome5" });
  });

  it("that is malformed is shown bounded, and inactive without being asked about", async () => {
    const { readSale, show } = open(`?a=${"x".repeat(10_000)}`);
    await show();
    expect(codeLine()).toBe(`You are using affiliate code: ${"x".repeat(32)}…`);
    expect(screen.getByText(/Not active/)).toBeVisible();
    expect(readSale.mock.calls[0]?.[0]).toMatchObject({ quantity: 1, affiliateCode: null });
  });

  it("that is malformed offers the active code in it, which one press takes", async () => {
    const { user, readSale, show } = open("?a=Welcome5).");
    await show();
    expect(codeLine()).toBe("You are using affiliate code: Welcome5…");
    const offer = document.querySelector(".meant-code");
    expect(offer).toHaveTextContent("Did you mean welcome5? Use it");
    expect(readSale.mock.calls[0]?.[0]).toMatchObject({ quantity: 1, affiliateCode: null });

    await user.click(screen.getByRole("button", { name: "Use it" }));
    expect(codeLine()).toBe("You are using affiliate code: welcome5");
    await pass(1_000);
    expect(screen.getByText(money(discounted(PRICE)))).toBeVisible();
    expect(screen.getByRole("button", { name: "Connect Wallet" })).toHaveFocus();
  });

  it.each(["?a=stranger.", "?a=wel.come5", "?a=stranger"])(
    "of %s offers no other",
    async (search) => {
      await open(search).show();
      expect(screen.getByText(/Not active/)).toBeVisible();
      expect(screen.queryByText(/Did you mean/)).not.toBeInTheDocument();
    },
  );

  it("that is inactive says so, shows the full price and offers to buy without it", async () => {
    const { user, readSale, show } = open("?a=stranger");
    await show();
    expect(screen.getByText(/Not active/)).toBeVisible();
    expect(screen.getByText(money(PRICE))).toBeVisible();
    expect(screen.queryByText(DISCOUNT)).not.toBeInTheDocument();

    await user.click(screen.getByRole("button", { name: "Buy at the full price" }));
    await pass(120);
    expect(screen.queryByText(/affiliate code/)).not.toBeInTheDocument();
    expect(screen.getByText(money(PRICE))).toBeVisible();
    expect(readSale.mock.lastCall?.[0]).toMatchObject({ quantity: 1, affiliateCode: null });
  });
});

describe("price", () => {
  it(`[P-09] [P-10] without a code is one price in ${networks.mainnet.currency.symbol} with six decimals`, async () => {
    await open().show();
    expect(screen.getByText(money(PRICE))).toBeVisible();
    expect(screen.queryByRole("deletion")).not.toBeInTheDocument();
    expect(screen.queryByText(DISCOUNT)).not.toBeInTheDocument();
  });

  it(`[P-10] with a code is struck through beside the discounted one, labelled ${DISCOUNT}`, async () => {
    await open("?a=welcome5").show();
    expect(screen.getByRole("deletion")).toHaveTextContent(money(PRICE));
    expect(screen.getByText(money(discounted(PRICE)))).toBeVisible();
    expect(screen.getByText(DISCOUNT)).toBeVisible();
    expect(screen.getByText(DISCOUNT).closest("p")).toHaveTextContent(
      `Normal price ${money(PRICE)} Your price ${money(discounted(PRICE))} ${DISCOUNT}`,
    );
  });

  it("[P-09] is not shown while it is not known", async () => {
    const { readSale, show } = open();
    readSale.mockReturnValue(new Promise(() => undefined));
    await show();
    expect(screen.queryByText(SUM)).not.toBeInTheDocument();
    expect(screen.getByText("Loading the price…")).toBeVisible();
  });

  it("[P-09] is not shown when it is 0", async () => {
    const { chain, show } = open();
    chain.price = 0n;
    await show();
    expect(screen.queryByText(SUM)).not.toBeInTheDocument();
  });

  it("[P-16] is fetched at once, and again for each quantity", async () => {
    const { user, readSale, show } = open();
    await show();
    expect(readSale).toHaveBeenCalledOnce();
    await user.click(increase());
    await pass(120);
    await user.click(increase());
    await pass(120);
    expect(readSale.mock.calls.map(([query]) => query.quantity)).toEqual([1, 2, 3]);
    expect(screen.getByText(money(3n * PRICE))).toBeVisible();
  });

  it("is not read while the page is hidden, and at once when it is shown", async () => {
    const hidden = vi.spyOn(document, "hidden", "get").mockReturnValue(true);
    const { readSale, show } = open();
    await show();
    await pass(120_000);
    expect(readSale).toHaveBeenCalledOnce();
    hidden.mockReturnValue(false);
    act(() => {
      document.dispatchEvent(new Event("visibilitychange"));
    });
    await pass(120);
    expect(readSale).toHaveBeenCalledTimes(2);
  });

  describe("answers that come late", () => {
    it("[P-16] never replace a newer one, in whichever order they come", async () => {
      const { user, readSale, saleFor, show } = open();
      const answers: (Deferred<Sale> & { query: Query })[] = [];
      readSale.mockImplementation((query) => {
        const answer = { ...deferred<Sale>(), query };
        answers.push(answer);
        return answer.promise;
      });
      await show();
      for (const _ of [2, 3, 4]) {
        await user.click(increase());
        await pass(120);
      }
      expect(answers.map(({ query }) => query.quantity)).toEqual([1, 2, 3, 4]);

      const settle = async (index: number) => {
        const answer = answers[index];
        if (answer === undefined) throw new Error("Not asked");
        const sale = saleFor(answer.query);
        const normal = sale.quote.normal + BigInt(index) * 10n ** 12n;
        answer.resolve({ ...sale, quote: { ...sale.quote, normal, payable: normal } });
        await pass(0);
      };
      await settle(1);
      expect(screen.queryByText(SUM)).not.toBeInTheDocument();
      await settle(3);
      expect(screen.getByText(money(4n * PRICE + 3n * 10n ** 12n))).toBeVisible();
      await settle(0);
      await settle(2);
      expect(screen.getByText(money(4n * PRICE + 3n * 10n ** 12n))).toBeVisible();
    });

    it("[P-16] never replace a newer one by failing", async () => {
      const { user, readSale, saleFor, show } = open();
      const first = deferred<Sale>();
      readSale.mockReturnValueOnce(first.promise);
      await show();
      await user.click(increase());
      await pass(120);
      first.reject(new Error("too late"));
      await pass(0);
      expect(screen.getByText(money(2n * PRICE))).toBeVisible();
      expect(saleFor({ quantity: 2, affiliateCode: null }).quote.payable).toBe(10n ** 17n);
    });
  });

  describe("that can't be read", () => {
    it("[P-27] is 0.0000, with no fee and no alert, and is logged", async () => {
      expectWarning(NOT_READ);
      const { readSale, show } = open();
      readSale.mockRejectedValue(new Error("down"));
      await show();
      expect(screen.getByText(/0\.0000/)).toBeVisible();
      expect(screen.queryByText(/network fee/)).not.toBeInTheDocument();
      expect(screen.queryByText(SUM)).not.toBeInTheDocument();
      expect(screen.queryByRole("alert")).not.toBeInTheDocument();
    });

    it("can't be paid", async () => {
      expectWarning(NOT_READ);
      const { readSale, user, setWallet, purchaser, show } = open();
      setWallet({ status: "connected", address: BUYER });
      readSale.mockRejectedValue(new Error("down"));
      await show();
      await user.click(mint());
      await pass(0);
      expect(screen.getByRole("alert")).toHaveTextContent("Invalid amount specified");
      expect(purchaser.send).not.toHaveBeenCalled();
    });
  });
});

describe("supply", () => {
  it(`[P-04] [P-17] is hidden at ${progressShownAbove} minted`, async () => {
    const { chain, show } = open();
    chain.totalSupply = BigInt(progressShownAbove);
    await show();
    expect(screen.queryByRole("progressbar")).not.toBeInTheDocument();
    expect(screen.queryByText(new RegExp(`/ ${size}`))).not.toBeInTheDocument();
  });

  it(`[P-04] [P-17] is shown at ${progressShownAbove + 1}, out of ${size}`, async () => {
    const { chain, show } = open();
    chain.totalSupply = BigInt(progressShownAbove + 1);
    await show();
    const bar = screen.getByRole("progressbar", { name: "Total minted" });
    expect(bar).toHaveAttribute("value", String(progressShownAbove + 1));
    expect(bar).toHaveAttribute("max", String(size));
    expect(screen.getByText(`${progressShownAbove + 1} / ${size}`)).toBeVisible();
  });

  it("[P-27] that can't be read is only logged, and what was known stays", async () => {
    expectWarning(NOT_READ);
    const { chain, readSale, show } = open();
    chain.totalSupply = BigInt(progressShownAbove + 1);
    await show();
    readSale.mockRejectedValue(new Error("down"));
    await pass(30_120);
    expect(screen.getByText(`${progressShownAbove + 1} / ${size}`)).toBeVisible();
    expect(screen.queryByRole("alert")).not.toBeInTheDocument();
  });
});

describe("availability", () => {
  it("says how many one purchase can have", async () => {
    await open().show();
    expect(screen.getByText(`Up to ${maxPerPurchase} in one purchase.`)).toHaveClass(
      "availability",
      {
        exact: true,
      },
    );
  });

  it.each([
    [size - 2, "Only 2 tickets left", 2],
    [size - 1, "Only 1 ticket left", 1],
  ])("after %d tickets says: %s, and lets no visitor choose more", async (sold, words, max) => {
    const { user, chain, show } = open();
    chain.totalSupply = BigInt(sold);
    await show();
    expect(screen.getByText(words)).toHaveClass("notable");
    expect(quantity()).toHaveAttribute("aria-valuemax", String(max));
    await user.clear(quantity());
    await user.type(quantity(), String(maxPerPurchase));
    expect(quantity()).toHaveValue(String(max));
    expect(increase()).toBeDisabled();
  });

  it("of exactly what one purchase can have is as good as ever", async () => {
    const { chain, show } = open();
    chain.totalSupply = SIZE - BigInt(maxPerPurchase);
    await show();
    expect(screen.getByText(`Up to ${maxPerPurchase} in one purchase.`)).toBeVisible();
  });

  it("of nothing has the way to the marketplace, without a wallet", async () => {
    const { chain, show } = open();
    chain.totalSupply = SIZE;
    await show();
    expect(connect()).toBeVisible();
    expect(screen.getByRole("link", { name: "View on OpenSea" })).toHaveAttribute(
      "href",
      `https://opensea.io/assets/ethereum/${TICKET}`,
    );
  });

  it("of nothing has no way to a marketplace that the network does not have", async () => {
    const { chain, show } = open("", "sepolia");
    chain.totalSupply = SIZE;
    await show();
    expect(screen.getByText("Sold out.")).toBeVisible();
    expect(screen.queryByRole("link", { name: /OpenSea/ })).not.toBeInTheDocument();
  });

  it("has no way to the marketplace while tickets are left", async () => {
    const { chain, show } = open();
    chain.totalSupply = SIZE - 1n;
    await show();
    expect(screen.getByText("Only 1 ticket left")).toBeVisible();
    expect(screen.queryByRole("link", { name: /OpenSea/ })).not.toBeInTheDocument();
  });

  it("of nothing says so, and sells nothing", async () => {
    const { user, chain, setWallet, purchaser, show } = open();
    chain.totalSupply = SIZE;
    setWallet({ status: "connected", address: BUYER });
    await show();
    const note = screen.getByText("Sold out.");
    expect(note).toHaveClass("notable");
    expect(note.compareDocumentPosition(quantity())).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(quantity()).toBeDisabled();
    expect(quantity()).toHaveValue("1");
    expect(decrease()).toBeDisabled();
    expect(increase()).toBeDisabled();
    expect(mint()).toBeDisabled();
    await user.click(mint());
    await pass(1_000);
    expect(purchaser.prepare).not.toHaveBeenCalled();
    expect(purchaser.estimateFee).not.toHaveBeenCalled();
  });

  it("of a paused sale says so and disables Mint itself, until sales go on", async () => {
    const { user, chain, setWallet, purchaser, show } = open();
    chain.paused = true;
    setWallet({ status: "connected", address: BUYER });
    await show();
    expect(screen.getByText("Sales are paused.")).toHaveClass("notable");
    expect(screen.getByRole("button", { name: "Manage wallet" })).toBeVisible();
    expect(mint()).not.toHaveAttribute("aria-busy");
    expect(mint()).toBeDisabled();
    expect(quantity()).toBeEnabled();
    await user.click(mint());
    await pass(1_000);
    expect(purchaser.prepare).not.toHaveBeenCalled();
    expect(purchaser.estimateFee).not.toHaveBeenCalled();

    chain.paused = false;
    await pass(45_120);
    expect(screen.queryByText(/paused/)).not.toBeInTheDocument();
    expect(mint()).toBeEnabled();
  });

  describe("with an opening time", () => {
    const inHours = (hours: number): Opening => ({
      opens: Date.now() + hours * 3_600_000,
      Note: OpeningNote,
    });

    beforeEach(() => {
      vi.stubGlobal("matchMedia", () => ({ matches: false }));
    });

    it("names it while the contract is paused, and opens soon after the contract does", async () => {
      const { chain, setWallet, show } = open();
      chain.paused = true;
      setWallet({ status: "connected", address: BUYER });
      await show(inHours(0.1));
      expect(screen.getByText(/^Opens on /)).toBeVisible();
      await pass(360_000 - 60_000);
      chain.paused = false;
      await pass(60_120);
      expect(screen.queryByText(/Opens on|opens by itself/)).not.toBeInTheDocument();
      expect(mint()).toBeEnabled();
    });

    it("stays paused after the hour as long as the contract does, and opens within seconds of it", async () => {
      const { chain, setWallet, show } = open();
      chain.paused = true;
      setWallet({ status: "connected", address: BUYER });
      await show(inHours(0.01));
      // A regular read has just ended, so the next one can't open the sale.
      await pass(62_000);
      expect(screen.getByText(/Not open yet/)).toBeVisible();
      expect(mint()).toBeDisabled();
      chain.paused = false;
      await pass(6_200);
      expect(screen.queryByText(/Not open yet/)).not.toBeInTheDocument();
      expect(mint()).toBeEnabled();
    });

    it("is not named once all is sold", async () => {
      const { chain, show } = open();
      chain.paused = true;
      chain.totalSupply = SIZE;
      await show(inHours(1));
      expect(screen.queryByText(/Opens on/)).not.toBeInTheDocument();
    });
  });

  it("that falls below the order cuts it to what is left", async () => {
    const { user, chain, show } = open();
    await show();
    await user.clear(quantity());
    await user.type(quantity(), "4");
    chain.totalSupply = SIZE - 3n;
    await pass(30_120);
    expect(quantity()).toHaveValue("3");
    expect(screen.getByText(`you will buy 3 x ${noun}`)).toBeVisible();
    expect(screen.getByText(money(3n * PRICE))).toBeVisible();
  });

  it("that falls while the wallet asks leaves the order as it was sent to the wallet", async () => {
    const { user, chain, purchaser } = await connected();
    const send = deferred<string>();
    purchaser.send.mockReturnValueOnce(send.promise);
    await user.clear(quantity());
    await user.type(quantity(), "4");
    await pass(120);
    await user.click(mint());
    await pass(0);
    chain.totalSupply = SIZE - 3n;
    await pass(30_120);
    expect(screen.getByText("Only 3 tickets left")).toBeVisible();
    expect(screen.getByText(`you will buy 4 x ${noun}`)).toBeVisible();
    expect(quantity()).toHaveValue("4");
    expect(screen.getByText(money(4n * PRICE))).toBeVisible();

    send.reject(new MintError({ reason: "rejected" }));
    await pass(120);
    expect(screen.getByText(`you will buy 3 x ${noun}`)).toBeVisible();
    expect(screen.getByText(money(3n * PRICE))).toBeVisible();
  });
});

describe("dollars", () => {
  const line = () => document.querySelector(".dollars");

  it("stand under the price, and change with the quantity at once", async () => {
    const { user, show } = open();
    await show(null, feed());
    expect(screen.getByText("about $125.00")).toBeVisible();
    await user.click(increase());
    expect(screen.getByText("about $250.00")).toBeVisible();
    expect(screen.getByText(money(2n * PRICE))).toBeVisible();
  });

  it("tell the fee too once it is known, and not that of another order", async () => {
    const { user, purchaser, setWallet, show } = open();
    setWallet({ status: "connected", address: BUYER });
    await show(null, feed());
    await pass(500);
    expect(screen.getByText("about $125.00 + $3.09 fee")).toBeVisible();
    purchaser.estimateFee.mockReturnValueOnce(new Promise(() => undefined));
    await user.click(increase());
    expect(screen.getByText("about $250.00")).toBeVisible();
  });

  it("have their line before the price is there, and while its feed tells nothing", async () => {
    const { readSale, saleFor, show } = open();
    const answer = deferred<Sale>();
    readSale.mockReturnValueOnce(answer.promise);
    await show(null, feed(null));
    expect(line()).toBeEmptyDOMElement();
    answer.resolve(saleFor({ quantity: 1, affiliateCode: null }));
    await pass(0);
    expect(screen.getByText(money(PRICE))).toBeVisible();
    expect(line()).toBeEmptyDOMElement();
  });

  it("have no line in a build without a feed", async () => {
    await open().show();
    expect(screen.getByText(money(PRICE))).toBeVisible();
    expect(line()).toBeNull();
  });

  it("go while the price can't be read, and come back with it", async () => {
    const { readSale, show } = open();
    await show(null, feed());
    await pass(120);
    readSale.mockRejectedValueOnce(new Error("No endpoint answers"));
    expectWarning(NOT_READ);
    await pass(31_000);
    expect(line()).toBeEmptyDOMElement();
    await pass(5_000);
    expect(screen.getByText("about $125.00")).toBeVisible();
  });
});

describe("contract", () => {
  it.each([
    ["mainnet", "View contract on Etherscan", "https://etherscan.io"],
    ["base", "View contract on Basescan", "https://basescan.org"],
  ] as const)("[P-12] on %s is linked to its explorer", async (name, text, url) => {
    await open("", name).show();
    expect(screen.getByRole("link", { name: text })).toHaveAttribute(
      "href",
      `${url}/address/${TICKET}`,
    );
  });

  it("[P-12] is shown without a link where there is no explorer", async () => {
    await open("", "localhost").show();
    expect(screen.getByText(`Contract ${TICKET}`)).toBeVisible();
    expect(screen.queryByRole("link")).not.toBeInTheDocument();
  });
});

describe("wallet", () => {
  it.each<WalletState>([
    { status: "asleep" },
    { status: "loading", opening: false },
    { status: "disconnected" },
    { status: "connecting" },
  ])("that is $status leaves Connect Wallet to be pressed, and no Mint", async (state) => {
    const { user, wallet, setWallet, show } = open();
    setWallet(state);
    await show();
    expect(screen.queryByRole("button", { name: "Mint" })).not.toBeInTheDocument();
    await user.click(connect());
    expect(wallet.connect).toHaveBeenCalledOnce();
  });

  it("that is on its way shows so, and is not asked for twice", async () => {
    const { user, wallet, setWallet, show } = open();
    setWallet({ status: "loading", opening: true });
    await show();
    expect(connect()).toHaveAttribute("aria-busy", "true");
    await user.click(connect());
    expect(wallet.connect).not.toHaveBeenCalled();
  });

  it("[P-13] that is connected shows its address and Mint, and opens its account", async () => {
    const { user, wallet } = await connected();
    expect(screen.getByText(BUYER)).toBeVisible();
    expect(mint()).toBeEnabled();
    expect(mint()).not.toHaveAttribute("aria-busy");
    expect(screen.queryByRole("button", { name: "Connect Wallet" })).not.toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Manage wallet" }));
    expect(wallet.showAccount).toHaveBeenCalledOnce();
  });

  it("[P-13] is followed as it connects, changes its account and leaves", async () => {
    const { setWallet, show } = open();
    await show();
    act(() => setWallet({ status: "connected", address: BUYER }));
    expect(screen.getByText(BUYER)).toBeVisible();
    act(() => setWallet({ status: "connected", address: TICKET }));
    expect(screen.getByText(TICKET)).toBeVisible();
    expect(screen.queryByText(BUYER)).not.toBeInTheDocument();
    act(() => setWallet({ status: "disconnected" }));
    expect(connect()).toBeVisible();
    expect(screen.queryByRole("button", { name: "Mint" })).not.toBeInTheDocument();
    expect(screen.queryByText(/Connected as/)).not.toBeInTheDocument();
  });

  it("has its name beside its address", async () => {
    const { readAccountName, setWallet, show } = open();
    readAccountName.mockResolvedValue("friend.eth");
    setWallet({ status: "connected", address: BUYER });
    await show();
    expect(screen.getByText("Connected as").parentElement).toHaveTextContent(
      `Connected as friend.eth ${BUYER}`,
    );
    expect(readAccountName).toHaveBeenCalledExactlyOnceWith(BUYER, expect.any(AbortSignal));
  });

  it("has no name of the account before it, not even one that is told late", async () => {
    const { readAccountName, setWallet, show } = open();
    const late = deferred<string | null>();
    readAccountName.mockReturnValueOnce(late.promise);
    setWallet({ status: "connected", address: BUYER });
    await show();
    act(() => setWallet({ status: "connected", address: FRIEND }));
    late.resolve("friend.eth");
    await pass(0);
    expect(screen.getByText("Connected as").parentElement).toHaveTextContent(
      new RegExp(`^Connected as ${FRIEND}$`),
    );
    expect(readAccountName.mock.calls[0]?.[1].aborted).toBe(true);
  });

  it("is without a name if that can't be read", async () => {
    const { readAccountName, setWallet, show } = open();
    readAccountName.mockRejectedValue(new TypeError("Failed to fetch"));
    setWallet({ status: "connected", address: BUYER });
    await show();
    expect(screen.getByText("Connected as").parentElement).toHaveTextContent(
      new RegExp(`^Connected as ${BUYER}$`),
    );
  });
});

describe("mint", () => {
  it("[P-13] [P-29] is busy until the receipt is there, through every step", async () => {
    const { user, purchaser, prepared, purchase, settle } = await connected();
    const prepare = deferred<PreparedPurchase>();
    const send = deferred<string>();
    const settled = deferred<Purchase>();
    purchaser.prepare.mockReturnValueOnce(prepare.promise);
    purchaser.send.mockReturnValueOnce(send.promise);
    settle.mockReturnValueOnce(settled.promise);
    const page = screen.getByRole("main");

    expect(page).toHaveAttribute("data-state", "idle");
    await user.click(mint());
    await pass(0);
    expect(page).toHaveAttribute("data-state", "checking");
    expect(mint()).toHaveAttribute("aria-busy", "true");
    expect(quantity()).toBeDisabled();

    prepare.resolve(prepared);
    await pass(0);
    expect(page).toHaveAttribute("data-state", "sending");
    expect(screen.getByText("Confirm the transaction in your wallet.")).toBeVisible();

    send.resolve(HASH);
    await pass(0);
    expect(page).toHaveAttribute("data-state", "mining");
    expect(screen.getByRole("link", { name: "View on Etherscan" })).toHaveAttribute(
      "href",
      `https://etherscan.io/tx/${HASH}`,
    );
    expect(mint()).toHaveAttribute("aria-busy", "true");
    expect(screen.queryByRole("status")).not.toBeInTheDocument();

    settled.resolve(purchase);
    await pass(0);
    expect(page).toHaveAttribute("data-state", "done");
    expect(mint()).not.toHaveAttribute("aria-busy");
    expect(quantity()).toBeEnabled();
  });

  it("buys what is shown, at the price that is shown", async () => {
    const { user, purchaser } = await connected("?a=welcome5");
    await user.click(increase());
    await pass(120);
    await user.click(mint());
    await pass(0);
    expect(purchaser.prepare).toHaveBeenCalledExactlyOnceWith(
      {
        quantity: 2,
        affiliate: { kind: "code", code: "welcome5" },
        payable: discounted(2n * PRICE),
      },
      BUYER,
      expect.objectContaining({ block: 10 }),
    );
  });

  it("sends once, however often it is pressed", async () => {
    const { user, purchaser } = await connected();
    const send = deferred<string>();
    purchaser.send.mockReturnValue(send.promise);
    await user.dblClick(mint());
    await pass(0);
    await user.click(mint());
    mint().focus();
    await user.keyboard("{Enter} ");
    await pass(0);
    expect(purchaser.send).toHaveBeenCalledOnce();
  });

  it("sends once for two clicks of one frame", async () => {
    const { purchaser } = await connected();
    act(() => {
      mint().click();
      mint().click();
    });
    await pass(0);
    expect(purchaser.send).toHaveBeenCalledOnce();
  });

  it("can be pressed again afterwards", async () => {
    const { user, purchaser } = await connected();
    await user.click(mint());
    await pass(0);
    await user.click(mint());
    await pass(0);
    expect(purchaser.send).toHaveBeenCalledTimes(2);
  });

  it.each([
    ["mainnet", "https://etherscan.io", "View on Etherscan"],
    ["base", "https://basescan.org", "View on Basescan"],
  ] as const)(
    "[P-14] [P-30] on %s ends in success and a link to the transaction",
    async (name, url, text) => {
      const { user } = await connected("", name);
      await user.click(mint());
      await pass(0);
      const success = screen.getByRole("status");
      expect(success).toHaveTextContent("Transaction successful!");
      expect(success).toHaveTextContent("Ticket #7 is yours.");
      expect(within(success).getByRole("link", { name: text })).toHaveAttribute(
        "href",
        `${url}/tx/${HASH}`,
      );
    },
  );

  it("[P-14] shows the bare hash where there is no explorer", async () => {
    const { user } = await connected("", "localhost");
    await user.click(mint());
    await pass(0);
    expect(screen.getByRole("status")).toHaveTextContent(HASH);
    expect(screen.queryByRole("link")).not.toBeInTheDocument();
  });

  it("[P-17] [P-29] reads the supply again once it is done", async () => {
    const { user, chain, settle, purchase, readSale } = await connected();
    chain.totalSupply = BigInt(progressShownAbove);
    settle.mockImplementationOnce(async () => {
      chain.totalSupply = BigInt(progressShownAbove + 1);
      return purchase;
    });
    await user.click(mint());
    await pass(0);
    const before = readSale.mock.calls.length;
    expect(screen.queryByRole("progressbar")).not.toBeInTheDocument();
    await pass(120);
    expect(readSale).toHaveBeenCalledTimes(before + 1);
    expect(screen.getByText(`${progressShownAbove + 1} / ${size}`)).toBeVisible();
  });

  it("is not to be had before there is a price", async () => {
    const { readSale, setWallet, show } = open();
    setWallet({ status: "connected", address: BUYER });
    readSale.mockReturnValue(new Promise(() => undefined));
    await show();
    expect(mint()).toBeDisabled();
  });

  it("keeps its code until it ends", async () => {
    const { user, chain, readSale } = await connected("?a=welcome5");
    chain.activeCodes = [];
    await pass(30_120);
    readSale.mockReturnValueOnce(new Promise(() => undefined));
    const leaveOut = screen.getByRole("button", { name: "Buy at the full price" });
    expect(leaveOut).toBeEnabled();
    await user.click(mint());
    expect(leaveOut).toBeDisabled();
  });
});

describe("a purchase that does not settle", () => {
  const STOP = "Stop tracking it";

  async function followed() {
    const scene = await connected();
    let report: Report | undefined;
    const settled = deferred<Purchase>();
    scene.settle.mockImplementation((_, given) => {
      report = given;
      return settled.promise;
    });
    await scene.user.click(mint());
    await pass(0);
    const tell = (notice: MiningNotice) => act(() => report?.({ type: "noticed", notice }));
    return { ...scene, settled, tell };
  }

  it("can be set aside: it stands below until it has settled and is dismissed, and Mint is free", async () => {
    const { user, tell, settled, purchase } = await followed();
    tell("unseen");
    await user.click(screen.getByRole("button", { name: STOP }));
    expect(mint()).toBeEnabled();
    const section = screen.getByRole("region", { name: "Earlier purchases" });
    expect(section).toHaveTextContent("1 ticket: still in progress. This page keeps checking.");
    expect(within(section).getByRole("link", { name: "View on Etherscan" })).toHaveAttribute(
      "href",
      `https://etherscan.io/tx/${HASH}`,
    );

    settled.resolve(purchase);
    await pass(0);
    expect(section).toHaveTextContent("Ticket #7 is yours.");
    await user.click(screen.getByRole("button", { name: "Dismiss the purchase of 1 ticket" }));
    expect(screen.queryByText("Earlier purchases")).not.toBeInTheDocument();
  });

  it("and is denied is told so where it stands", async () => {
    const { user, tell, settled } = await followed();
    tell("owners");
    await user.click(screen.getByRole("button", { name: STOP }));
    settled.reject(new MintError({ reason: "reverted", refusal: null }));
    await pass(0);
    expect(screen.getByRole("region", { name: "Earlier purchases" })).toHaveTextContent(
      "Error sending transaction: the contract refused the purchase.",
    );
    expect(screen.queryByRole("alert")).not.toBeInTheDocument();
  });
});

it("links the transaction that took the place of an earlier purchase", async () => {
  const scene = await connected();
  const by = `0x${"cd".repeat(32)}`;
  const settled = deferred<Purchase>();
  scene.settle.mockImplementation(async (_, report) => {
    report({ type: "noticed", notice: "unseen" });
    return settled.promise;
  });
  await scene.user.click(mint());
  await pass(0);
  await scene.user.click(screen.getByRole("button", { name: "Stop tracking it" }));
  settled.reject(new MintError({ reason: "replaced", by }));
  await pass(0);
  const section = screen.getByRole("region", { name: "Earlier purchases" });
  expect(section).toHaveTextContent("It bought no tickets.");
  expect(within(section).getByRole("link", { name: "View on Etherscan" })).toHaveAttribute(
    "href",
    `https://etherscan.io/tx/${by}`,
  );
});

describe("a wallet that does not say what it sent", () => {
  const earlier = () => screen.getByRole("region", { name: "Earlier purchases" });

  it("need not be waited for: Mint is free, and a purchase approved later stands below", async () => {
    const { user, purchaser } = await connected();
    const send = deferred<string>();
    purchaser.send.mockReturnValueOnce(send.promise);
    await user.click(mint());
    await pass(30_000);
    await user.click(screen.getByRole("button", { name: "Stop waiting" }));
    expect(screen.queryByRole("alert")).not.toBeInTheDocument();
    expect(mint()).toBeEnabled();
    expect(mint()).not.toHaveAttribute("aria-busy");
    expect(earlier()).toHaveTextContent("1 ticket: your wallet hasn't confirmed it yet.");

    send.resolve(HASH);
    await pass(0);
    expect(earlier()).toHaveTextContent("Ticket #7 is yours.");
    expect(within(earlier()).getByRole("link", { name: "View on Etherscan" })).toHaveAttribute(
      "href",
      `https://etherscan.io/tx/${HASH}`,
    );
    expect(screen.getByRole("main")).toHaveAttribute("data-state", "idle");
  });
});

describe("a purchase from before a reload", () => {
  async function remembered(quantity: number, transactionHash: string | null, address?: string) {
    const scene = open();
    scene.settle.mockReturnValue(new Promise(() => undefined));
    const order = { ...scene.pending.order, quantity, payable: PRICE * BigInt(quantity) };
    scene.browser.intents.set("1", {
      id: "1",
      askedAt: 0,
      pending: { ...scene.pending, order, transactionHash },
      found: null,
      setAside: false,
      settled: null,
    });
    if (address !== undefined) scene.setWallet({ status: "connected", address });
    await scene.show();
    return scene;
  }

  it("is looked for without a wallet, and shows nothing that it can't prove", async () => {
    await remembered(2, HASH);
    expect(screen.getByText(miningMessages.remembered)).toBeVisible();
    expect(screen.queryByText(/^Sent/)).not.toBeInTheDocument();
  });

  it("is shown without a wallet if its wallet has not answered", async () => {
    await remembered(2, null);
    expect(connect()).toBeVisible();
    expect(screen.getByText(progress.restored)).toBeVisible();
    expect(screen.getByText(`2 tickets for ${money(2n * PRICE)}.`)).toBeVisible();
    expect(screen.getByRole("main")).toHaveAttribute("data-state", "sending");
  });

  it.each([null, HASH])("is shown as it was ordered, beside the form's order: %s", async (hash) => {
    const { user } = await remembered(5, hash, BUYER);
    expect(quantity()).toHaveValue("1");
    expect(screen.getByText(`you will buy 1 x ${noun}`)).toBeVisible();
    expect(screen.getByText(`5 tickets for ${money(5n * PRICE)}.`)).toBeVisible();
    expect(mint()).toHaveAttribute("aria-busy", "true");

    await user.click(screen.getByRole("button", { name: /^Stop/ }));
    const section = screen.getByRole("region", { name: "Earlier purchases" });
    expect(section).toHaveTextContent("5 tickets: ");
    expect(mint()).toBeEnabled();
  });
});

describe("failure", () => {
  const failWith = (failure: MintFailure) => new MintError(failure);

  it("says to connect when the wallet has gone meanwhile", async () => {
    const { user, wallet, purchaser } = await connected();
    wallet.getProvider.mockReturnValue({ request: async () => [] });
    await user.click(mint());
    await pass(0);
    expect(screen.getByRole("alert")).toHaveTextContent("please connect your wallet first");
    expect(purchaser.send).not.toHaveBeenCalled();
    expect(screen.queryByText("Connected as")).not.toBeInTheDocument();
    expect(screen.getByText("Locked in your wallet:")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Dismiss" }));
    expect(screen.getByText("Connected as")).toBeVisible();
  });

  it("[P-26] says that there is no provider", async () => {
    const { user, wallet, purchaser } = await connected();
    wallet.getProvider.mockReturnValue(null);
    await user.click(mint());
    await pass(0);
    expect(screen.getByRole("alert")).toHaveTextContent("Wallet provider not available");
    expect(purchaser.send).not.toHaveBeenCalled();
  });

  it("says no more that a code is inactive once the order has none", async () => {
    const { user } = await connected("?a=stranger");
    await user.click(mint());
    await pass(0);
    expect(screen.getByRole("alert")).toHaveTextContent("Invalid or inactive affiliate code.");
    await user.click(screen.getByRole("button", { name: "Buy at the full price" }));
    await pass(0);
    expect(screen.queryByRole("alert")).not.toBeInTheDocument();
  });

  it("says no more that sales are paused once they go on", async () => {
    const { user, chain } = await connected();
    chain.paused = true;
    await user.click(mint());
    await pass(0);
    expect(screen.getByRole("alert")).toHaveTextContent("sales are paused. Nothing was sent.");
    await pass(44_000);
    expect(screen.getByRole("alert")).toBeVisible();
    chain.paused = false;
    await pass(50_000);
    expect(screen.queryByRole("alert")).not.toBeInTheDocument();
  });

  it("lists what this browser has bought before, but for what the page still tells of, until it is forgotten", async () => {
    const { user, browser, pending, show, setWallet } = open();
    const transactionHash = `0x${"cd".repeat(32)}`;
    const sent = { ...pending, transactionHash };
    const old = {
      askedAt: 0,
      pending: sent,
      found: transactionHash,
      setAside: false,
      settled: "certain",
    } as const;
    browser.intents.set("0-old", { id: "0-old", ...old });
    setWallet({ status: "connected", address: BUYER });
    await show();
    expect(screen.getByText("Purchases from this browser (1)")).toBeVisible();
    await user.click(mint());
    await pass(0);
    expect(screen.getByRole("status")).toHaveTextContent("Transaction successful!");
    expect(browser.intents.size).toBe(2);
    expect(screen.getByText("Purchases from this browser (1)")).toBeVisible();
    await user.click(increase());
    await user.click(screen.getByText("Remove this list from this browser"));
    expect(browser.intents.size).toBe(0);
    expect(screen.queryByText(/^Purchases from this browser/)).not.toBeInTheDocument();
  });

  it("[P-21] says that the wallet is asked to switch, and leads to its app, until it has answered", async () => {
    const { user, wallet, walletChain } = await connected();
    let answer = () => {};
    wallet.switchNetwork.mockReturnValueOnce(
      new Promise((resolve) => {
        answer = resolve;
      }),
    );
    wallet.getLink.mockReturnValue("wallet://");
    walletChain.id = ID_IN_NO_ROW;
    await user.click(mint());
    await pass(0);
    await user.click(screen.getByRole("button", { name: "Switch to Ethereum" }));
    expect(screen.queryByRole("alert")).not.toBeInTheDocument();
    expect(screen.getByText("Confirm the network switch in your wallet.")).toBeVisible();
    expect(screen.getByRole("link", { name: "Open wallet" })).toHaveAttribute("href", "wallet://");

    answer();
    await pass(0);
    expect(screen.queryByText(/^Confirm the network switch/)).not.toBeInTheDocument();
    expect(screen.queryByRole("link", { name: "Open wallet" })).not.toBeInTheDocument();
  });

  it.each([
    ["mainnet", "ETHEREUM MAINNET", "Switch to Ethereum"],
    ["base", "BASE BLOCKCHAIN", "Switch to Base"],
  ] as const)(
    "[P-21] names the network %s as %s and offers to switch",
    async (name, words, button) => {
      const { user, wallet, walletChain, purchaser } = await connected("", name);
      walletChain.id = ID_IN_NO_ROW;
      await user.click(mint());
      await pass(0);
      expect(screen.getByRole("alert")).toHaveTextContent(
        `Please switch to the correct network (${words})!`,
      );
      expect(purchaser.send).not.toHaveBeenCalled();

      await user.click(screen.getByRole("button", { name: button }));
      expect(wallet.switchNetwork).toHaveBeenCalledOnce();
      expect(screen.queryByRole("alert")).not.toBeInTheDocument();
      await user.click(mint());
      await pass(0);
      expect(screen.getByRole("status")).toHaveTextContent("Transaction successful!");
    },
  );

  it("[P-15] can be dismissed", async () => {
    const { user, purchaser } = await connected();
    purchaser.send.mockRejectedValueOnce(failWith({ reason: "rejected" }));
    await user.click(mint());
    await pass(0);
    await user.click(screen.getByRole("button", { name: "Dismiss" }));
    expect(screen.queryByRole("alert")).not.toBeInTheDocument();
    expect(mint()).toBeEnabled();
  });

  it("[P-15] goes with the next press on Mint", async () => {
    const { user, purchaser } = await connected();
    purchaser.send.mockRejectedValueOnce(failWith({ reason: "rejected" }));
    await user.click(mint());
    await pass(0);
    await user.click(mint());
    await pass(0);
    expect(screen.queryByRole("alert")).not.toBeInTheDocument();
    expect(screen.getByRole("status")).toBeVisible();
  });

  it("[P-29] of a mined transaction is an error that links to it", async () => {
    const { user, settle } = await connected();
    settle.mockRejectedValueOnce(
      failWith({ reason: "reverted", refusal: { kind: "tooFewLeft", remaining: 0n } }),
    );
    await user.click(mint());
    await pass(0);
    expect(screen.getByRole("alert")).toHaveTextContent(
      "Error sending transaction: all tickets are sold. The contract refused the purchase, and you paid only the network fee.",
    );
    expect(screen.getByRole("link", { name: "View on Etherscan" })).toHaveAttribute(
      "href",
      `https://etherscan.io/tx/${HASH}`,
    );
    expect(screen.queryByText("Transaction successful!")).not.toBeInTheDocument();
  });

  it("by a changed price shows the new one, which the next press pays", async () => {
    const { user, chain, purchaser } = await connected();
    chain.price = DEARER;
    await user.click(mint());
    await pass(0);
    expect(screen.getByRole("alert")).toHaveTextContent(
      `Error sending transaction: the price has changed to ${money(DEARER)}.`,
    );
    expect(purchaser.send).not.toHaveBeenCalled();
    expect(screen.getByText(money(DEARER))).toBeVisible();
    await user.click(mint());
    await pass(0);
    expect(purchaser.prepare.mock.lastCall?.[0].payable).toBe(DEARER);
    expect(screen.getByRole("status")).toBeVisible();
  });
});

it("[P-02] shows the whole page with no wallet and no link", async () => {
  await open().show();
  expect(screen.getByRole("main")).toBeVisible();
  expect(screen.getByRole("main")).toHaveAttribute("data-state", "idle");
  expect(screen.getByRole("heading", { level: 1, name: collection.name })).toBeVisible();
  expect(screen.getByText(`you will buy 1 x ${noun}`)).toBeVisible();
  expect(screen.getByText(money(PRICE))).toBeVisible();
  expect(connect()).toBeVisible();
});

describe("the network fee", () => {
  it("is shown beside the price to those who are connected, about", async () => {
    await connected();
    expect(screen.getByText("plus the network fee")).toBeVisible();
    await pass(500);
    expect(screen.getByText(`plus about ${money(FEE)} network fee`)).toBeVisible();
  });

  it("is never another quantity's", async () => {
    const { user, purchaser } = await connected();
    await pass(500);
    purchaser.estimateFee.mockImplementation(
      async ({ quantity: amount }) => BigInt(amount) * 10n ** 15n,
    );
    await user.click(increase());
    expect(screen.getByText("plus the network fee")).toBeVisible();
    await pass(1_000);
    expect(screen.getByText(`plus about ${money(2n * 10n ** 15n)} network fee`)).toBeVisible();
  });

  it("is never another price's", async () => {
    const { chain, purchaser } = await connected();
    await pass(500);
    expect(screen.getByText(`plus about ${money(FEE)} network fee`)).toBeVisible();
    purchaser.estimateFee.mockResolvedValue(2n * 10n ** 15n);
    chain.price = DEARER;
    await pass(29_620);
    expect(screen.getByText(money(DEARER))).toBeVisible();
    expect(screen.getByText("plus the network fee")).toBeVisible();
    await pass(500);
    expect(screen.getByText(`plus about ${money(2n * 10n ** 15n)} network fee`)).toBeVisible();
  });

  it("is never shown beside a price that it was not asked for, however late it comes", async () => {
    const { chain, purchaser } = await connected();
    const late = deferred<bigint>();
    purchaser.estimateFee.mockReturnValueOnce(late.promise);
    await pass(500);
    purchaser.estimateFee.mockResolvedValue(2n * 10n ** 15n);
    chain.price = DEARER;
    await pass(30_500);
    expect(screen.getByText(`plus about ${money(2n * 10n ** 15n)} network fee`)).toBeVisible();
    late.resolve(9n * 10n ** 15n);
    await pass(0);
    expect(screen.getByText(`plus about ${money(2n * 10n ** 15n)} network fee`)).toBeVisible();
  });

  it("goes when the wallet does, and is asked for no more", async () => {
    const { setWallet, purchaser } = await connected();
    await pass(500);
    act(() => setWallet({ status: "disconnected" }));
    expect(screen.getByText("plus the network fee")).toBeVisible();
    await pass(1_000);
    expect(purchaser.estimateFee).toHaveBeenCalledOnce();
  });

  it("is not asked for without a price", async () => {
    const { readSale, setWallet, purchaser, show } = open();
    setWallet({ status: "connected", address: BUYER });
    readSale.mockReturnValue(new Promise(() => undefined));
    await show();
    await pass(1_000);
    expect(purchaser.estimateFee).not.toHaveBeenCalled();
  });

  it("makes one question of several quick steps", async () => {
    const { user, purchaser } = await connected();
    await user.tripleClick(increase());
    await pass(399);
    expect(purchaser.estimateFee).not.toHaveBeenCalled();
    await pass(1_000);
    expect(purchaser.estimateFee).toHaveBeenCalledExactlyOnceWith(
      { quantity: 4, affiliate: { kind: "none" }, payable: 2n * 10n ** 17n },
      BUYER,
    );
  });

  it("is left open when it can't be estimated, and when it is too small to show", async () => {
    const { user, purchaser } = await connected();
    purchaser.estimateFee.mockRejectedValueOnce(new Error("not enough funds"));
    await pass(500);
    expect(screen.getByText("plus the network fee")).toBeVisible();
    purchaser.estimateFee.mockResolvedValue(10n ** 12n - 1n);
    await user.click(increase());
    await pass(1_000);
    expect(screen.getByText(`plus less than ${money(10n ** 12n)} network fee`)).toBeVisible();
    purchaser.estimateFee.mockResolvedValue(10n ** 12n);
    await user.click(increase());
    await pass(1_000);
    expect(screen.getByText(`plus about ${money(10n ** 12n)} network fee`)).toBeVisible();
  });
});

describe("the connected account's tickets", () => {
  it("are counted again once a purchase has brought some", async () => {
    let held = 0;
    const count = vi.spyOn(noTickets.held, "count").mockImplementation(async () => held);
    onTestFinished(() => count.mockRestore());
    const { user } = await connected();
    expect(screen.getByText("This account holds no tickets yet.")).toBeVisible();
    held = 1;
    await user.click(mint());
    await pass(0);
    expect(screen.getByText("Ticket #7 is yours.")).toBeVisible();
    expect(screen.getByText("This account holds 1 ticket.")).toBeVisible();
    expect(count).toHaveBeenCalledTimes(2);
  });
});

describe("an order for another address", () => {
  const field = () => screen.getByRole("textbox", { name: /new owner/ });
  const unfold = () => screen.getByText("Mint to another address");

  async function typed(text: string, networkName: NetworkName = "mainnet") {
    const page = await connected("", networkName);
    await page.user.click(unfold());
    await page.user.click(field());
    await page.user.paste(text);
    await pass(0);
    return page;
  }

  it("is closed until it is wanted, and loads nothing until then", async () => {
    const { recipients } = await connected();
    expect(unfold().closest("details")).not.toHaveAttribute("open");
    await pass(1_000);
    expect(recipients.read).not.toHaveBeenCalled();
    expect(mint()).toBeEnabled();
  });

  it("says whose the tickets will be before Mint is pressed, and is bought for that address", async () => {
    const { user, purchaser } = await typed(FRIEND);
    const note = screen.getByText(FRIEND).closest("p");
    expect(note).toHaveTextContent(`The tickets go to ${FRIEND} and not to your wallet.`);
    expect(mint().compareDocumentPosition(note as Node)).toBe(Node.DOCUMENT_POSITION_PRECEDING);
    expect(purchaser.estimateFee).not.toHaveBeenCalled();
    await pass(400);
    expect(purchaser.estimateFee.mock.lastCall?.[0]).toMatchObject({ recipient: FRIEND });
    purchaser.send.mockReturnValue(new Promise(() => undefined));
    await user.click(mint());
    await pass(0);
    expect(purchaser.prepare.mock.lastCall?.slice(0, 2)).toEqual([
      { quantity: 1, affiliate: { kind: "none" }, payable: PRICE, recipient: FRIEND },
      BUYER,
    ]);
    expect(purchaser.send.mock.lastCall?.[0].order.recipient).toBe(FRIEND);
    expect(
      screen.getByText(`1 ticket for ${money(PRICE)}. The tickets go to ${FRIEND}.`),
    ).toBeVisible();
    expect(field()).toBeDisabled();
    expect(screen.getByRole("button", { name: "Mint to my wallet instead" })).toBeDisabled();
  });

  it("has no buyer while what is typed is no address", async () => {
    const { user, purchaser } = await typed("0x3c44CdDd");
    expect(screen.getByText(/^This address has a typo/)).toBeVisible();
    expect(field()).toHaveAttribute("aria-invalid", "true");
    expect(field()).toHaveAccessibleDescription(/typo/);
    expect(mint()).toBeDisabled();
    await user.click(mint());
    await pass(1_000);
    expect(purchaser.prepare).not.toHaveBeenCalled();
    expect(purchaser.estimateFee).not.toHaveBeenCalled();
  });

  it("says that its code could not be loaded, and sells nothing until it is", async () => {
    expectWarning("The code for other owners could not be loaded");
    const { user, recipients } = await connected();
    recipients.read.mockImplementationOnce(() => {
      throw new TypeError("Failed to fetch");
    });
    await user.click(unfold());
    await user.click(field());
    await user.paste(FRIEND);
    await pass(0);
    expect(screen.getByText(/^This part of the page didn't load/)).toBeVisible();
    expect(mint()).toBeDisabled();
    await user.clear(field());
    await user.paste(FRIEND);
    await pass(0);
    expect(screen.getByText(/The tickets go to/)).toBeVisible();
  });

  it("goes back to the visitor's own wallet", async () => {
    const { user, purchaser } = await typed(FRIEND);
    await user.click(screen.getByRole("button", { name: "Mint to my wallet instead" }));
    expect(screen.queryByText(FRIEND)).not.toBeInTheDocument();
    expect(field()).toHaveValue("");
    expect(mint()).toHaveFocus();
    await user.click(mint());
    await pass(0);
    expect(purchaser.prepare.mock.lastCall?.[0]).not.toHaveProperty("recipient");
  });

  it("is the usual order if the address is that of the visitor's own wallet", async () => {
    const { user, setWallet, purchaser } = await typed(FRIEND);
    act(() => setWallet({ status: "connected", address: FRIEND }));
    expect(screen.getByText("This is your own wallet's address.")).toBeVisible();
    expect(screen.queryByText(/not to your wallet/)).not.toBeInTheDocument();
    act(() => setWallet({ status: "connected", address: BUYER }));
    expect(screen.getByText(/not to your wallet/)).toBeVisible();
    act(() => setWallet({ status: "connected", address: FRIEND }));
    await pass(400);
    expect(purchaser.estimateFee.mock.lastCall?.[0]).not.toHaveProperty("recipient");
    await user.click(screen.getByRole("button", { name: "Mint to my wallet instead" }));
    expect(screen.queryByText(/your own wallet/)).not.toBeInTheDocument();
  });

  it.each([FRIEND, "0x3c44CdDd"])("ends with the wallet that is left: %s", async (text) => {
    const { user, setWallet, purchaser } = await typed(text);
    act(() => setWallet({ status: "disconnected" }));
    act(() => setWallet({ status: "connected", address: BUYER }));
    await pass(120);
    expect(field()).toHaveValue("");
    expect(screen.queryByText(/The tickets go to|owner's address first/)).not.toBeInTheDocument();
    await user.click(mint());
    await pass(0);
    expect(purchaser.prepare.mock.lastCall?.[0]).not.toHaveProperty("recipient");
  });

  it("is asked for by Enter, but not by one that ends what an input method composes", async () => {
    const { recipients } = await typed("friend.eth");
    fireEvent.keyDown(field(), { key: "Enter", isComposing: true });
    await pass(0);
    expect(recipients.lookUp).not.toHaveBeenCalled();
    expect(fireEvent.keyDown(field(), { key: "Enter" })).toBe(false);
    await pass(0);
    expect(screen.getByRole("button", { name: "Use this address" })).toBeVisible();
  });

  it("can be looked up again after a name could not be read", async () => {
    const { user, recipients } = await typed("friend.eth");
    recipients.lookUp.mockResolvedValueOnce({ kind: "unread" });
    await user.click(screen.getByRole("button", { name: "Find address" }));
    await pass(0);
    expect(screen.getByText(/Try again/)).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Find address" }));
    await pass(0);
    expect(recipients.lookUp.mock.calls.map(([name]) => name)).toEqual([
      "friend.eth",
      "friend.eth",
    ]);
    expect(screen.getByText(FRIEND)).toBeVisible();
  });

  it("asks whether it is a name if its ending is left out", async () => {
    const { user, recipients } = await typed("alice");
    expect(screen.getByText("Is this a name?")).toBeVisible();
    expect(screen.getByText("alice.eth")).toBeVisible();
    expect(mint()).toBeDisabled();
    await user.click(screen.getByRole("button", { name: "Find address" }));
    await pass(0);
    expect(recipients.lookUp.mock.lastCall?.[0]).toBe("alice.eth");
    expect(screen.queryByText("Is this a name?")).not.toBeInTheDocument();
    expect(screen.getByText(FRIEND)).toBeVisible();
  });

  it("is refused if a name is that of the contract that sells the tickets", async () => {
    const { user, recipients } = await typed("tickets.eth");
    recipients.lookUp.mockResolvedValue({ kind: "refused", reason: "ticket" });
    await user.click(screen.getByRole("button", { name: "Find address" }));
    await pass(0);
    expect(screen.getByText(/^This is the contract that sells the tickets/)).toBeVisible();
    expect(screen.queryByRole("button", { name: "Use this address" })).not.toBeInTheDocument();
    expect(mint()).toBeDisabled();
  });

  it("does so too once the field is emptied", async () => {
    const { user } = await typed(FRIEND);
    await user.clear(field());
    await pass(0);
    expect(screen.queryByText(/The tickets go to/)).not.toBeInTheDocument();
    expect(mint()).toBeEnabled();
  });

  it("is for a name's address once the visitor has seen and taken it", async () => {
    const { user, recipients, purchaser } = await typed("friend.eth");
    expect(mint()).toBeDisabled();
    expect(recipients.lookUp).not.toHaveBeenCalled();
    await user.click(screen.getByRole("button", { name: "Find address" }));
    await pass(0);
    expect(recipients.lookUp.mock.lastCall?.[0]).toBe("friend.eth");
    expect(screen.getByText(FRIEND)).toBeVisible();
    expect(mint()).toBeDisabled();
    await user.click(screen.getByRole("button", { name: "Use this address" }));
    expect(screen.getByText(/The tickets go to/)).toHaveTextContent(`friend.eth ${FRIEND}`);
    await user.click(mint());
    await pass(0);
    expect(purchaser.prepare.mock.lastCall?.[0]).toMatchObject({ recipient: FRIEND });
  });

  it.each([
    ["unknown", "This name has no address."],
    ["unread", "This page couldn't look up this name."],
  ] as const)("is for nobody if a name is %s", async (kind, words) => {
    const { user, recipients } = await typed("friend.eth");
    recipients.lookUp.mockResolvedValue({ kind });
    await user.click(screen.getByRole("button", { name: "Find address" }));
    await pass(0);
    expect(screen.getByText(new RegExp(words))).toBeVisible();
    expect(screen.queryByRole("button", { name: "Use this address" })).not.toBeInTheDocument();
    expect(mint()).toBeDisabled();
  });

  it("takes no late answer for another text", async () => {
    const { user, recipients } = await typed("friend.eth");
    const answer = deferred<NameAnswer>();
    recipients.lookUp.mockReturnValue(answer.promise);
    await user.click(screen.getByRole("button", { name: "Find address" }));
    await user.type(field(), "x");
    await act(async () => answer.resolve({ kind: "found", address: FRIEND }));
    expect(screen.queryByText(FRIEND)).not.toBeInTheDocument();
    expect(mint()).toBeDisabled();
  });

  it("warns of a contract that can't show tickets, and leaves it to the visitor", async () => {
    const page = await connected();
    page.recipients.canHold.mockResolvedValue(false);
    await page.user.click(unfold());
    await page.user.click(field());
    await page.user.paste(FRIEND);
    await pass(0);
    expect(page.recipients.canHold.mock.lastCall?.[0]).toBe(FRIEND);
    expect(screen.getByText(/This contract may not support NFTs/)).toBeVisible();
    expect(mint()).toBeEnabled();
  });

  it.each([
    ["does not tell", async () => null],
    ["fails", () => Promise.reject(new Error("no endpoint"))],
  ])(
    "says that it is not known whether an address can show tickets if the network %s",
    async (_, canHold) => {
      const page = await connected();
      page.recipients.canHold.mockImplementation(canHold);
      await page.user.click(unfold());
      await page.user.click(field());
      await page.user.paste(FRIEND);
      await pass(0);
      expect(screen.getByText(/^This page couldn't check whether this address/)).toBeVisible();
      expect(screen.queryByText(/^This contract may/)).not.toBeInTheDocument();
    },
  );

  it("never says of one address what is known of another", async () => {
    const { user, recipients } = await connected();
    const [first, next] = [deferred<boolean>(), deferred<boolean>()];
    recipients.canHold.mockReturnValueOnce(first.promise).mockReturnValueOnce(next.promise);
    await user.click(unfold());
    await user.click(field());
    await user.paste(FRIEND);
    await act(async () => first.resolve(false));
    expect(screen.getByText(/^This contract may/)).toBeVisible();
    recipients.read.mockReturnValueOnce({ kind: "address", address: TICKET });
    await user.paste("x");
    await pass(0);
    expect(screen.getByText(/The tickets go to/)).toHaveTextContent(TICKET);
    expect(screen.queryByText(/^This contract may/)).not.toBeInTheDocument();
    expect(recipients.canHold.mock.calls[0]?.[1].aborted).toBe(true);
    await act(async () => next.resolve(true));
    expect(screen.queryByText(/^This contract may/)).not.toBeInTheDocument();
  });

  it("offers names on mainnet alone", async () => {
    await connected("", "base");
    expect(field()).toHaveAccessibleName("Address of the new owner");
  });

  it.each([
    `?to=${FRIEND}`,
    `?recipient=${FRIEND}`,
    `?a=welcome5&card=${FRIEND}#recipient=${FRIEND}`,
  ])("is not made by a link: %s", async (search) => {
    localStorage.setItem("recipient", FRIEND);
    const { user, purchaser } = await connected(search);
    expect(field()).toHaveValue("");
    await user.click(mint());
    await pass(0);
    expect(purchaser.prepare.mock.lastCall?.[0]).not.toHaveProperty("recipient");
  });
});
