import type { MintFailure } from "../domain/mint.ts";

/** What went wrong, in words for the visitor, by the codes of EIP-1193 and EIP-1474 (spec section 8). */
const WORDS_BY_CODE: Readonly<Record<string, string>> = {
  "4100": "the wallet has not authorised this account. Unlock it and try again.",
  "4200": "the wallet does not support this request.",
  "4900": "the wallet is offline. Check its connection and try again.",
  "4901": "the wallet is not connected to this network.",
  "4902": "the wallet does not know this network.",
  "-32002": "the wallet already has a request waiting. Open the wallet and answer it first.",
  "-32005": "too many requests. Wait a moment and try again.",
  INSUFFICIENT_FUNDS: "not enough funds for the price and the network fee.",
};

const REJECTION_CODES: readonly string[] = ["4001", "5000", "ACTION_REJECTED"];

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
    return { reason: "sendingFailed", detail: WORDS_BY_CODE.INSUFFICIENT_FUNDS ?? "" };
  }
  // The innermost code is the wallet's own; -32603 around it only says that there is one.
  const known = codes.findLast((code) => Object.hasOwn(WORDS_BY_CODE, code));
  return {
    reason: "sendingFailed",
    detail:
      (known === undefined ? undefined : WORDS_BY_CODE[known]) ??
      "the wallet reported a problem. Look at its activity before you try again.",
  };
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

const MAX_DEPTH = 8;

/** The error and all that is nested in it, where wallets and ethers put things. */
function* causes(error: unknown, depth = 0): Generator<Layer> {
  if (depth === MAX_DEPTH || error === null || error === undefined) return;
  if (typeof error === "string") {
    yield { code: "", message: error, data: null };
    return;
  }
  if (typeof error !== "object") return;
  const { code, message, data, ...rest } = error as Record<string, unknown>;
  yield { code: String(code ?? ""), message: String(message ?? ""), data };
  const { cause } = error as { cause?: unknown };
  for (const inner of [data, cause, rest.error, rest.info, rest.originalError, rest.reason]) {
    if (typeof inner === "object") yield* causes(inner, depth + 1);
  }
}
