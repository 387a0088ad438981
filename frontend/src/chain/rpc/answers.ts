export function asQuantity(result: unknown): bigint {
  if (typeof result !== "string" || !/^0x[0-9a-f]{1,64}$/i.test(result)) {
    throw new TypeError("Not a quantity");
  }
  return BigInt(result);
}

export function asData(result: unknown): string {
  if (typeof result !== "string" || !/^0x([0-9a-f]{2})*$/i.test(result)) {
    throw new TypeError("Not data");
  }
  return result;
}

/** Reads an answer of so many words of 32 bytes. */
export function asWords(result: unknown, count: number): readonly bigint[] {
  const data = asData(result);
  if (data.length !== 2 + 64 * count) throw new TypeError("Not as many words");
  const words = data.slice(2).match(/.{64}/g) ?? [];
  return words.map((word) => BigInt(`0x${word}`));
}

/** @returns the address in the spelling of the answer */
export function asAddress(result: unknown): string {
  const [, address] = /^0x0{24}([0-9a-f]{40})$/i.exec(asData(result)) ?? [];
  if (address === undefined) throw new TypeError("Not an address");
  return `0x${address}`;
}

/** @throws {TypeError} for a number that no chain can have reached */
export function asCount(result: unknown): number {
  const count = Number(asQuantity(result));
  if (!Number.isSafeInteger(count)) throw new TypeError("Not a count");
  return count;
}

/**
 * Whether the code is a contract's. An account that delegates (EIP-7702) has code, but signs for
 * itself.
 */
export function isContractCode(code: string): boolean {
  return code !== "0x" && !code.startsWith("0xef0100");
}
