// @vitest-environment jsdom
import { act, fireEvent, render, screen } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { name, size } from "../../../../collection.ts";
import { networks } from "../../../../networks.ts";
import { latePictures } from "../../../../test/doubles/page/late-pictures.ts";
import { noTickets } from "../../../../test/doubles/page/no-tickets.ts";
import { pendingPurchase } from "../../../../test/doubles/page/pending-purchase.ts";
import type { MintFailure } from "../../domain/mint-failure.ts";
import type { MintState } from "../../domain/mint-state.ts";
import type { ShownOrder } from "../../domain/order.ts";
import type { TicketPorts } from "../tickets/ticket-ports.ts";
import { MintOutcome } from "./MintOutcome.tsx";

const order: ShownOrder = { quantity: 1, affiliate: { kind: "none" }, payable: null };
const HASH = `0x${"ab".repeat(32)}`;

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
      pictures={pictures}
      tickets={tickets}
      affiliateCode={affiliateCode}
      walletLink={walletLink}
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
  const { handlers } = shown({ step: "sending", order });
  act(() => vi.advanceTimersByTime(29_999));
  expect(screen.getByText("Confirm the transaction in your wallet.")).toBeVisible();
  expect(screen.queryByRole("button")).not.toBeInTheDocument();

  act(() => vi.advanceTimersByTime(1));
  expect(screen.getByText(/^Your wallet has not answered yet\./)).toBeVisible();
  fireEvent.click(screen.getByRole("button", { name: "Stop waiting" }));
  expect(handlers.onStop).toHaveBeenCalledOnce();
});

it.each([
  ["https://wallet.example/", "_blank"],
  ["wallet://", ""],
])("links to the app at %s while it is asked", (href, target) => {
  const { change } = shown({ step: "sending", order }, href);
  const link = screen.getByRole<HTMLAnchorElement>("link", { name: "Open wallet" });
  expect(link).toHaveAttribute("href", href);
  expect(link.target).toBe(target);
  change({ step: "checking", order });
  expect(screen.queryByRole("link")).not.toBeInTheDocument();
});

it("waits for each request anew", () => {
  vi.useFakeTimers();
  const { change } = shown({ step: "sending", order });
  act(() => vi.advanceTimersByTime(20_000));
  change({ step: "checking", order });
  expect(vi.getTimerCount()).toBe(0);
  change({ step: "sending", order });
  act(() => vi.advanceTimersByTime(20_000));
  expect(screen.queryByRole("button", { name: "Stop waiting" })).not.toBeInTheDocument();
});

it("says what a request that is not waited for means, until that is dismissed", () => {
  const { container, handlers, change } = shown({
    step: "unanswered",
    order,
    failure: { reason: "stoppedWaiting" },
  });
  expect(screen.getByRole("alert")).toHaveTextContent(/wallet/);
  fireEvent.click(screen.getByRole("button", { name: "Dismiss" }));
  expect(handlers.onDismiss).toHaveBeenCalledOnce();
  change({ step: "unanswered", order, failure: null });
  expect(container).toBeEmptyDOMElement();
});

it("[P-21] offers the switch for a wrong network", () => {
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
  const { change } = shown(failed({ reason: "replaced" }, HASH));
  expect(screen.getByRole("link")).toHaveAttribute("href", expect.stringContaining(HASH));
  change(failed({ reason: "rejected" }));
  expect(screen.queryByRole("link")).not.toBeInTheDocument();
});

it.each<[string, MintState]>([
  ["the wallet is asked", { step: "sending", order: { ...order, recipient: FRIEND } }],
  [
    "it is on its way, also after a reload",
    { step: "mining", pending: forFriend, notice: "remembered", kept: true },
  ],
])("says where the tickets go while %s", (_, state) => {
  const { change } = shown(state);
  expect(screen.getByText(`The tickets go to ${FRIEND}.`)).toBeVisible();
  change({ step: "sending", order });
  expect(screen.queryByText(/The tickets go to/)).not.toBeInTheDocument();
});

it.each([
  ["none", 0],
  ["confirming", 0],
  ["remembered", 1],
  ["owners", 1],
  ["unseen", 1],
  ["unclear", 1],
  ["reorganised", 1],
] as const)(
  "links what is on its way, and offers to leave it if nothing certain is known: %s",
  (notice, stops) => {
    const { handlers } = shown({ step: "mining", pending: forFriend, notice, kept: true });
    expect(screen.getByRole("link")).toHaveAttribute("href", expect.stringContaining(HASH));
    const buttons = screen.queryAllByRole("button", { name: "Stop following it here" });
    expect(buttons).toHaveLength(stops);
    for (const button of buttons) fireEvent.click(button);
    expect(handlers.onStop).toHaveBeenCalledTimes(stops);
  },
);

it.each([
  ["yours", pendingPurchase()],
  [`now with ${FRIEND}`, forFriend],
])("says that the tickets are %s, with their pictures and the transaction", (whose, pending) => {
  const purchase = { transactionHash: HASH, firstTokenId: 7n, quantity: 2 };
  const { loadPictures } = shown({ step: "done", pending, purchase });
  expect(screen.getByRole("status")).toHaveTextContent(`Tickets #7 to #8 are ${whose}.`);
  expect(screen.getByRole("link", { name: /Basescan/ })).toHaveAttribute(
    "href",
    expect.stringContaining(HASH),
  );
  expect(loadPictures).toHaveBeenCalledExactlyOnceWith([7n, 8n]);
});

describe("pictures", () => {
  const last = BigInt(size);
  const mining = (quantity: number, soldBefore: number): MintState => {
    const pending = pendingPurchase({ soldBefore });
    return {
      step: "mining",
      pending: { ...pending, order: { ...pending.order, quantity } },
      notice: "none",
      kept: true,
    };
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
      expect(expected(mining(quantity, sold))).toEqual([[tokenIds]]);
    },
  );

  it("are asked for once, whatever is told meanwhile, and not before the purchase is sent", () => {
    const late: MintState = { ...mining(1, 6), notice: "unseen" } as MintState;
    expect(expected({ step: "sending", order })).toEqual([]);
    expect(expected({ step: "sending", order }, mining(1, 6), late)).toHaveLength(1);
  });
});

describe("ways on", () => {
  const TICKET = noTickets.ticketAddress;
  const bought = (quantity: number): MintState => ({
    step: "done",
    pending: pendingPurchase(),
    purchase: { transactionHash: HASH, firstTokenId: 7n, quantity },
  });
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
    shown({ step: "done", pending, purchase }, null, tickets, null, account);
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
