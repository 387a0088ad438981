// @vitest-environment jsdom
import { act, fireEvent, render, screen } from "@testing-library/react";
import { parseEther } from "ethers";
import { describe, expect, it, vi } from "vitest";
import { name, size } from "../../../../collection.ts";
import { networks } from "../../../../networks.ts";
import { latePictures } from "../../../../test/doubles/page/late-pictures.ts";
import { noTickets } from "../../../../test/doubles/page/no-tickets.ts";
import { pendingPurchase } from "../../../../test/doubles/page/pending-purchase.ts";
import type { MintFailure } from "../../domain/mint/mint-failure.ts";
import type { MiningNotice, MintState } from "../../domain/mint/mint-state.ts";
import type { Order } from "../../domain/order/order.ts";
import type { PendingPurchase, Purchase } from "../../domain/order/sale.ts";
import { miningMessages, progress } from "../../domain/words/outcome-words.ts";
import type { TicketPorts } from "../tickets/ticket-ports.ts";
import { MintOutcome } from "./MintOutcome.tsx";

const order: Order = { quantity: 1, affiliate: { kind: "none" }, payable: parseEther("0.05") };
const HASH = `0x${"ab".repeat(32)}`;
const OTHER_HASH = `0x${"cd".repeat(32)}`;

const asked = (what: Order = order, restored = false): MintState => ({
  step: "sending",
  id: "1",
  order: what,
  restored,
});

const mining = (
  pending: PendingPurchase,
  notice: MiningNotice = "none",
  kept = true,
): MintState => ({ step: "mining", id: "1", pending, notice, kept });

const done = (purchase: Purchase, pending: PendingPurchase = pendingPurchase()): MintState => ({
  step: "done",
  id: "1",
  pending,
  purchase,
});

function shown(
  state: MintState,
  walletLink: string | null = null,
  tickets: TicketPorts = noTickets,
  affiliateCode: string | null = null,
  account: string | null = pendingPurchase().buyer,
  expectPictures: (tokenIds: readonly bigint[]) => void = () => undefined,
) {
  const handlers = { onStop: vi.fn(), onDismiss: vi.fn(), onSwitchNetwork: vi.fn() };
  const loadPictures = vi.fn(async () => []);
  const pictures = { ...latePictures(loadPictures), expect: expectPictures };
  const ui = (current: MintState) => (
    <MintOutcome
      state={current}
      account={account}
      network={networks.base}
      ports={{ pictures, tickets, wallet: { getLink: () => walletLink } }}
      affiliateCode={affiliateCode}
      {...handlers}
    />
  );
  const { container, rerender } = render(ui(state));
  return { container, handlers, loadPictures, change: (to: MintState) => rerender(ui(to)) };
}

const FRIEND = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
const forFriend = pendingPurchase({
  order: { ...pendingPurchase().order, recipient: FRIEND },
});

const failed = (failure: MintFailure, transactionHash: string | null = null): MintState => ({
  step: "failed",
  id: "1",
  failure,
  transactionHash,
});

it("shows nothing before anything was pressed", () => {
  expect(shown({ step: "idle" }).container).toBeEmptyDOMElement();
});

it("says that it checks before the wallet is asked", () => {
  shown({ step: "checking", order });
  expect(screen.getByText("Checking price, code and network…")).toBeVisible();
});

it("offers to stop waiting for a wallet that is silent for 30 seconds, and no sooner", () => {
  vi.useFakeTimers();
  const { handlers } = shown(asked());
  act(() => vi.advanceTimersByTime(29_999));
  expect(screen.getByText("Confirm the transaction in your wallet.")).toBeVisible();
  expect(screen.queryByRole("button")).not.toBeInTheDocument();

  act(() => vi.advanceTimersByTime(1));
  expect(screen.getByText(/^Your wallet hasn't answered yet\./)).toBeVisible();
  fireEvent.click(screen.getByRole("button", { name: "Stop waiting" }));
  expect(handlers.onStop).toHaveBeenCalledOnce();
});

it.each([
  ["https://wallet.example/", "_blank"],
  ["wallet://", ""],
])("links to the app at %s while it is asked", (href, target) => {
  const { change } = shown(asked(), href);
  const link = screen.getByRole<HTMLAnchorElement>("link", { name: "Open wallet" });
  expect(link).toHaveAttribute("href", href);
  expect(link.target).toBe(target);
  change({ step: "checking", order });
  expect(screen.queryByRole("link")).not.toBeInTheDocument();
});

it("waits for each request anew", () => {
  vi.useFakeTimers();
  const { change } = shown(asked());
  act(() => vi.advanceTimersByTime(20_000));
  change({ step: "checking", order });
  expect(vi.getTimerCount()).toBe(0);
  change(asked());
  act(() => vi.advanceTimersByTime(20_000));
  expect(screen.queryByRole("button", { name: "Stop waiting" })).not.toBeInTheDocument();
});

it("says at once that a request from before a reload may still be open, and offers to leave it", () => {
  const { handlers } = shown(asked(order, true));
  expect(screen.getByText(progress.restored)).toBeVisible();
  fireEvent.click(screen.getByRole("button", { name: "Stop waiting" }));
  expect(handlers.onStop).toHaveBeenCalledOnce();
});

it.each([
  ["asked for", asked(), "1 ticket for 0.050000 ETH."],
  ["asked for before a reload", asked(order, true), "1 ticket for 0.050000 ETH."],
  ["sent", mining(pendingPurchase()), "2 tickets for 0.100000 ETH."],
])("shows what its wallet was asked for while it is %s", (_, state, words) => {
  shown(state);
  expect(screen.getByText(words)).toBeVisible();
});

it("offers the switch for a wrong network", () => {
  const { handlers } = shown(failed({ reason: "wrongNetwork" }));
  fireEvent.click(screen.getByRole("button", { name: "Switch to Base" }));
  expect(handlers.onSwitchNetwork).toHaveBeenCalledOnce();
});

it("offers no switch for another failure, which can be dismissed", () => {
  const { handlers } = shown(failed({ reason: "rejected" }));
  expect(screen.getByRole("alert")).toBeVisible();
  fireEvent.click(screen.getByRole("button", { name: "Dismiss" }));
  expect(handlers.onDismiss).toHaveBeenCalledOnce();
  expect(screen.queryByRole("button", { name: /^Switch/ })).not.toBeInTheDocument();
});

it("links the transaction of a failure that was sent, and of no other", () => {
  const { change } = shown(failed({ reason: "soldNothing", by: HASH }, HASH));
  expect(screen.getByRole("link")).toHaveAttribute("href", expect.stringContaining(HASH));
  change(failed({ reason: "rejected" }));
  expect(screen.queryByRole("link")).not.toBeInTheDocument();
});

it("links the transaction that took the place of another", () => {
  shown(failed({ reason: "replaced", by: OTHER_HASH }, HASH));
  expect(screen.getByRole("link")).toHaveAttribute("href", expect.stringContaining(OTHER_HASH));
});

it.each<[string, MintState, string]>([
  ["the wallet is asked", asked({ ...order, recipient: FRIEND }), "1 ticket for 0.050000 ETH."],
  [
    "it is on its way, also after a reload",
    mining(forFriend, "remembered"),
    "2 tickets for 0.100000 ETH.",
  ],
])("says where the tickets go while %s", (_, state, what) => {
  const { change } = shown(state);
  expect(screen.getByText(`${what} The tickets go to ${FRIEND}.`)).toBeVisible();
  change(asked());
  expect(screen.queryByText(/The tickets go to/)).not.toBeInTheDocument();
});

const STOPS: Readonly<Record<MiningNotice, number>> = {
  none: 0,
  confirming: 0,
  remembered: 1,
  owners: 1,
  unseen: 1,
  slow: 1,
  behindNonce: 1,
  unclear: 1,
  reorganised: 1,
};
const notices = Object.keys(STOPS) as readonly MiningNotice[];

it.each(notices)(
  "links what is on its way, and offers to leave it if nothing certain is known: %s",
  (notice) => {
    const { handlers } = shown(mining(forFriend, notice));
    expect(screen.getByText(miningMessages[notice])).toBeVisible();
    expect(screen.getByRole("link")).toHaveAttribute("href", expect.stringContaining(HASH));
    const buttons = screen.queryAllByRole("button", { name: "Stop tracking it" });
    expect(buttons).toHaveLength(STOPS[notice]);
    for (const button of buttons) fireEvent.click(button);
    expect(handlers.onStop).toHaveBeenCalledTimes(STOPS[notice]);
  },
);

describe("an account that lacks funds", () => {
  const lacking = failed({ reason: "insufficientFunds", funds: null });
  const { buyer } = pendingPurchase();

  it("reads where to send them, and can copy the address", async () => {
    const writeText = vi.fn(async () => undefined);
    vi.stubGlobal("navigator", { onLine: true, clipboard: { writeText } });
    shown(lacking);
    expect(screen.getByRole("alert")).toHaveTextContent(
      `To add funds, send ETH on the ${networks.base.title} network to your own account: ${buyer}`,
    );
    fireEvent.click(screen.getByRole("button", { name: "Copy address" }));
    expect(await screen.findByText(/Address copied/)).toBeVisible();
    expect(writeText).toHaveBeenCalledExactlyOnceWith(buyer);
  });

  it("reads that a browser has not copied the address", async () => {
    vi.stubGlobal("navigator", { onLine: true });
    shown(lacking);
    fireEvent.click(screen.getByRole("button", { name: "Copy address" }));
    expect(await screen.findByText(/didn't copy it/)).toBeVisible();
  });

  it("reads nothing of that once its wallet is disconnected", () => {
    shown(lacking, null, noTickets, null, null);
    expect(screen.queryByText(/To add funds/)).not.toBeInTheDocument();
  });
});

it("says what to do about a wallet that is locked, and only while its account is shown", () => {
  shown(failed({ reason: "notConnected" }));
  expect(screen.getByRole("alert")).toHaveTextContent(
    "please connect your wallet firstYour wallet is locked, or no longer connected to this page.",
  );
});

it.each(notices)("says in the place of the notice that the browser is offline: %s", (notice) => {
  const online = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  shown(mining(forFriend, notice));
  expect(screen.getByText(/^You are offline\. Your purchase continues\./)).toBeVisible();
  expect(screen.queryByText(miningMessages[notice])).not.toBeInTheDocument();
  online.mockRestore();
  fireEvent.online(window);
  expect(screen.getByText(miningMessages[notice])).toBeVisible();
});

it.each(notices)("says beside the notice that the browser does not remember it: %s", (notice) => {
  const { change } = shown(mining(forFriend, notice, false));
  expect(screen.getByText(miningMessages[notice])).toBeVisible();
  expect(screen.getByText(progress.notKept)).toBeVisible();
  change(mining(forFriend, notice));
  expect(screen.queryByText(progress.notKept)).not.toBeInTheDocument();
});

it.each([
  ["are yours", pendingPurchase()],
  [`belong to ${FRIEND}`, forFriend],
])("says that the tickets %s, with their pictures and the transaction", (whose, pending) => {
  const purchase = { transactionHash: HASH, firstTokenId: 7n, quantity: 2 };
  const { loadPictures } = shown(done(purchase, pending));
  expect(screen.getByRole("status")).toHaveTextContent(`Tickets #7 to #8 ${whose}.`);
  expect(screen.getByRole("link", { name: /Basescan/ })).toHaveAttribute(
    "href",
    expect.stringContaining(HASH),
  );
  expect(loadPictures).toHaveBeenCalledExactlyOnceWith([7n, 8n]);
});

describe("pictures", () => {
  const last = BigInt(size);
  const sent = (quantity: number, soldBefore: number, notice?: MiningNotice) => {
    const pending = pendingPurchase({ soldBefore });
    return mining({ ...pending, order: { ...pending.order, quantity } }, notice);
  };
  const expected = (first: MintState, ...later: readonly MintState[]) => {
    const expect = vi.fn();
    const { change } = shown(first, null, noTickets, null, null, expect);
    later.forEach(change);
    return expect.mock.calls;
  };

  it.each([
    [1, 6, [7n, 8n, 9n]],
    [2, 6, [7n, 8n, 9n, 10n]],
    [50, 6, [7n, 8n, 9n, 10n, 11n, 12n, 13n, 14n]],
    [2, size - 3, [last - 2n, last - 1n, last]],
  ])(
    "of a purchase of %d after %d are read while it is mined, with two to spare",
    (quantity, sold, tokenIds) => {
      expect(expected(sent(quantity, sold))).toEqual([[tokenIds]]);
    },
  );

  it("are asked for once, whatever is told meanwhile, and not before the purchase is sent", () => {
    expect(expected(asked())).toEqual([]);
    expect(expected(asked(), sent(1, 6), sent(1, 6, "unseen"))).toHaveLength(1);
  });
});

describe("ways on", () => {
  const TICKET = noTickets.ticketAddress;
  const bought = (quantity: number) => done({ transactionHash: HASH, firstTokenId: 7n, quantity });
  const provider = { request: async () => null };

  it.each([
    [1, ["Share", "Add to wallet"], `${TICKET}/7`],
    [2, ["Share"], TICKET],
  ])("after a purchase of %d are %j, and the marketplace", async (quantity, buttons, place) => {
    shown(bought(quantity), null, { ...noTickets, getProvider: () => provider });
    await act(async () => undefined);
    expect(screen.getAllByRole("button").map(({ textContent }) => textContent)).toEqual(buttons);
    expect(screen.getByRole("link", { name: "View on OpenSea" })).toHaveAttribute(
      "href",
      `https://opensea.io/assets/base/${place}`,
    );
  });

  it.each([
    ["it went to another owner", forFriend, pendingPurchase().buyer, 0],
    ["another account is connected by now", pendingPurchase(), FRIEND, 0],
    ["its new owner is connected by now", forFriend, FRIEND, 1],
  ])("ask the wallet to list its account's tickets alone: %s", (_, pending, account, offers) => {
    const purchase = { transactionHash: HASH, firstTokenId: 7n, quantity: 1 };
    const tickets = { ...noTickets, getProvider: () => provider };
    shown(done(purchase, pending), null, tickets, null, account);
    expect(screen.queryAllByRole("button", { name: "Add to wallet" })).toHaveLength(offers);
  });

  it("share all tickets of the purchase, with the affiliate's link", async () => {
    const share = vi.fn(async () => undefined);
    vi.stubGlobal("navigator", { share });
    const linkTo = (code: string | null) => `https://mint.example/?a=${code}`;
    shown(bought(3), null, { ...noTickets, linkTo }, "welcome5");
    fireEvent.click(screen.getByRole("button", { name: "Share" }));
    await act(async () => undefined);
    expect(share).toHaveBeenCalledExactlyOnceWith({
      text: `Tickets #7 to #9 of ${name}`,
      url: "https://mint.example/?a=welcome5",
    });
  });
});

it("names the account that bought, if another is connected", () => {
  const purchase = { transactionHash: HASH, firstTokenId: 7n, quantity: 1 };
  shown(done(purchase), null, noTickets, null, FRIEND);
  expect(screen.getByText(`Ticket #7 belongs to ${pendingPurchase().buyer}.`)).toBeVisible();
});
