// @vitest-environment node
import { describe, expect, it } from "vitest";
import { networks } from "../../../networks.ts";
import { messages, tooFewLeft } from "./messages.ts";
import { failureMessage, type MintFailure } from "./mint.ts";

describe("messages", () => {
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
      { reason: "sendingFailed", detail: "sales are paused at the moment." },
      "Error sending transaction: sales are paused at the moment.",
    ],
    ["P-26", { reason: "noProvider" }, "Wallet provider not available"],
  ])("are the spec's words for %s", (_row, failure, words) => {
    expect(failureMessage(failure, networks.base.nameInMessage)).toBe(words);
  });

  it("has the spec's words for success", () => {
    expect(messages.success).toBe("Transaction successful!");
  });
});

describe("tooFewLeft", () => {
  it.each([
    [0n, "all tickets are sold."],
    [1n, "only 1 ticket is left."],
    [2n, "only 2 tickets are left."],
  ])("of %d says: %s", (remaining, words) => {
    expect(tooFewLeft(remaining)).toBe(words);
  });
});
