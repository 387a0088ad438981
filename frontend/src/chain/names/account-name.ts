import { AbiCoder, concat, keccak256, toUtf8Bytes } from "ethers";
import { asData } from "../rpc/answers.ts";
import { agreed } from "../rpc/opinions.ts";
import type { FailoverTransport } from "../rpc/transport.ts";
import { askResolver } from "./ens.ts";

/** The node of "addr.reverse" (ENSIP-3). */
const REVERSE = "0x91d1777781884d03a6757a803996e38de2a42967fb37eeaca72729271025a9e2";
const NAME_OF = "0x691f3431"; // name(bytes32)

/**
 * Reads an account's ENS name (ENSIP-3), if that name resolves back to the account. Rejects a name
 * that is not normalised (ENSIP-15), because it can imitate another one.
 * @param account checksummed
 * @returns `null` without a name, or if the endpoints disagree
 */
export async function readAccountName(
  transport: FailoverTransport,
  account: string,
  signal: AbortSignal,
): Promise<string | null> {
  const label = keccak256(toUtf8Bytes(account.slice(2).toLowerCase()));
  const node = keccak256(concat([REVERSE, label]));
  const chosen = await agreed(
    transport,
    (endpoint, asking) => askResolver(endpoint, node, NAME_OF, asName, asking),
    signal,
  );
  if (!chosen) return null;
  // Loaded on demand, because few accounts have a name and the normalisation tables are large.
  const { normalisedName, resolveName } = await import("./names.ts");
  if (normalisedName(chosen) !== chosen) return null;
  return (await resolveName(transport, chosen, signal)) === account ? chosen : null;
}

/** The account's owner chose the resolver, so malformed data counts as no name. */
function asName(result: unknown): string | null {
  const data = asData(result);
  try {
    return AbiCoder.defaultAbiCoder().decode(["string"], data)[0] || null;
  } catch {
    return null;
  }
}
