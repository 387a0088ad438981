import type { Dispute, MintFailure, Refusal, WalletProblem } from "../mint/mint-failure.ts";
import { formatMoney } from "../order/price.ts";
import { MAX_QUANTITY, MIN_QUANTITY } from "../order/quantity.ts";
import { messages } from "./messages.ts";

export interface NamedNetwork {
  readonly nameInMessage: string;
  readonly currency: { readonly symbol: string };
}

/** P-20 to P-26 give some of the messages. */
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

/** Failures that the specification does not word. */
type Detailed = Exclude<MintFailure, { reason: Exclude<keyof typeof messages, "sendingFailed"> }>;

/** Each message says whether anything was sent, unless the page can't know. */
const DETAILS: Readonly<Record<Exclude<Detailed["reason"], WithData["reason"]>, string>> = {
  endpointsSilent: "the network isn't answering. Nothing was sent. Try again in a moment.",
  offline: "you are offline. Nothing was sent. Try again once you are connected.",
  partNotLoaded:
    "part of this page didn't load. Nothing was sent. Check your connection, then try again.",
  notWhatWasShown:
    "the transaction differs from the order on this page. Nothing was sent. Reload the page before you try again.",
  unexpected:
    "something went wrong on this page. Check your wallet's activity before you try again.",
  walletSilent: "your wallet isn't answering. Nothing was sent. Open it, then try again.",
  walletLocked:
    "your wallet is locked, or doesn't let this page use the account. Nothing was sent. Unlock it, then try again.",
  walletUnable: "your wallet doesn't support this request. Nothing was sent. Try another wallet.",
  walletOffline: "your wallet is offline. Check its connection, then try again.",
  walletOffNetwork: "your wallet can't reach this network. Check its connection, then try again.",
  walletLacksNetwork:
    "your wallet doesn't know this network. Nothing was sent. Add the network in your wallet, then try again.",
  blindSigningOff:
    "your hardware wallet can't sign this yet. Nothing was sent. Turn on blind signing in its Ethereum app, then try again.",
  walletBusy:
    "your wallet already has a request waiting. Open your wallet and answer that one first.",
  walletLimited: "your wallet has too many requests. Wait a moment, then try again.",
  accountChanged:
    "the account in your wallet has changed. Nothing was sent. Press Mint again to buy with the new one.",
  noTransactionHash:
    "your wallet didn't say which transaction it sent. Check its activity before you try again.",
  otherTabAsks:
    "another tab of this page is asking your wallet. Nothing was sent from this tab. Answer the request there first.",
  notSettled:
    "an earlier purchase is still in progress. Nothing was sent. Wait for it, or dismiss it under Earlier purchases.",
  soldNothing: "the transaction was mined, but it bought no tickets. Check it in the explorer.",
  replaced: "your wallet replaced or cancelled this transaction. It bought no tickets.",
  chainReset: "this test chain was restarted, and the transaction is gone with it.",
};

type WithData = Extract<
  Detailed,
  { reason: "refused" | "reverted" | "insufficientFunds" | "endpointsDisagree" | "walletFailed" }
>;

function detailOf(failure: Detailed, symbol: string): string {
  switch (failure.reason) {
    case "refused":
      return `${refusalWords(failure.refusal, symbol)} Nothing was sent.${adviceOn(failure.refusal)}`;
    case "reverted":
      return failure.refusal === null
        ? "the contract refused the purchase. You paid only the network fee."
        : `${refusalWords(failure.refusal, symbol)} The contract refused the purchase, and you paid only the network fee.`;
    case "insufficientFunds":
      return `not enough funds${fundsWords(failure.funds, symbol)} Nothing was sent.`;
    case "endpointsDisagree":
      return `this page couldn't confirm ${DISPUTES[failure.about]}: two sources differ. Nothing was sent. Try again in a moment.`;
    case "walletFailed":
      return `${WALLET_PROBLEMS[failure.problem ?? "unknown"]} Check its activity before you try again.`;
    default:
      return DETAILS[failure.reason];
  }
}

type Funds = Extract<MintFailure, { reason: "insufficientFunds" }>["funds"];

function fundsWords(funds: Funds, symbol: string): string {
  if (funds === null) return " for the price and the network fee.";
  const [needed, owned] = [funds.needed, funds.owned].map((wei) => formatMoney(wei, symbol));
  return funds.includesFee
    ? `: you need about ${needed} for the price and the network fee, and this account has ${owned}.`
    : `: the price is ${needed} plus the network fee, and this account has ${owned}.`;
}

const WALLET_PROBLEMS: Readonly<Record<WalletProblem | "unknown", string>> = {
  unknown: "your wallet reported a problem.",
  nonceTooLow: "your wallet lost count of this account's transactions (nonce too low).",
  underpriced: "your wallet offered the network too low a fee.",
  windowClosed: "your wallet closed before it answered.",
};

const DISPUTES: Readonly<Record<Dispute, string>> = {
  newestBlock: "the newest block",
  contract: "the contract",
  price: "the price",
  sale: "the state of the sale",
  account: "your account",
  outcome: "that this purchase can succeed",
  gas: "how much gas this purchase needs",
  networkFee: "the network fee",
};

function adviceOn(refusal: Refusal): string {
  switch (refusal.kind) {
    case "priceChanged":
      return " Press Mint again to pay the new price.";
    case "tooFewLeft":
      return refusal.remaining === 0n ? "" : " Choose fewer tickets.";
    case "affiliateNotActive":
      return " Buy at the full price, or use another link.";
    default:
      return "";
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
      return "sales are paused.";
    case "priceChanged":
      return `the price has changed to ${formatMoney(refusal.price, symbol)}.`;
    case "affiliateNotActive":
      return "this affiliate code is no longer active.";
    case "invalidQuantity":
      return `you can buy ${MIN_QUANTITY} to ${MAX_QUANTITY} tickets at once.`;
    case "other":
      return refusal.error === null
        ? "the contract doesn't accept this purchase."
        : `the contract doesn't accept this purchase (${refusal.error}).`;
    default:
      return refusal satisfies never;
  }
}
