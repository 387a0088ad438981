import type { TypedContractMethod } from "../../../../typechain-types/common.ts";

/**
 * A view that returns one word. Strings are ASCII, an address is a number, and hex has no `0x`.
 * Replaces ethers' `Interface`, because that adds 16 kB before the first paint.
 */
export type View<Arguments = readonly (bigint | string)[], Value = unknown> = readonly [
  selector: string,
  args: Arguments,
  decode: (word: string) => Value,
];

/** Makes the build fail if a name, argument or result in the contract's bindings changes. */
export type ViewOf<Method> =
  Method extends TypedContractMethod<infer Arguments, [infer Value], "view">
    ? View<{ [Index in keyof Arguments]: Arguments[Index] extends string ? string : bigint }, Value>
    : never;

/** The page throws this if an endpoint lies or serves another chain. */
export class MalformedAnswer extends Error {}

const WORD_LENGTH = 64;

function encodeUint(value: bigint | number): string {
  return value.toString(16).padStart(WORD_LENGTH, "0");
}

function encodeBytes(hex: string): string {
  const length = Math.ceil(hex.length / WORD_LENGTH) * WORD_LENGTH;
  return encodeUint(hex.length / 2) + hex.padEnd(length, "0");
}

export function encodeAscii(text: string): string {
  return encodeBytes(
    Array.from(text, (char) => char.charCodeAt(0).toString(16).padStart(2, "0")).join(""),
  );
}

function encodeTuple(values: readonly (bigint | string)[]): string {
  let head = "";
  let tail = "";
  for (const value of values) {
    if (typeof value === "bigint") head += encodeUint(value);
    else {
      head += encodeUint((values.length * WORD_LENGTH + tail.length) / 2);
      tail += value;
    }
  }
  return head + tail;
}

export function decodeUint(word: string): bigint {
  if (!/^[0-9a-f]{64}$/i.test(word)) throw new MalformedAnswer("Not a word");
  return BigInt(`0x${word}`);
}

export function decodeBool(word: string): boolean {
  const value = decodeUint(word);
  if (value > 1n) throw new MalformedAnswer("Not a boolean");
  return value === 1n;
}

/** OpenZeppelin's `multicall(bytes[])`: several calls at one block. */
const MULTICALL_SELECTOR = "ac9650d8";

export function encodeMulticall(views: readonly View[]): string {
  const calls = views.map(
    ([selector, args]) =>
      selector + encodeTuple(args.map((arg) => (typeof arg === "string" ? encodeAscii(arg) : arg))),
  );
  return `0x${MULTICALL_SELECTOR}${encodeByteStrings(calls)}`;
}

function encodeByteStrings(strings: readonly string[]): string {
  return encodeUint(32) + encodeUint(strings.length) + encodeTuple(strings.map(encodeBytes));
}

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
