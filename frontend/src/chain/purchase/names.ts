import { ensNormalize, getAddress, namehash, ZeroAddress } from "ethers";
import { asData } from "../rpc/answers.ts";
import { opinions, two } from "../rpc/opinions.ts";
import { CallReverted, type FailoverTransport, type Transport } from "../rpc/transport.ts";

/**
 * The Ethereum Name Service, read on chain: its registry, and the resolver that it names. Names that are kept elsewhere
 * (ERC-3668) have no address here.
 */

/** On mainnet, since 2020 (https://docs.ens.domains/learn/deployments). */
const REGISTRY = "0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e";
const RESOLVER_OF = "0x0178b8bf"; // resolver(bytes32)
const ADDRESS_OF = "0x3b3b57de"; // addr(bytes32)

/** Longer ones are refused before they are hashed. */
const LONGEST_NAME = 255;

/** A name as it is registered (ENSIP-15); `null` for what can't be one. */
export function normalisedName(text: string): string | null {
  if (text.length > LONGEST_NAME || !text.includes(".")) return null;
  try {
    return ensNormalize(text);
  } catch {
    return null;
  }
}

/** The address of a normalised name, as one endpoint tells it; `null` if it has none. */
async function addressOf(name: string, endpoint: Transport, signal: AbortSignal) {
  const node = namehash(name).slice(2);
  const ask = (to: string, selector: string) =>
    endpoint
      .request(
        { method: "eth_call", params: [{ to, data: selector + node }, "latest"] },
        asAddress,
        signal,
      )
      .catch((error: unknown) => {
        if (error instanceof CallReverted) return null;
        throw error;
      });
  const resolver = await ask(REGISTRY, RESOLVER_OF);
  return resolver === null ? null : await ask(resolver, ADDRESS_OF);
}

/** A word with an address; `null` for none. @throws {TypeError} for what is neither */
function asAddress(result: unknown): string | null {
  const data = asData(result);
  // Of a resolver without code.
  if (data === "0x") return null;
  if (!/^0x0{24}[0-9a-f]{40}$/i.test(data)) throw new TypeError("Not an address");
  const address = getAddress(`0x${data.slice(26)}`);
  return address === ZeroAddress ? null : address;
}

/**
 * The address of a normalised name.
 * @returns `null` if it has none
 * @throws {Error} if two endpoints, where there are two, do not tell the same
 */
export async function resolveName(
  transport: FailoverTransport,
  name: string,
  signal: AbortSignal,
): Promise<string | null> {
  const told = await opinions(
    transport,
    (endpoint, asking) => addressOf(name, endpoint, asking),
    two,
    signal,
  );
  const [one, other] = told;
  if (one === undefined || (transport.size > 1 && other !== one)) {
    throw new Error("Endpoints do not tell one address of the name");
  }
  return one;
}
