// @vitest-environment jsdom
import { act, fireEvent, render, screen } from "@testing-library/react";
import { parseEther } from "ethers";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { name, size } from "../../../../collection.ts";
import { networks } from "../../../../networks.ts";
import { pendingPurchase } from "../../../../test/doubles/page/pending-purchase.ts";
import { run, tell } from "../../../../test/support/stories.ts";
import { latePictures, noTickets, TICKET } from "../../../gallery/checkout-ports.ts";
import {
  has,
  hasNo,
  lacks,
  links,
  press,
  sees,
  settle,
  tells,
} from "../../../gallery/on-screen.ts";
import type { MintFailure } from "../../domain/mint/mint-failure.ts";
import type { MiningNotice, MintState } from "../../domain/mint/mint-state.ts";
import type { Order } from "../../domain/order/order.ts";
import { miningMessages, progress } from "../../domain/words/outcome-words.ts";
import { MintOutcome } from "./MintOutcome.tsx";

const FRIEND = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
const HASH = `0x${"ab".repeat(32)}`;
const OTHER_HASH = `0x${"cd".repeat(32)}`;
const order: Order = { quantity: 1, affiliate: { kind: "none" }, payable: parseEther("0.05") };
const bought = pendingPurchase();
const forFriend = pendingPurchase({ order: { ...bought.order, recipient: FRIEND } });

const idle: MintState = { step: "idle" };
const checking: MintState = { step: "checking", order };
const asked = (what: Partial<Order> = {}, restored = false): MintState => ({
  step: "sending",
  id: "1",
  order: { ...order, ...what },
  restored,
});
const mining = (pending = bought, notice: MiningNotice = "none", kept = true): MintState => ({
  step: "mining",
  id: "1",
  pending,
  notice,
  kept,
});
const done = (quantity: number, pending = bought): MintState => ({
  step: "done",
  id: "1",
  pending,
  purchase: { transactionHash: HASH, firstTokenId: 7n, quantity },
});
const failed = (failure: MintFailure, transactionHash: string | null = null): MintState => ({
  step: "failed",
  id: "1",
  failure,
  transactionHash,
});

const handlers = { onStop: vi.fn(), onDismiss: vi.fn(), onSwitchNetwork: vi.fn() };
const loadPictures = vi.fn(async () => []);
const expectPictures = vi.fn();
let parts: {
  account: string | null;
  walletLink: string | null;
  tickets: typeof noTickets;
  code: string | null;
};
let page: ReturnType<typeof render> | null;

beforeEach(() => {
  vi.clearAllMocks();
  vi.useFakeTimers();
  page = null;
  parts = { account: bought.buyer, walletLink: null, tickets: noTickets, code: null };
});

function show(state: MintState): void {
  const { account, walletLink, tickets, code } = parts;
  const ui = (
    <MintOutcome
      state={state}
      account={account}
      network={networks.base}
      ports={{ pictures, tickets, wallet: { getLink: () => walletLink } }}
      affiliateCode={code}
      {...handlers}
    />
  );
  if (page === null) page = render(ui);
  else page.rerender(ui);
}
const pictures = { ...latePictures(loadPictures), expect: expectPictures };

const is = (state: MintState) => () => show(state);
const wait = (ms: number) => () => void act(() => vi.advanceTimersByTime(ms));
const isTold =
  (handler: keyof typeof handlers, times = 1) =>
  () =>
    expect(handlers[handler]).toHaveBeenCalledTimes(times);
const linksTo = (hash: string) => links(/Basescan/, `https://basescan.org/tx/${hash}`);

const STOPS: Readonly<Record<MiningNotice, boolean>> = {
  none: false,
  confirming: false,
  remembered: true,
  owners: true,
  unseen: true,
  slow: true,
  behindNonce: true,
  unclear: true,
  reorganised: true,
};
const notices = Object.keys(STOPS) as readonly MiningNotice[];

tell({
  "shows nothing before anything was pressed": [
    [is(idle), () => expect(page?.container).toBeEmptyDOMElement()],
  ],
  "says that it checks before the wallet is asked": [
    [is(checking), sees("Checking price, code and network…")],
  ],
  "offers to stop waiting for a wallet that is silent for 30 seconds, and no sooner": [
    [is(asked()), wait(29_999), sees("Confirm the transaction in your wallet.")],
    [hasNo("button"), wait(1), sees(/^Your wallet hasn't answered yet\./)],
    [press("Stop waiting"), isTold("onStop")],
  ],
  "restarts the wait for each request": [
    [is(asked()), wait(20_000), is(checking), () => expect(vi.getTimerCount()).toBe(0)],
    [is(asked()), wait(20_000), hasNo("button", "Stop waiting")],
  ],
  "says at once that a request from before a reload may still be open, and offers to leave it": [
    [is(asked({}, true)), sees(progress.restored), press("Stop waiting"), isTold("onStop")],
  ],
  "shows what its wallet was asked for, also before a reload, and once it is sent": [
    [is(asked()), sees("1 ticket for 0.050000 ETH.")],
    [is(asked({}, true)), sees("1 ticket for 0.050000 ETH.")],
    [is(mining()), sees("2 tickets for 0.100000 ETH.")],
  ],
  "says where the tickets go while the wallet is asked": [
    [is(asked({ recipient: FRIEND }))],
    [sees(`1 ticket for 0.050000 ETH. The tickets go to ${FRIEND}.`)],
    [is(asked()), lacks(/The tickets go to/)],
  ],
  "says where the tickets go while it is on its way, also after a reload": [
    [is(mining(forFriend, "remembered"))],
    [sees(`2 tickets for 0.100000 ETH. The tickets go to ${FRIEND}.`)],
    [is(mining()), lacks(/The tickets go to/)],
  ],
  "offers the switch for a wrong network": [
    [is(failed({ reason: "wrongNetwork" })), press("Switch to Base"), isTold("onSwitchNetwork")],
  ],
  "offers no switch for another failure, which can be dismissed": [
    [is(failed({ reason: "rejected" })), has("alert"), hasNo("button", /^Switch/)],
    [press("Dismiss"), isTold("onDismiss")],
  ],
  "links the transaction of a failure that was sent, and of no other": [
    [is(failed({ reason: "soldNothing", by: HASH }, HASH)), linksTo(HASH)],
    [is(failed({ reason: "rejected" })), hasNo("link")],
  ],
  "links the transaction that took the place of another": [
    [is(failed({ reason: "replaced", by: OTHER_HASH }, HASH)), linksTo(OTHER_HASH)],
  ],
  "says what to do about a wallet that is locked": [
    [is(failed({ reason: "notConnected" }))],
    [
      tells(
        "alert",
        "please connect your wallet firstYour wallet is locked, or no longer connected to this page.",
      ),
    ],
  ],
  "names the account that bought, if another is connected": [
    [() => Object.assign(parts, { account: FRIEND }), is(done(1))],
    [sees(`Ticket #7 belongs to ${bought.buyer}.`)],
  ],
});

it.each([
  ["https://wallet.example/", "_blank"],
  ["wallet://", ""],
])("links to the app at %s while it is asked", async (href, target) => {
  parts.walletLink = href;
  await run([is(asked()), links("Open wallet", href)]);
  expect(screen.getByRole<HTMLAnchorElement>("link").target).toBe(target);
  await run([is(checking), hasNo("link")]);
});

describe.each(notices)("on its way: %s", (notice) => {
  const noticed = is(mining(forFriend, notice));
  const words = miningMessages[notice];

  it("links it, and offers to leave it if nothing certain is known", async () => {
    await run([noticed, sees(words), linksTo(HASH)]);
    await (STOPS[notice]
      ? run([press("Stop tracking it"), isTold("onStop")])
      : hasNo("button", "Stop tracking it")());
  });

  it("says in the place of the notice that the browser is offline", async () => {
    const online = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    await run([noticed, sees(/^You are offline\. Your purchase continues\./), lacks(words)]);
    online.mockRestore();
    await run([() => fireEvent.online(window), sees(words)]);
  });

  it("says beside the notice that the browser does not remember it", () =>
    run(
      [is(mining(forFriend, notice, false)), sees(words, progress.notKept)],
      [noticed, lacks(progress.notKept)],
    ));
});

describe("an account that lacks funds", () => {
  const poor = is(failed({ reason: "insufficientFunds", funds: null }));
  const { buyer } = bought;

  it("reads where to send them, and can copy the address", async () => {
    const writeText = vi.fn(async () => undefined);
    vi.stubGlobal("navigator", { onLine: true, clipboard: { writeText } });
    const { title } = networks.base;
    const words = `To add funds, send ETH on the ${title} network to your own account: ${buyer}`;
    await run([poor, tells("alert", words), press("Copy address"), sees(/Address copied/)]);
    expect(writeText).toHaveBeenCalledExactlyOnceWith(buyer);
  });

  tell({
    "reads that a browser has not copied the address": [
      [() => vi.stubGlobal("navigator", { onLine: true }), poor],
      [press("Copy address"), sees(/didn't copy it/)],
    ],
    "reads nothing of that once its wallet is disconnected": [
      [() => Object.assign(parts, { account: null }), poor, has("alert"), lacks(/To add funds/)],
    ],
  });
});

it.each([
  ["are yours", bought],
  [`belong to ${FRIEND}`, forFriend],
])("says that the tickets %s, with their pictures and the transaction", async (whose, pending) => {
  await run([is(done(2, pending)), tells("status", `Tickets #7 to #8 ${whose}.`), linksTo(HASH)]);
  expect(loadPictures).toHaveBeenCalledExactlyOnceWith([7n, 8n]);
});

describe("pictures", () => {
  const last = BigInt(size);
  const sent = (quantity: number, soldBefore: number, notice?: MiningNotice) =>
    mining(pendingPurchase({ soldBefore, order: { ...bought.order, quantity } }), notice);

  it.each([
    [1, 6, [7n, 8n, 9n]],
    [2, 6, [7n, 8n, 9n, 10n]],
    [50, 6, [7n, 8n, 9n, 10n, 11n, 12n, 13n, 14n]],
    [2, size - 3, [last - 2n, last - 1n, last]],
  ])(
    "of a purchase of %d after %d are read while it is mined, with two to spare",
    (quantity, sold, tokenIds) => {
      show(sent(quantity, sold));
      expect(expectPictures).toHaveBeenCalledExactlyOnceWith(tokenIds);
    },
  );

  it("are asked for once, whatever is told meanwhile, and not before the purchase is sent", () => {
    show(asked());
    expect(expectPictures).not.toHaveBeenCalled();
    show(sent(1, 6));
    show(sent(1, 6, "unseen"));
    expect(expectPictures).toHaveBeenCalledOnce();
  });
});

describe("ways on", () => {
  const provider = { request: async () => null };
  const offers = () => screen.queryAllByRole("button").map(({ textContent }) => textContent);

  beforeEach(() => {
    parts.tickets = { ...noTickets, getProvider: () => provider };
  });

  it.each([
    [1, ["Share", "Add to wallet"], `${TICKET}/7`],
    [2, ["Share"], TICKET],
  ])("after a purchase of %d are %j, and the marketplace", (quantity, buttons, place) =>
    run(
      [is(done(quantity)), settle, () => expect(offers()).toEqual(buttons)],
      [links("View on OpenSea", `https://opensea.io/assets/base/${place}`)],
    ),
  );

  it.each([
    ["it went to another owner", forFriend, bought.buyer, false],
    ["another account is connected by now", bought, FRIEND, false],
    ["its new owner is connected by now", forFriend, FRIEND, true],
  ])("ask the wallet to list only its account's tickets: %s", (_, pending, account, isOffered) => {
    parts.account = account;
    show(done(1, pending));
    expect(offers().includes("Add to wallet")).toBe(isOffered);
  });

  it("share all tickets of the purchase, with the affiliate's link", async () => {
    const share = vi.fn(async () => undefined);
    vi.stubGlobal("navigator", { share });
    parts.tickets = { ...noTickets, linkTo: (code) => `https://mint.example/?a=${code}` };
    parts.code = "welcome5";
    await run([is(done(3)), press("Share")]);
    expect(share).toHaveBeenCalledExactlyOnceWith({
      text: `Tickets #7 to #9 of ${name}`,
      url: "https://mint.example/?a=welcome5",
    });
  });
});
