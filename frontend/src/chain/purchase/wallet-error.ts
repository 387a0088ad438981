import type { MintFailure, WalletProblem } from "../../domain/mint/mint-failure.ts";

const INSUFFICIENT_FUNDS: MintFailure = { reason: "insufficientFunds", funds: null };

/**
 * The codes of EIP-1193, EIP-1474, EIP-5792 and ethers. After any other code, the transaction may have been sent.
 */
const FAILURES: readonly (readonly [MintFailure, ...string[]])[] = [
  [{ reason: "walletLocked" }, "4100"],
  [{ reason: "walletUnable" }, "4200", "5700", "5740", "5760", "-32004", "-32006", "-32601"],
  [{ reason: "walletOffline" }, "4900"],
  [{ reason: "walletOffNetwork" }, "4901"],
  [{ reason: "walletLacksNetwork" }, "4902", "5710"],
  [{ reason: "walletBusy" }, "-32002"],
  [{ reason: "walletLimited" }, "-32005"],
  [INSUFFICIENT_FUNDS, "INSUFFICIENT_FUNDS"],
];

const REJECTION_CODES: readonly string[] = ["4001", "5000", "5750", "ACTION_REJECTED"];

/** Texts of wallets that reject without a code, or with a code inside -32603. */
const REJECTION_WORDS =
  /user (rejected|denied|cancell?ed|declined|disapproved)|(rejected|denied|cancell?ed|declined) by (the )?user/i;

/** The messages of Ledger, MetaMask and Rabby. */
const BLIND_SIGNING = /blind signing|contract data/i;

/** Messages of nodes and wallets. After one of these, the transaction may have been sent. */
const PROBLEMS: readonly (readonly [WalletProblem, RegExp])[] = [
  ["nonceTooLow", /nonce (is )?too low|nonce has already been used/i],
  [
    "underpriced",
    /underpriced|(max ?fee ?per ?gas|gas ?price|fee cap) (is )?(less than|too low|below)/i,
  ],
  [
    "windowClosed",
    /(pop-?up|window) (was |has been )?(closed|blocked)|closed (the )?(pop-?up|window)/i,
  ],
];

/** The result never contains the wallet's own text. */
export function walletFailure(error: unknown): MintFailure {
  const layers = [...causes(error)];
  const codes = layers.map(({ code }) => code);
  if (
    codes.some((code) => REJECTION_CODES.includes(code)) ||
    layers.some(({ message }) => REJECTION_WORDS.test(message))
  ) {
    return { reason: "rejected" };
  }
  if (layers.some(({ message }) => /insufficient funds/i.test(message))) {
    return INSUFFICIENT_FUNDS;
  }
  const says = (words: RegExp) => layers.some(({ message }) => words.test(message));
  if (says(BLIND_SIGNING)) return { reason: "blindSigningOff" };
  // If errors are nested in -32603, the innermost code comes from the wallet.
  const byCode = (code: string) => FAILURES.find(([, ...known]) => known.includes(code))?.[0];
  const known = codes.flatMap((code) => byCode(code) ?? []).at(-1);
  if (known !== undefined) return known;
  const problem = PROBLEMS.find(([, words]) => says(words))?.[0];
  return problem === undefined ? { reason: "walletFailed" } : { reason: "walletFailed", problem };
}

export function revertDataOf(error: unknown): string | null {
  for (const { data } of causes(error)) {
    if (typeof data === "string" && /^0x([0-9a-f]{2}){4,}$/i.test(data)) return data;
  }
  return null;
}

interface Layer {
  readonly code: string;
  readonly message: string;
  readonly data: unknown;
}

const NESTED_IN = ["data", "cause", "error", "info", "originalError", "reason"] as const;

/** No wallet nests errors more deeply, but getters could make the nesting endless. */
const MAX_LAYERS = 32;

function* causes(error: unknown, seen = new Set<object>()): Generator<Layer> {
  if (typeof error === "string") yield { code: "", message: error, data: null };
  if (typeof error !== "object" || error === null) return;
  if (seen.has(error) || seen.size === MAX_LAYERS) return;
  seen.add(error);
  yield {
    code: asText(fieldOf(error, "code")),
    message: asText(fieldOf(error, "message")),
    data: fieldOf(error, "data"),
  };
  for (const name of NESTED_IN) yield* causes(fieldOf(error, name), seen);
}

/** Reading a revoked proxy throws. */
function fieldOf(error: object, name: string): unknown {
  try {
    return (error as Readonly<Record<string, unknown>>)[name];
  } catch {
    return undefined;
  }
}

function asText(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}
