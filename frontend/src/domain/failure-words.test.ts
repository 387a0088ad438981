import { describe, expect, it } from "vitest";
import * as collection from "../../../collection.ts";
import { networkNames, networks } from "../../../networks.ts";
import { money } from "../../../test/support/money.ts";
import { failureMessage } from "./failure-words.ts";
import type { MintFailure, Refusal } from "./mint-failure.ts";

const CENT = 10n ** 16n;

const told = (failure: MintFailure) => failureMessage(failure, networks.base);

describe("a failure in the spec's words", () => {
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
      "Error sending transaction: sales are paused at the moment. Nothing was sent.",
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
  it.each<[MintFailure, string]>([
    [
      { reason: "endpointsSilent" },
      "the network does not answer. Nothing was sent. Try again in a moment.",
    ],
    [
      { reason: "endpointsDisagree", about: "sale" },
      "two endpoints of the network disagree about the sale. Nothing was sent. Try again in a moment.",
    ],
    [
      { reason: "partNotLoaded" },
      "a part of this page could not be loaded. Check your connection and try again.",
    ],
    [
      { reason: "unexpected" },
      "something unexpected happened on this page. Look at your wallet's activity before you try again.",
    ],
    [
      { reason: "walletFailed" },
      "the wallet reported a problem. Look at its activity before you try again.",
    ],
    [
      { reason: "noTransactionHash" },
      "the wallet did not say which transaction it sent. Look at its activity before you try again.",
    ],
    [
      { reason: "replaced", by: "0xab" },
      "the transaction was replaced or cancelled in your wallet: another one took its place. No tickets were bought.",
    ],
    [{ reason: "walletSilent" }, "your wallet does not answer. Open it, then try again."],
    [
      { reason: "accountChanged" },
      "the account was changed in your wallet. Nothing was sent; press Mint again.",
    ],
    [
      { reason: "otherTabAsks" },
      "another tab of this page is asking your wallet. Answer it there first. Nothing was sent from here.",
    ],
    [
      { reason: "notSettled" },
      "another purchase from this browser has no outcome yet. Wait for it, or dismiss it under Earlier purchases. Nothing was sent.",
    ],
    [
      { reason: "insufficientFunds", funds: null },
      "not enough funds for the price and the network fee.",
    ],
    [
      { reason: "insufficientFunds", funds: { needed: 6n * CENT, owned: 5n * CENT } },
      `not enough funds: price and network fee are about ${money(6n * CENT)}, and the wallet has ${money(5n * CENT)}.`,
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
    [{ kind: "tooFewLeft", remaining: 1n }, "only 1 ticket is left.", ""],
    [{ kind: "tooFewLeft", remaining: 2n }, "only 2 tickets are left.", ""],
    [{ kind: "salePaused" }, "sales are paused at the moment.", " Nothing was sent."],
    [
      { kind: "priceChanged", price: 6n * CENT },
      `the price has changed to ${money(6n * CENT)}.`,
      " Nothing was sent; press Mint again to pay the new price.",
    ],
    [{ kind: "affiliateNotActive" }, "this affiliate code is not active any more.", ""],
    [
      { kind: "invalidQuantity" },
      `1 to ${collection.maxPerPurchase} tickets can be bought at once.`,
      "",
    ],
    [{ kind: "other", error: null }, "the contract refuses this purchase.", ""],
    [
      { kind: "other", error: "MintToZeroAddress" },
      "the contract refuses this purchase (MintToZeroAddress).",
      "",
    ],
  ])("%o is one sentence before and after sending", (refusal, words, nothingSent) => {
    expect(before(refusal)).toBe(`Error sending transaction: ${words}${nothingSent}`);
    expect(after(refusal)).toBe(
      `Error sending transaction: the transaction was reverted: ${words}`,
    );
  });

  it("is not said where it is not known", () => {
    expect(told({ reason: "reverted", refusal: null })).toBe(
      "Error sending transaction: the transaction was reverted. Only its network fee was paid.",
    );
  });
});
