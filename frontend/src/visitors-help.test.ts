import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { networks } from "../../networks.ts";
import type { Dispute, MintFailure, Refusal, WalletProblem } from "./domain/mint/mint-failure.ts";
import { failureMessage } from "./domain/words/failure-words.ts";
import { connection, miningMessages, progress } from "./domain/words/outcome-words.ts";

const help = readFileSync(path.join(import.meta.dirname, "../../docs/visitors.md"), "utf8");

function quotedIn(chapter: string): readonly string[] {
  const text = help.split(`\n## ${chapter}\n`)[1]?.split("\n## ")[0] ?? "";
  const cells = Array.from(text.matchAll(/^\| (.+?) \|/gm), ([, cell = ""]) => cell);
  const quotes = cells.flatMap((cell) =>
    Array.from(cell.matchAll(/"([^"]+)"/g), ([, said = ""]) => said),
  );
  return quotes.flatMap((said) => said.split("…").map((part) => part.trim()));
}

const refusals: Readonly<Record<Refusal["kind"], Refusal>> = {
  tooFewLeft: { kind: "tooFewLeft", remaining: 2n },
  salePaused: { kind: "salePaused" },
  priceChanged: { kind: "priceChanged", price: 1n },
  affiliateNotActive: { kind: "affiliateNotActive" },
  invalidQuantity: { kind: "invalidQuantity" },
  other: { kind: "other", error: null },
};
const problems: Readonly<Record<WalletProblem, true>> = {
  nonceTooLow: true,
  underpriced: true,
  windowClosed: true,
};
const about: Dispute = "price";

const failures: Readonly<Record<MintFailure["reason"], readonly MintFailure[]>> = {
  notConnected: [{ reason: "notConnected" }],
  wrongNetwork: [{ reason: "wrongNetwork" }],
  inactiveAffiliate: [{ reason: "inactiveAffiliate" }],
  invalidAmount: [{ reason: "invalidAmount" }],
  rejected: [{ reason: "rejected" }],
  noProvider: [{ reason: "noProvider" }],
  refused: [
    ...Object.values(refusals).map((refusal) => ({ reason: "refused", refusal }) as const),
    { reason: "refused", refusal: { kind: "tooFewLeft", remaining: 0n } },
  ],
  insufficientFunds: [{ reason: "insufficientFunds", funds: null }],
  endpointsSilent: [{ reason: "endpointsSilent" }],
  offline: [{ reason: "offline" }],
  endpointsDisagree: [{ reason: "endpointsDisagree", about }],
  partNotLoaded: [{ reason: "partNotLoaded" }],
  notWhatWasShown: [{ reason: "notWhatWasShown" }],
  unexpected: [{ reason: "unexpected" }],
  walletSilent: [{ reason: "walletSilent" }],
  walletLocked: [{ reason: "walletLocked" }],
  walletUnable: [{ reason: "walletUnable" }],
  walletOffline: [{ reason: "walletOffline" }],
  walletOffNetwork: [{ reason: "walletOffNetwork" }],
  walletLacksNetwork: [{ reason: "walletLacksNetwork" }],
  walletBusy: [{ reason: "walletBusy" }],
  walletLimited: [{ reason: "walletLimited" }],
  walletFailed: [
    { reason: "walletFailed" },
    ...Object.keys(problems).map(
      (problem) => ({ reason: "walletFailed", problem: problem as WalletProblem }) as const,
    ),
  ],
  blindSigningOff: [{ reason: "blindSigningOff" }],
  accountChanged: [{ reason: "accountChanged" }],
  noTransactionHash: [{ reason: "noTransactionHash" }],
  otherTabAsks: [{ reason: "otherTabAsks" }],
  notSettled: [{ reason: "notSettled" }],
  reverted: [{ reason: "reverted", refusal: null }],
  soldNothing: [{ reason: "soldNothing", by: "0x" }],
  replaced: [{ reason: "replaced", by: "0x" }],
  chainReset: [{ reason: "chainReset" }],
};

const { switching: _, openWallet: __, locked: ___, ...waiting } = progress;

describe.each([
  [
    "While you wait",
    [...Object.values(waiting), ...Object.values(miningMessages), connection.offline],
  ],
  [
    "When it did not work",
    Object.values(failures)
      .flat()
      .map((failure) => failureMessage(failure, networks.mainnet)),
  ],
])("help: %s", (chapter, sentences) => {
  const quoted = quotedIn(chapter);

  it.each(sentences)("explains: %s", (sentence) => {
    expect(quoted.some((words) => words.length > 3 && sentence.includes(words))).toBe(true);
  });

  it.each(quoted)("quotes the page: %s", (words) => {
    expect(sentences.some((sentence) => sentence.includes(words))).toBe(true);
  });
});
