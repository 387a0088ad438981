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
