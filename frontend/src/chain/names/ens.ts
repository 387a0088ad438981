import { getAddress, ZeroAddress } from "ethers";
import { asData } from "../rpc/answers.ts";
import { Reverted, type Transport } from "../rpc/transport.ts";

/** The ENS registry (ERC-137) on mainnet: https://docs.ens.domains/learn/deployments. */
const REGISTRY = "0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e";
const RESOLVER_OF = "0x0178b8bf"; // resolver(bytes32)
const ADDRESS_OF = "0x3b3b57de"; // addr(bytes32)

export async function askResolver<Value>(
  endpoint: Transport,
  node: string,
  selector: string,
  accept: (result: unknown) => Value,
  signal: AbortSignal,
): Promise<Value | null> {
  const resolver = await ask(endpoint, REGISTRY, RESOLVER_OF, node, asAddress, signal);
  return resolver === null ? null : await ask(endpoint, resolver, selector, node, accept, signal);
}

export function addressOf(endpoint: Transport, node: string, signal: AbortSignal) {
  return askResolver(endpoint, node, ADDRESS_OF, asAddress, signal);
}

async function ask<Value>(
  endpoint: Transport,
  to: string,
  selector: string,
  node: string,
  accept: (result: unknown) => Value,
  signal: AbortSignal,
): Promise<Value | null> {
  const params = [{ to, data: selector + node.slice(2) }, "latest"];
  return await endpoint.request(
    { method: "eth_call", params },
    (result) => (result instanceof Reverted ? null : accept(result)),
    signal,
  );
}

function asAddress(result: unknown): string | null {
  const data = asData(result);
  // A resolver without code returns "0x".
  if (data === "0x") return null;
  if (!/^0x0{24}[0-9a-f]{40}$/i.test(data)) throw new TypeError("Not an address");
  const address = getAddress(`0x${data.slice(26)}`);
  return address === ZeroAddress ? null : address;
}
