import type { MintFailure } from "../../domain/mint-failure.ts";

const INSUFFICIENT_FUNDS: MintFailure = { reason: "insufficientFunds", funds: null };

/**
 * By the codes of EIP-1193, EIP-1474 and EIP-5792 (spec section 8), and ethers' own. Those of the specification that are not
 * here are `walletFailed`: they do not tell whether something was sent.
 */
const FAILURES_BY_CODE: ReadonlyMap<string, MintFailure> = new Map<string, MintFailure>([
  ["4100", { reason: "walletLocked" }],
  ["4200", { reason: "walletUnable" }],
  ["4900", { reason: "walletOffline" }],
  ["4901", { reason: "walletOffNetwork" }],
  ["4902", { reason: "walletLacksNetwork" }],
  ["5700", { reason: "walletUnable" }],
  ["5710", { reason: "walletLacksNetwork" }],
  ["5740", { reason: "walletUnable" }],
  ["5760", { reason: "walletUnable" }],
  ["-32002", { reason: "walletBusy" }],
  ["-32004", { reason: "walletUnable" }],
  ["-32005", { reason: "walletLimited" }],
  ["-32006", { reason: "walletUnable" }],
  ["-32601", { reason: "walletUnable" }],
  ["INSUFFICIENT_FUNDS", INSUFFICIENT_FUNDS],
]);

const REJECTION_CODES: readonly string[] = ["4001", "5000", "5750", "ACTION_REJECTED"];

/** Wallets that reject with a bare message and no code, or with -32603 around it. */
const REJECTION_WORDS =
  /user (rejected|denied|cancell?ed|declined|disapproved)|(rejected|denied|cancell?ed|declined) by (the )?user/i;

/**
 * Interprets whatever a wallet's provider throws: an EIP-1193 error, ethers' wrapping of one, an error nested in an
 * error, a string, or nothing. Never repeats the wallet's own words: they may be anything.
 */
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
  // The innermost code is the wallet's own; -32603 around it only says that there is one.
  const known = codes.flatMap((code) => FAILURES_BY_CODE.get(code) ?? []);
  return known.at(-1) ?? { reason: "walletFailed" };
}

/** ABI-encoded revert data anywhere inside an error, or `null`. */
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

/** Where wallets and ethers put what is nested in an error. */
const NESTED_IN = ["data", "cause", "error", "info", "originalError", "reason"] as const;

/** No wallet nests so much; an error that makes its causes as they are read could go on for ever. */
const MAX_LAYERS = 32;

/** The error and all that is nested in it, each once: some errors are their own cause. */
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

/** A proxy of another window, or one that was revoked, throws when it is looked at. */
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
