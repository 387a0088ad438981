import { ensNormalize, namehash } from "ethers";
import { agreed } from "../rpc/opinions.ts";
import type { FailoverTransport, Transport } from "../rpc/transport.ts";
import { addressOf } from "./ens.ts";

/** The longest name in characters. Hashing longer texts is slow. */
const LONGEST_NAME = 255;

/** Normalises by ENSIP-15. @returns `null` if the text can't be a name */
export function normalisedName(text: string): string | null {
  if (text.length > LONGEST_NAME || !text.includes(".")) return null;
  try {
    return ensNormalize(text);
  } catch {
    return null;
  }
}

/**
 * @returns `null` if the name has no address, or stores it off chain (ERC-3668)
 * @throws {Error} if the endpoints disagree
 */
export async function resolveName(
  transport: FailoverTransport,
  name: string,
  signal: AbortSignal,
): Promise<string | null> {
  const node = namehash(name);
  const ask = (endpoint: Transport, asking: AbortSignal) => addressOf(endpoint, node, asking);
  const address = await agreed(transport, ask, signal);
  if (address === undefined) throw new Error("Endpoints do not tell one address of the name");
  return address;
}
