import { describe, expect, it } from "vitest";
import * as collection from "../../../../collection.ts";
import { networks } from "../../../../networks.ts";
import { everyFailure } from "../../../../test/doubles/page/every-failure.ts";
import { money } from "../../../../test/support/money.ts";
import type { MintFailure, Refusal } from "../mint/mint-failure.ts";
import { failureMessage } from "./failure-words.ts";

const CENT = 10n ** 16n;

/** Every other network has ether. */
const { currency } = networks.polygon;
const told = (failure: MintFailure) => failureMessage(failure, { ...networks.base, currency });
const sum = (wei: bigint) => money(wei, networks.polygon);

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

/** The chain has the transaction, or the page can't know what the wallet did. */
const MAYBE_SENT =
  /^(reverted|soldNothing|replaced|chainReset|unexpected|noTransactionHash|wallet(Failed|Busy|Limited|Offline|OffNetwork))$/;

it.each(everyFailure.filter((failure) => told(failure).startsWith("Error sending")))(
  "says that nothing was sent if that is certain: %o",
  (failure) => {
    expect(told(failure).includes("Nothing was sent")).toBe(!MAYBE_SENT.test(failure.reason));
  },
);

describe("a failure with data", () => {
  const funds = { needed: 6n * CENT, owned: 5n * CENT };

  it.each<[MintFailure, string]>([
    [
      { reason: "insufficientFunds", funds: null },
      "not enough funds for the price and the network fee. Nothing was sent.",
    ],
    [
      { reason: "insufficientFunds", funds: { ...funds, includesFee: true } },
      `not enough funds: you need about ${sum(funds.needed)} for the price and the network fee, and this account has ${sum(funds.owned)}. Nothing was sent.`,
    ],
    [
      { reason: "insufficientFunds", funds: { ...funds, includesFee: false } },
      `not enough funds: the price is ${sum(funds.needed)} plus the network fee, and this account has ${sum(funds.owned)}. Nothing was sent.`,
    ],
    [
      { reason: "walletFailed", problem: "nonceTooLow" },
      "your wallet lost count of this account's transactions (nonce too low). Check its activity before you try again.",
    ],
    [
      { reason: "endpointsDisagree", about: "newestBlock" },
      "this page couldn't confirm the newest block: two sources differ. Nothing was sent. Try again in a moment.",
    ],
  ])("%o", (failure, words) => {
    expect(told(failure)).toBe(`Error sending transaction: ${words}`);
  });
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
      `the price has changed to ${sum(6n * CENT)}.`,
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
