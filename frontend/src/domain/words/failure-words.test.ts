import { describe, expect, it } from "vitest";
import * as collection from "../../../../collection.ts";
import { networkNames, networks } from "../../../../networks.ts";
import { money } from "../../../../test/support/money.ts";
import type { Dispute, MintFailure, Refusal } from "../mint/mint-failure.ts";
import { failureMessage } from "./failure-words.ts";

const CENT = 10n ** 16n;

const told = (failure: MintFailure) => failureMessage(failure, networks.base);

describe("a failure in words that are given (P-20 to P-26)", () => {
  it.each<[string, MintFailure, string]>([
    ["P-20", { reason: "notConnected" }, "please connect your wallet first"],
    ["P-21", { reason: "wrongNetwork" }, "Please switch to the correct network (BASE BLOCKCHAIN)!"],
    [
      "P-22",
      { reason: "inactiveAffiliate" },
      "Invalid or inactive affiliate code. Please check your affiliate link and try again.",
    ],
    ["P-23", { reason: "invalidAmount" }, "Invalid amount specified"],
    ["P-24", { reason: "rejected" }, "Transaction rejected by user"],
    [
      "P-25",
      { reason: "refused", refusal: { kind: "salePaused" } },
      "Error sending transaction: sales are paused. Nothing was sent.",
    ],
    ["P-26", { reason: "noProvider" }, "Wallet provider not available"],
  ])("%s", (_row, failure, words) => {
    expect(told(failure)).toBe(words);
  });
});

describe("a wallet on another network", () => {
  it.each(networkNames)("is told the name of the row %s, if the page sells there", (name) => {
    expect(failureMessage({ reason: "wrongNetwork" }, networks[name])).toBe(
      `Please switch to the correct network (${networks[name].nameInMessage})!`,
    );
  });

  it.each([
    ["optimism", "OPTIMISM"],
    ["arbitrum", "ARBITRUM ONE"],
    ["polygon", "POLYGON POS"],
  ] as const)("is told of the row %s as %s", (name, words) => {
    expect(failureMessage({ reason: "wrongNetwork" }, networks[name])).toBe(
      `Please switch to the correct network (${words})!`,
    );
  });
});

describe("a failure in the page's words", () => {
  const simple: Partial<Record<MintFailure["reason"], string>> = {
    endpointsSilent: "the network isn't answering. Nothing was sent. Try again in a moment.",
    partNotLoaded:
      "part of this page didn't load. Nothing was sent. Check your connection, then try again.",
    unexpected:
      "something went wrong on this page. Check your wallet's activity before you try again.",
    walletFailed: "your wallet reported a problem. Check its activity before you try again.",
    noTransactionHash:
      "your wallet didn't say which transaction it sent. Check its activity before you try again.",
    walletSilent: "your wallet isn't answering. Nothing was sent. Open it, then try again.",
    accountChanged:
      "the account in your wallet has changed. Nothing was sent. Press Mint again to buy with the new one.",
    otherTabAsks:
      "another tab of this page is asking your wallet. Nothing was sent from this tab. Answer the request there first.",
    notSettled:
      "an earlier purchase is still in progress. Nothing was sent. Wait for it, or dismiss it under Earlier purchases.",
    offline: "you are offline. Nothing was sent. Try again once you are connected.",
    chainReset: "this test chain was restarted, and the transaction is gone with it.",
    notWhatWasShown:
      "the transaction differs from the order on this page. Nothing was sent. Reload the page before you try again.",
    walletLocked:
      "your wallet is locked, or doesn't let this page use the account. Nothing was sent. Unlock it, then try again.",
    walletUnable: "your wallet doesn't support this request. Nothing was sent. Try another wallet.",
    walletOffline: "your wallet is offline. Check its connection, then try again.",
    walletOffNetwork: "your wallet can't reach this network. Check its connection, then try again.",
    walletLacksNetwork:
      "your wallet doesn't know this network. Nothing was sent. Add the network in your wallet, then try again.",
    walletBusy:
      "your wallet already has a request waiting. Open your wallet and answer that one first.",
    walletLimited: "your wallet has too many requests. Wait a moment, then try again.",
    blindSigningOff:
      "your hardware wallet can't sign this yet. Nothing was sent. Turn on blind signing in its Ethereum app, then try again.",
  };
  const funds = { needed: 6n * CENT, owned: 5n * CENT };

  it.each<[MintFailure, string]>([
    ...Object.entries(simple).map(([reason, words]): [MintFailure, string] => [
      { reason } as MintFailure,
      words,
    ]),
    [
      { reason: "replaced", by: "0xab" },
      "your wallet replaced or cancelled this transaction. It bought no tickets.",
    ],
    [
      { reason: "soldNothing", by: "0xab" },
      "the transaction was mined, but it bought no tickets. Check it in the explorer.",
    ],
    [
      { reason: "insufficientFunds", funds: null },
      "not enough funds for the price and the network fee. Nothing was sent.",
    ],
    [
      { reason: "insufficientFunds", funds: { ...funds, includesFee: true } },
      `not enough funds: you need about ${money(funds.needed)} for the price and the network fee, and this account has ${money(funds.owned)}. Nothing was sent.`,
    ],
    [
      { reason: "insufficientFunds", funds: { ...funds, includesFee: false } },
      `not enough funds: the price is ${money(funds.needed)} plus the network fee, and this account has ${money(funds.owned)}. Nothing was sent.`,
    ],
    [
      { reason: "walletFailed", problem: "nonceTooLow" },
      "your wallet lost count of this account's transactions (nonce too low). Check its activity before you try again.",
    ],
    [
      { reason: "walletFailed", problem: "underpriced" },
      "your wallet offered the network too low a fee. Check its activity before you try again.",
    ],
    [
      { reason: "walletFailed", problem: "windowClosed" },
      "your wallet closed before it answered. Check its activity before you try again.",
    ],
  ])("%o", (failure, words) => {
    expect(told(failure)).toBe(`Error sending transaction: ${words}`);
  });
});

it.each<[Dispute, string]>([
  ["newestBlock", "the newest block"],
  ["contract", "the contract"],
  ["price", "the price"],
  ["sale", "the state of the sale"],
  ["account", "your account"],
  ["outcome", "that this purchase can succeed"],
  ["gas", "how much gas this purchase needs"],
  ["networkFee", "the network fee"],
])("a disagreement of endpoints about %s names it", (about, words) => {
  expect(told({ reason: "endpointsDisagree", about })).toBe(
    `Error sending transaction: this page couldn't confirm ${words}: two sources differ. Nothing was sent. Try again in a moment.`,
  );
});

describe("why the contract does not sell", () => {
  const before = (refusal: Refusal) => told({ reason: "refused", refusal });
  const after = (refusal: Refusal) => told({ reason: "reverted", refusal });

  it.each<[Refusal, string, string]>([
    [{ kind: "tooFewLeft", remaining: 0n }, "all tickets are sold.", ""],
    [{ kind: "tooFewLeft", remaining: 1n }, "only 1 ticket is left.", " Choose fewer tickets."],
    [{ kind: "tooFewLeft", remaining: 2n }, "only 2 tickets are left.", " Choose fewer tickets."],
    [{ kind: "salePaused" }, "sales are paused.", ""],
    [
      { kind: "priceChanged", price: 6n * CENT },
      `the price has changed to ${money(6n * CENT)}.`,
      " Press Mint again to pay the new price.",
    ],
    [
      { kind: "affiliateNotActive" },
      "this affiliate code is no longer active.",
      " Buy at the full price, or use another link.",
    ],
    [
      { kind: "invalidQuantity" },
      `you can buy 1 to ${collection.maxPerPurchase} tickets at once.`,
      "",
    ],
    [{ kind: "other", error: null }, "the contract doesn't accept this purchase.", ""],
    [
      { kind: "other", error: "MintToZeroAddress" },
      "the contract doesn't accept this purchase (MintToZeroAddress).",
      "",
    ],
  ])("%o is one sentence before and after sending", (refusal, words, advice) => {
    expect(before(refusal)).toBe(`Error sending transaction: ${words} Nothing was sent.${advice}`);
    expect(after(refusal)).toBe(
      `Error sending transaction: ${words} The contract refused the purchase, and you paid only the network fee.`,
    );
  });

  it("is not said where it is not known", () => {
    expect(told({ reason: "reverted", refusal: null })).toBe(
      "Error sending transaction: the contract refused the purchase. You paid only the network fee.",
    );
  });
});
