import { maxPerPurchase, progressShownAbove, size } from "../../collection.ts";
import type { TicketState } from "../../test/doubles/page/fake-ticket.ts";
import type { MintFailure } from "../src/domain/mint/mint-failure.ts";
import type { MiningNotice } from "../src/domain/mint/mint-state.ts";
import type { CanHold, NameAnswer } from "../src/domain/mint/recipient.ts";
import type { MissingPictures } from "../src/domain/words/outcome-words.ts";
import type { WalletState } from "../src/wallet/wallet.ts";

/** Omitted fields have their usual values. */
export interface GalleryState extends Partial<TicketState> {
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
  | { readonly until: "checking" | "sending" | "sendingLate" | "stopped" | "switching" | "done" }
  | { readonly until: "mining"; readonly notice: MiningNotice }
  /** `at`: the chain or the wallet rejected the purchase. If omitted, the page asked neither. */
  | { readonly until: "failed"; readonly failure: MintFailure; readonly at?: "chain" | "wallet" };

export const BUYER = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";

export const RECIPIENT = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";

const SIZE = BigInt(size);
export const SOLD = BigInt(Math.max(progressShownAbove + 1, Math.floor(size / 4)));
const MANY = Math.min(12, maxPerPurchase);
/** 2,500 US dollars, in 1e-8 dollars. */
const RATE = 250_000_000_000n;
const CODE = "?a=welcome5&card=Garden%20Flat";

type States = Readonly<Record<string, GalleryState>>;

function failed(failure: MintFailure, at?: "chain" | "wallet"): GalleryState {
  return { mint: { until: "failed", failure, ...(at === undefined ? {} : { at }) } };
}

const visits: States = {
  loading: { search: CODE, reads: "never" },
  price: {},
  "price-with-code": { search: CODE },
  "inactive-code": { search: "?a=unknown" },
  "malformed-code": { search: `?a=${"not%20a%20code!".repeat(9)}&card=${"Penthouse ".repeat(9)}` },
  "meant-code": { search: "?a=welcome5)." },
  /** The label reads like the page's own words. */
  "label-sentence": { search: "?card=Refund%20ready%20visit%20hearth-claim%20com%20now" },
  "price-unavailable": { reads: "fails" },
  progress: { totalSupply: SOLD },
  "many-tickets": { search: CODE, quantity: maxPerPurchase },
  "few-left": { totalSupply: SIZE - 3n },
  "sold-out": { totalSupply: SIZE },
  "opens-later": { paused: true, opensIn: 3 * 86_400_000 + 60_000 },
  "opens-soon": { paused: true, opensIn: 60_000 },
  "kit-loading": { wallet: { status: "loading", opening: true } },
  "kit-failed": { wallet: { status: "failed" } },
  connecting: { wallet: { status: "connecting" } },
  reconnecting: { wallet: { status: "reconnecting", address: BUYER } },
  dollars: { search: CODE, rate: RATE },
  "dollars-unknown": { rate: null },
  "sending-restored-asleep": { asked: true },
  "resumed-looking": { pending: "remembered" },
  "resumed-asleep": { pending: "unseen" },
  next: { totalSupply: SOLD, next: true },
  look: { totalSupply: SOLD, next: true, presses: ["Look at more tickets", "Earlier"] },
};

/** The visitor's wallet is connected. */
const accounts: States = {
  "one-left": { totalSupply: SIZE - 1n },
  paused: { totalSupply: SOLD, paused: true },
  "opens-late": { paused: true, opensIn: -60_000 },
  "opens-late-again": { totalSupply: SOLD, paused: true, opensIn: -60_000 },
  connected: { search: CODE },
  /** The fee is more than a tenth of the price. */
  "dear-fee": { search: CODE, fee: 8_276_640_000_000_000n },
  "dollars-fee": { search: CODE, fee: 8_276_640_000_000_000n, rate: RATE },
  "dollars-many": { quantity: maxPerPurchase, rate: RATE },
  "account-name": { accountName: "a-rather-long-name-of-someone.tickets.example.eth" },
  "recipient-open": { recipient: "" },
  recipient: { recipient: RECIPIENT },
  "recipient-own": { recipient: BUYER },
  "recipient-misspelt": { recipient: RECIPIENT.toLowerCase() },
  "recipient-name": { recipient: "a-rather-long-name-of-someone.tickets.example.eth" },
  "recipient-name-unread": { recipient: "friend.eth", nameAnswer: { kind: "unread" } },
  /** A contract that can't show tickets. */
  "recipient-contract": { recipient: RECIPIENT, canHold: false },
  "recipient-sending": { recipient: RECIPIENT, mint: { until: "sending" } },
  "recipient-done": { recipient: RECIPIENT, mint: { until: "done" } },
  checking: { mint: { until: "checking" } },
  sending: { mint: { until: "sending" } },
  "sending-to-phone": { link: "https://wallet.example/", mint: { until: "sending" } },
  switching: { link: "wallet://", mint: { until: "switching" } },
  "sending-late": { mint: { until: "sendingLate" } },
  "sending-stopped": { mint: { until: "stopped" } },
  "sending-restored": { asked: true },
  mining: { mint: { until: "mining", notice: "none" } },
  "mining-owners": { mint: { until: "mining", notice: "owners" } },
  "mining-unseen": { mint: { until: "mining", notice: "unseen" } },
  "mining-slow": { mint: { until: "mining", notice: "slow" } },
  "mining-behind-nonce": { mint: { until: "mining", notice: "behindNonce" } },
  "mining-unclear": { mint: { until: "mining", notice: "unclear" } },
  "mining-confirming": { mint: { until: "mining", notice: "confirming" } },
  "mining-reorganised": { mint: { until: "mining", notice: "reorganised" } },
  "mining-not-kept": { storage: "full", mint: { until: "mining", notice: "none" } },
  earlier: { earlier: [2, 1] },
  resumed: { pending: "none" },
  done: { mint: { until: "done" } },
  "done-many": { search: CODE, totalSupply: SOLD, quantity: MANY, mint: { until: "done" } },
  "pictures-outside": { mint: { until: "done" }, missingPictures: "outside" },
  "pictures-unreadable": { mint: { until: "done" }, missingPictures: "unreadable" },
  "done-shared": { mint: { until: "done" }, presses: ["Share"] },
  "held-unread": { held: "unread" },
  held: { held: 3 },
  "held-open": { held: 3, presses: ["Show pictures"] },
  "held-many": { held: 130, presses: ["Show pictures"] },
  "held-ticket": { search: CODE, held: 3, presses: ["Show pictures", "Ticket #2"] },
  "held-ticket-coming": { held: 3, pictures: "never", presses: ["Show pictures", "Ticket #2"] },
  "held-ticket-wallet-busy": {
    held: 3,
    walletBusy: true,
    presses: ["Show pictures", "Ticket #2", "Add to wallet"],
  },
  "held-tickets-unread": { held: 3, unread: "tickets", presses: ["Show pictures"] },
  "held-pictures-unread": { held: 3, unread: "pictures", presses: ["Show pictures"] },
  history: { held: 3, bought: [1, 2], unfolded: ".history" },
  "recipient-guess": { recipient: "alice" },
  funds: failed({
    reason: "insufficientFunds",
    funds: { needed: 50_000_000_000_000_000n, owned: 1_230_000_000_000_000n, includesFee: false },
  }),
  "blind-signing": failed({ reason: "blindSigningOff" }),
  "not-connected": failed({ reason: "notConnected" }),
  "wrong-network": failed({ reason: "wrongNetwork" }),
  "inactive-affiliate": failed({ reason: "inactiveAffiliate" }),
  "invalid-amount": failed({ reason: "invalidAmount" }),
  rejected: failed({ reason: "rejected" }),
  "no-provider": failed({ reason: "noProvider" }),
  "price-changed": failed({
    reason: "refused",
    refusal: { kind: "priceChanged", price: 60_000_000_000_000_000n },
  }),
  "network-silent": failed({ reason: "endpointsSilent" }),
  reverted: failed({ reason: "reverted", refusal: { kind: "tooFewLeft", remaining: 3n } }, "chain"),
  replaced: failed({ reason: "replaced", by: `0x${"cd34".repeat(16)}` }, "chain"),
  "wallet-failed": failed({ reason: "walletFailed" }, "wallet"),
};

const wallet: WalletState = { status: "connected", address: BUYER };

export const states: States = {
  ...visits,
  ...Object.fromEntries(
    Object.entries(accounts).map(([name, state]) => [name, { ...state, wallet }] as const),
  ),
};
