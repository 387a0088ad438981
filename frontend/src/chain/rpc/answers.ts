/** A JSON-RPC quantity, `0x` and hex digits. @throws {TypeError} for anything else */
export function asQuantity(result: unknown): bigint {
  if (typeof result !== "string" || !/^0x[0-9a-f]{1,64}$/i.test(result)) {
    throw new TypeError("Not a quantity");
  }
  return BigInt(result);
}

/** Hex data. @throws {TypeError} for anything else */
export function asData(result: unknown): string {
  if (typeof result !== "string" || !/^0x([0-9a-f]{2})*$/i.test(result)) {
    throw new TypeError("Not data");
  }
  return result;
}
