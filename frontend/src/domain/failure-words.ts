import { messages } from "./messages.ts";
import type { Dispute, MintFailure, Refusal } from "./mint-failure.ts";
import { formatMoney } from "./price.ts";
import { MAX_QUANTITY, MIN_QUANTITY } from "./quantity.ts";

/** What the sentences say of the network: a row of `networks.ts` has it. */
export interface NamedNetwork {
  readonly nameInMessage: string;
  readonly currency: { readonly symbol: string };
}

/** A failure as the visitor reads it (spec section 8). The compiler demands a sentence for each. */
export function failureMessage(failure: MintFailure, network: NamedNetwork): string {
  switch (failure.reason) {
    case "notConnected":
    case "inactiveAffiliate":
    case "invalidAmount":
    case "rejected":
    case "noProvider":
      return messages[failure.reason];
    case "wrongNetwork":
      return messages.wrongNetwork(network.nameInMessage);
    default:
      return messages.sendingFailed(detailOf(failure, network.currency.symbol));
  }
}

/** All that spec section 8 leaves to the page. */
type Detailed = Exclude<MintFailure, { reason: Exclude<keyof typeof messages, "sendingFailed"> }>;

/** Those that carry no data. */
const DETAILS: Readonly<Record<Exclude<Detailed["reason"], WithData["reason"]>, string>> = {
  endpointsSilent: "the network does not answer. Nothing was sent. Try again in a moment.",
  partNotLoaded: "a part of this page could not be loaded. Check your connection and try again.",
  notWhatWasShown: "the transaction is not what this page shows. Nothing was sent.",
  unexpected:
    "something unexpected happened on this page. Look at your wallet's activity before you try again.",
  walletSilent: "your wallet does not answer. Open it, then try again.",
  walletLocked: "the wallet has not authorised this account. Unlock it and try again.",
  walletUnable: "the wallet does not support this request.",
  walletOffline: "the wallet is offline. Check its connection and try again.",
  walletOffNetwork: "the wallet is not connected to this network.",
  walletLacksNetwork: "the wallet does not know this network.",
  walletBusy: "the wallet already has a request waiting. Open the wallet and answer it first.",
  walletLimited: "too many requests. Wait a moment and try again.",
  walletFailed: "the wallet reported a problem. Look at its activity before you try again.",
  accountChanged: "the account was changed in your wallet. Nothing was sent; press Mint again.",
  noTransactionHash:
    "the wallet did not say which transaction it sent. Look at its activity before you try again.",
  otherTabAsks:
    "another tab of this page is asking your wallet. Answer it there first. Nothing was sent from here.",
  notSettled:
    "another purchase from this browser has no outcome yet. Wait for it, or dismiss it under Earlier purchases. Nothing was sent.",
  soldNothing: "the transaction was mined, but it sold no tickets.",
  replaced:
    "the transaction was replaced or cancelled in your wallet: another one took its place. No tickets were bought.",
  chainReset: "this chain was reset, and the transaction is gone with it.",
};

type WithData = Extract<
  Detailed,
  { reason: "refused" | "reverted" | "insufficientFunds" | "endpointsDisagree" }
>;

function detailOf(failure: Detailed, symbol: string): string {
  switch (failure.reason) {
    case "refused":
      return refusedWords(failure.refusal, symbol);
    case "reverted":
      return failure.refusal === null
        ? "the transaction was reverted. Only its network fee was paid."
        : `the transaction was reverted: ${refusalWords(failure.refusal, symbol)}`;
    case "insufficientFunds":
      return failure.funds === null
        ? "not enough funds for the price and the network fee."
        : `not enough funds: price and network fee are about ${formatMoney(failure.funds.needed, symbol)}, and the wallet has ${formatMoney(failure.funds.owned, symbol)}.`;
    case "endpointsDisagree":
      return `two endpoints of the network disagree about ${DISPUTES[failure.about]}. Nothing was sent. Try again in a moment.`;
    default:
      return DETAILS[failure.reason];
  }
}

const DISPUTES: Readonly<Record<Dispute, string>> = {
  newestBlock: "the newest block",
  contract: "the contract",
  price: "the price",
  sale: "the sale",
  account: "your account",
  outcome: "whether this purchase can succeed",
  gas: "how much gas this purchase needs",
  networkFee: "the network fee",
};

/** Before anything was sent: what to do next, where that helps. */
function refusedWords(refusal: Refusal, symbol: string): string {
  const words = refusalWords(refusal, symbol);
  switch (refusal.kind) {
    case "priceChanged":
      return `${words} Nothing was sent; press Mint again to pay the new price.`;
    case "salePaused":
      return `${words} Nothing was sent.`;
    default:
      return words;
  }
}

function refusalWords(refusal: Refusal, symbol: string): string {
  switch (refusal.kind) {
    case "tooFewLeft": {
      const { remaining } = refusal;
      if (remaining === 0n) return "all tickets are sold.";
      return remaining === 1n ? "only 1 ticket is left." : `only ${remaining} tickets are left.`;
    }
    case "salePaused":
      return "sales are paused at the moment.";
    case "priceChanged":
      return `the price has changed to ${formatMoney(refusal.price, symbol)}.`;
    case "affiliateNotActive":
      return "this affiliate code is not active any more.";
    case "invalidQuantity":
      return `${MIN_QUANTITY} to ${MAX_QUANTITY} tickets can be bought at once.`;
    case "other":
      return refusal.error === null
        ? "the contract refuses this purchase."
        : `the contract refuses this purchase (${refusal.error}).`;
    default:
      return refusal satisfies never;
  }
}
