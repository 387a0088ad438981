import type { TypedContractMethod } from "../../../../typechain-types/common.ts";
import type { ITicket } from "../../../../typechain-types/contracts/interfaces/ITicket.ts";

/**
 * The ABI encoding of a view. ethers' `Interface` would cost 16 kB before the first paint, so a test compares every call with
 * it, and the types compare names, arguments and results with the contract's bindings. Hex here has no `0x`.
 */
export interface Read<Value> {
  readonly data: string;
  decode(word: string): Value;
}

/** The endpoint lies, or serves another chain. */
export class MalformedAnswer extends Error {}

const WORD_LENGTH = 64;

function encodeUint(value: bigint): string {
  return value.toString(16).padStart(WORD_LENGTH, "0");
}

function padToWords(hex: string): string {
  return hex.padEnd(Math.ceil(hex.length / WORD_LENGTH) * WORD_LENGTH, "0");
}

/** The length, and the characters in whole words. */
export function encodeAscii(text: string): string {
  const bytes = Array.from(text, (char) => char.charCodeAt(0).toString(16).padStart(2, "0"));
  return encodeUint(BigInt(text.length)) + padToWords(bytes.join(""));
}

function decodeUint(word: string): bigint {
  if (!/^[0-9a-f]{64}$/i.test(word)) throw new MalformedAnswer("Not a word");
  return BigInt(`0x${word}`);
}

function decodeBool(word: string): boolean {
  const value = decodeUint(word);
  if (value > 1n) throw new MalformedAnswer("Not a boolean");
  return value === 1n;
}

export const reads = {
  totalSupply: () => ({ data: "18160ddd", decode: decodeUint }),
  paused: () => ({ data: "5c975abb", decode: decodeBool }),
  getPriceForQuantity: (quantity: bigint) => ({
    data: `d02b23b8${encodeUint(quantity)}`,
    decode: decodeUint,
  }),
  getAffiliatePriceForQuantity: (quantity: bigint) => ({
    data: `4a4f480f${encodeUint(quantity)}`,
    decode: decodeUint,
  }),
  /** `code` is ASCII: the link has refused everything else. */
  isAffiliateActive: (code: string) => ({
    data: `07888c08${encodeUint(32n)}${encodeAscii(code)}`,
    decode: decodeBool,
  }),
} satisfies { [Name in keyof ITicket]?: ReadOf<ITicket[Name]> };

/** A view of the bindings: a changed name, argument or result breaks the build. */
type ReadOf<Method> =
  Method extends TypedContractMethod<infer Arguments, [infer Value], "view">
    ? (...args: Narrowed<Arguments>) => Read<Value>
    : never;

/** ethers takes numbers in many forms, this codec only bigint. */
type Narrowed<Arguments extends unknown[]> = {
  [Index in keyof Arguments]: bigint extends Arguments[Index] ? bigint : Arguments[Index];
};

/** OpenZeppelin's `multicall(bytes[])`: several calls in one, answered in one block. */
const MULTICALL_SELECTOR = "ac9650d8";

export function encodeMulticall(calls: readonly Read<unknown>[]): string {
  return `0x${MULTICALL_SELECTOR}${encodeByteStrings(calls.map(({ data }) => data))}`;
}

/** A `bytes[]`, as Solidity encodes it. */
function encodeByteStrings(strings: readonly string[]): string {
  let offset = BigInt(strings.length * (WORD_LENGTH / 2));
  const offsets: string[] = [];
  const tails: string[] = [];
  for (const data of strings) {
    const tail = encodeUint(BigInt(data.length / 2)) + padToWords(data);
    offsets.push(encodeUint(offset));
    tails.push(tail);
    offset += BigInt(tail.length / 2);
  }
  return [encodeUint(32n), encodeUint(BigInt(strings.length)), ...offsets, ...tails].join("");
}

/** Reads one word for each call. Encoding the words again must give the same answer, which checks all the rest of it. */
export function decodeMulticall(answer: unknown, count: number): string[] {
  const text = String(answer).toLowerCase();
  const words = Array.from({ length: count }, (_, index) => {
    const end = 2 + WORD_LENGTH * (2 + count + 2 * (index + 1));
    return encodeUint(decodeUint(text.slice(end - WORD_LENGTH, end)));
  });
  if (text !== `0x${encodeByteStrings(words)}`)
    throw new MalformedAnswer("Not one word for each call");
  return words;
}
