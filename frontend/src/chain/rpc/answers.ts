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

/** Decodes a nonce or a block's number. @throws {TypeError} if it is too large for a chain */
export function asCount(result: unknown): number {
  const count = Number(asQuantity(result));
  if (!Number.isSafeInteger(count)) throw new TypeError("Not a count");
  return count;
}

/**
 * Whether an address with this code is a contract. An account that delegates has code too
 * (EIP-7702), but still signs for itself.
 */
export function isContractCode(code: string): boolean {
  return code !== "0x" && !code.startsWith("0xef0100");
}
