import { maxPerPurchase, progressShownAbove, size } from "../../collection.ts";
import type { TicketState } from "../../test/doubles/page/fake-ticket.ts";
import type { MintFailure } from "../src/domain/mint/mint-failure.ts";
import type { MiningNotice } from "../src/domain/mint/mint-state.ts";
import type { CanHold, NameAnswer } from "../src/domain/mint/recipient.ts";
import type { MissingPictures } from "../src/domain/words/outcome-words.ts";
import type { WalletState } from "../src/wallet/wallet.ts";

/** Omitted fields have their usual values. */
export interface GalleryState extends Partial<TicketState> {
  readonly title: string;
  readonly search?: string;
  /** `"never"`: the answer stays pending; `"fails"`: no endpoint answers. */
  readonly reads?: "never" | "fails";
  /** The announced opening, in milliseconds from now. */
  readonly opensIn?: number;
  readonly wallet?: WalletState;
  readonly link?: string;
  readonly quantity?: number;
  /** In wei. */
  readonly fee?: bigint;
  /** In 1e-8 US dollars; `null` if the feed does not answer. If omitted, the build has no feed. */
  readonly rate?: bigint | null;
  /** The text typed into the open field for another owner. */
  readonly recipient?: string;
  readonly accountName?: string;
  readonly nameAnswer?: NameAnswer;
  readonly canHold?: CanHold;
  /** If omitted, no purchase starts. */
  readonly mint?: MintCourse;
  readonly pending?: MiningNotice;
  readonly asked?: boolean;
  readonly earlier?: readonly number[];
  readonly bought?: readonly number[];
  readonly storage?: "full";
  /** Default 0. */
  readonly held?: number | "unread";
  readonly unread?: "tickets" | "pictures";
  readonly pictures?: "never";
  readonly walletBusy?: boolean;
  /** The buttons that the visitor clicks in turn, each as soon as it appears. */
  readonly presses?: readonly string[];
  /** A selector of the element that the visitor unfolds. */
  readonly unfolded?: string;
  readonly next?: boolean;
  readonly missingPictures?: MissingPictures;
}

export type MintCourse =
  | { readonly until: "checking" | "sending" | "sendingLate" | "stopped" }
  | { readonly until: "switching" }
  | { readonly until: "mining"; readonly notice: MiningNotice }
  | { readonly until: "done" }
  /** `at`: the chain or the wallet rejected the purchase. If omitted, the page asked neither. */
  | { readonly until: "failed"; readonly failure: MintFailure; readonly at?: "chain" | "wallet" };

export const BUYER = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";

export const RECIPIENT = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";

const connected: WalletState = { status: "connected", address: BUYER };
const SIZE = BigInt(size);
export const SOLD = BigInt(Math.max(progressShownAbove + 1, Math.floor(size / 4)));
const MANY = Math.min(12, maxPerPurchase);
/** 2,500 US dollars, in 1e-8 dollars. */
const RATE = 250_000_000_000n;
const CODE = "?a=welcome5&card=Garden%20Flat";

function failed(failure: MintFailure, title: string, at?: "chain" | "wallet"): GalleryState {
  const mint = { until: "failed", failure, ...(at === undefined ? {} : { at }) } as const;
  return { title, wallet: connected, mint };
}

export const states: Readonly<Record<string, GalleryState>> = {
  loading: { title: "Nothing is read yet", search: CODE, reads: "never" },
  price: { title: "Price" },
  "price-with-code": { title: "Price with a code", search: CODE },
  "inactive-code": { title: "Inactive code", search: "?a=unknown" },
  "malformed-code": {
    title: "Malformed, overlong code",
    search: `?a=${"not%20a%20code!".repeat(9)}&card=${"Penthouse ".repeat(9)}`,
  },
  "meant-code": { title: "A code with the end of its sentence", search: "?a=welcome5)." },
  "label-sentence": {
    title: "A label that reads like the page's words",
    search: "?card=Refund%20ready%20visit%20hearth-claim%20com%20now",
  },
  "price-unavailable": { title: "Price unavailable", reads: "fails" },
  progress: { title: `More than ${progressShownAbove} minted`, totalSupply: SOLD },
  "many-tickets": {
    title: `${maxPerPurchase} tickets with a code`,
    search: CODE,
    quantity: maxPerPurchase,
  },
  "few-left": { title: "Only 3 left", totalSupply: SIZE - 3n },
  "one-left": { title: "Only 1 left", totalSupply: SIZE - 1n, wallet: connected },
  "sold-out": { title: "Sold out", totalSupply: SIZE },
  paused: { title: "Paused", totalSupply: SOLD, paused: true, wallet: connected },
  "opens-later": {
    title: "Paused, to open in some days",
    paused: true,
    opensIn: 3 * 86_400_000 + 60_000,
  },
  "opens-soon": { title: "Paused, to open in a minute", paused: true, opensIn: 60_000 },
  "opens-late": {
    title: "Paused, and the hour has passed",
    paused: true,
    opensIn: -60_000,
    wallet: connected,
  },
  "opens-late-again": {
    title: "Paused, long after the opening",
    totalSupply: SOLD,
    paused: true,
    opensIn: -60_000,
    wallet: connected,
  },
  "kit-loading": { title: "The kit is loading", wallet: { status: "loading", opening: true } },
  "kit-failed": { title: "The kit did not load", wallet: { status: "failed" } },
  connecting: { title: "A connection is being restored", wallet: { status: "connecting" } },
  reconnecting: {
    title: "A connection is being restored, with the address that was connected",
    wallet: { status: "reconnecting", address: BUYER },
  },
  connected: { title: "Connected", search: CODE, wallet: connected },
  "dear-fee": {
    title: "A fee of more than a tenth of the price",
    search: CODE,
    wallet: connected,
    fee: 8_276_640_000_000_000n,
  },
  dollars: { title: "In dollars too", search: CODE, rate: RATE },
  "dollars-unknown": { title: "The price feed tells nothing", rate: null },
  "dollars-fee": {
    title: "Price and fee in dollars too",
    search: CODE,
    wallet: connected,
    fee: 8_276_640_000_000_000n,
    rate: RATE,
  },
  "dollars-many": {
    title: `${maxPerPurchase} tickets in dollars too`,
    quantity: maxPerPurchase,
    wallet: connected,
    rate: RATE,
  },
  "account-name": {
    title: "Connected: with a name",
    wallet: connected,
    accountName: "a-rather-long-name-of-someone.tickets.example.eth",
  },
  "recipient-open": { title: "For another address: open", wallet: connected, recipient: "" },
  recipient: { title: "For another address", wallet: connected, recipient: RECIPIENT },
  "recipient-own": {
    title: "For another address: the visitor's own",
    wallet: connected,
    recipient: BUYER,
  },
  "recipient-misspelt": {
    title: "For another address: misspelt",
    wallet: connected,
    recipient: RECIPIENT.toLowerCase(),
  },
  "recipient-name": {
    title: "For another address: a name that is found",
    wallet: connected,
    recipient: "a-rather-long-name-of-someone.tickets.example.eth",
  },
  "recipient-name-unread": {
    title: "For another address: a name that endpoints do not tell alike",
    wallet: connected,
    recipient: "friend.eth",
    nameAnswer: { kind: "unread" },
  },
  "recipient-contract": {
    title: "For another address: a contract that can't show tickets",
    wallet: connected,
    recipient: RECIPIENT,
    canHold: false,
  },
  "recipient-sending": {
    title: "For another address: the wallet is asking",
    wallet: connected,
    recipient: RECIPIENT,
    mint: { until: "sending" },
  },
  "recipient-done": {
    title: "For another address: done",
    wallet: connected,
    recipient: RECIPIENT,
    mint: { until: "done" },
  },
  checking: { title: "Checking", wallet: connected, mint: { until: "checking" } },
  sending: { title: "The wallet is asking", wallet: connected, mint: { until: "sending" } },
  "sending-to-phone": {
    title: "The wallet of this telephone is asking",
    wallet: connected,
    link: "https://wallet.example/",
    mint: { until: "sending" },
  },
  switching: {
    title: "The wallet of this telephone is asked to switch its network",
    wallet: connected,
    link: "wallet://",
    mint: { until: "switching" },
  },
  "sending-late": {
    title: "The wallet does not answer",
    wallet: connected,
    mint: { until: "sendingLate" },
  },
  "sending-stopped": {
    title: "The visitor stopped waiting for the wallet",
    wallet: connected,
    mint: { until: "stopped" },
  },
  "sending-restored": {
    title: "The wallet was asked before a reload",
    wallet: connected,
    asked: true,
  },
  "sending-restored-asleep": {
    title: "A wallet was asked before a reload, and none is connected",
    asked: true,
  },
  mining: { title: "Sent", wallet: connected, mint: { until: "mining", notice: "none" } },
  "mining-owners": {
    title: "A Safe's owners have to sign",
    wallet: connected,
    mint: { until: "mining", notice: "owners" },
  },
  "mining-unseen": {
    title: "Sent, and not seen",
    wallet: connected,
    mint: { until: "mining", notice: "unseen" },
  },
  "mining-slow": {
    title: "Sent, with a fee that may be too low",
    wallet: connected,
    mint: { until: "mining", notice: "slow" },
  },
  "mining-behind-nonce": {
    title: "Sent, behind an earlier transaction",
    wallet: connected,
    mint: { until: "mining", notice: "behindNonce" },
  },
  "mining-unclear": {
    title: "Endpoints don't confirm each other",
    wallet: connected,
    mint: { until: "mining", notice: "unclear" },
  },
  "mining-confirming": {
    title: "Reverted, and not certain yet",
    wallet: connected,
    mint: { until: "mining", notice: "confirming" },
  },
  "mining-reorganised": {
    title: "Mined, and reorganised away",
    wallet: connected,
    mint: { until: "mining", notice: "reorganised" },
  },
  "mining-not-kept": {
    title: "Sent, and the storage is full",
    wallet: connected,
    storage: "full",
    mint: { until: "mining", notice: "none" },
  },
  earlier: { title: "Earlier purchases", wallet: connected, earlier: [2, 1] },
  "resumed-looking": { title: "Resumed, not looked for yet", pending: "remembered" },
  resumed: { title: "Resumed after a reload", wallet: connected, pending: "none" },
  "resumed-asleep": { title: "Resumed without a wallet", pending: "unseen" },
  done: { title: "Done, 1 ticket", wallet: connected, mint: { until: "done" } },
  "done-many": {
    title: `Done, ${MANY} tickets`,
    search: CODE,
    totalSupply: SOLD,
    wallet: connected,
    quantity: MANY,
    mint: { until: "done" },
  },
  "pictures-outside": {
    title: "Done, with pictures outside the chain",
    wallet: connected,
    mint: { until: "done" },
    missingPictures: "outside",
  },
  "pictures-unreadable": {
    title: "Done, with pictures that can't be loaded",
    wallet: connected,
    mint: { until: "done" },
    missingPictures: "unreadable",
  },
  "done-shared": {
    title: "Done, and the link copied",
    wallet: connected,
    mint: { until: "done" },
    presses: ["Share"],
  },
  "held-unread": {
    title: "The number of tickets can't be read",
    wallet: connected,
    held: "unread",
  },
  held: { title: "Tickets, not opened", wallet: connected, held: 3 },
  "held-open": { title: "Tickets", wallet: connected, held: 3, presses: ["Show pictures"] },
  "held-many": { title: "130 tickets", wallet: connected, held: 130, presses: ["Show pictures"] },
  "held-ticket": {
    title: "A ticket, large",
    search: CODE,
    wallet: connected,
    held: 3,
    presses: ["Show pictures", "Ticket #2"],
  },
  "held-ticket-coming": {
    title: "A ticket, large, whose picture is on its way",
    wallet: connected,
    held: 3,
    pictures: "never",
    presses: ["Show pictures", "Ticket #2"],
  },
  "held-ticket-wallet-busy": {
    title: "A ticket, large, that the wallet can't list at the moment",
    wallet: connected,
    held: 3,
    walletBusy: true,
    presses: ["Show pictures", "Ticket #2", "Add to wallet"],
  },
  "held-tickets-unread": {
    title: "Tickets that can't be read",
    wallet: connected,
    held: 3,
    unread: "tickets",
    presses: ["Show pictures"],
  },
  "held-pictures-unread": {
    title: "Tickets whose pictures can't be read",
    wallet: connected,
    held: 3,
    unread: "pictures",
    presses: ["Show pictures"],
  },
  next: { title: "The ticket that comes next", totalSupply: SOLD, next: true },
  look: {
    title: "A look at the collection",
    totalSupply: SOLD,
    next: true,
    presses: ["Look at more tickets", "Earlier"],
  },
  history: {
    title: "Purchases from this browser",
    wallet: connected,
    held: 3,
    bought: [1, 2],
    unfolded: ".history",
  },
  "recipient-guess": {
    title: "For another address: a name without its ending",
    wallet: connected,
    recipient: "alice",
  },
  funds: failed(
    {
      reason: "insufficientFunds",
      funds: { needed: 50_000_000_000_000_000n, owned: 1_230_000_000_000_000n, includesFee: false },
    },
    "Failed: not enough funds",
  ),
  "blind-signing": failed(
    { reason: "blindSigningOff" },
    "Failed: a hardware wallet that can't sign this",
  ),
  "not-connected": failed({ reason: "notConnected" }, "Failed: not connected"),
  "wrong-network": failed({ reason: "wrongNetwork" }, "Failed: wrong network, with the switch"),
  "inactive-affiliate": failed({ reason: "inactiveAffiliate" }, "Failed: inactive code"),
  "invalid-amount": failed({ reason: "invalidAmount" }, "Failed: invalid amount"),
  rejected: failed({ reason: "rejected" }, "Failed: rejected"),
  "no-provider": failed({ reason: "noProvider" }, "Failed: no provider"),
  "price-changed": failed(
    { reason: "refused", refusal: { kind: "priceChanged", price: 60_000_000_000_000_000n } },
    "Failed: the price has changed",
  ),
  "network-silent": failed({ reason: "endpointsSilent" }, "Failed: no endpoint answers"),
  reverted: failed(
    { reason: "reverted", refusal: { kind: "tooFewLeft", remaining: 3n } },
    "Failed on chain, with its transaction",
    "chain",
  ),
  replaced: failed(
    { reason: "replaced", by: `0x${"cd34".repeat(16)}` },
    "Replaced, with the transaction that took its place",
    "chain",
  ),
  "wallet-failed": failed(
    { reason: "walletFailed" },
    "Failed in the wallet, which may have sent it",
    "wallet",
  ),
};
