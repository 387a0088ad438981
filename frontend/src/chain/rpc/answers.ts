/** `0x` and hex digits. @throws {TypeError} for anything else */
export function asQuantity(result: unknown): bigint {
  if (typeof result !== "string" || !/^0x[0-9a-f]{1,64}$/i.test(result)) {
    throw new TypeError("Not a quantity");
  }
  return BigInt(result);
}

/** @throws {TypeError} for anything but hex data */
export function asData(result: unknown): string {
  if (typeof result !== "string" || !/^0x([0-9a-f]{2})*$/i.test(result)) {
    throw new TypeError("Not data");
  }
  return result;
}

/** A nonce, a block's number. @throws {TypeError} for what no chain has reached */
export function asCount(result: unknown): number {
  const count = Number(asQuantity(result));
  if (!Number.isSafeInteger(count)) throw new TypeError("Not a count");
  return count;
}

/** An account that delegates (EIP-7702) has a prefix for code, and still signs by itself. */
export function isContractCode(code: string): boolean {
  return code !== "0x" && !code.startsWith("0xef0100");
}
