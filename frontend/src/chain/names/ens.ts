import { getAddress, ZeroAddress } from "ethers";
import { asAddress } from "../rpc/answers.ts";
import { Reverted, type Transport } from "../rpc/transport.ts";

/** The ENS registry (ERC-137) on mainnet: https://docs.ens.domains/learn/deployments. */
const REGISTRY = "0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e";
const RESOLVER_OF = "0x0178b8bf"; // resolver(bytes32)
const ADDRESS_OF = "0x3b3b57de"; // addr(bytes32)

/** @returns `null` if the name has no resolver, or if that reverts */
export async function askResolver<Value>(
  endpoint: Transport,
  node: string,
  selector: string,
  accept: (result: unknown) => Value,
  signal: AbortSignal,
): Promise<Value | null> {
  const ask = <Told>(to: string, question: string, read: (result: unknown) => Told) =>
    endpoint.request(
      { method: "eth_call", params: [{ to, data: question + node.slice(2) }, "latest"] },
      (result) => (result instanceof Reverted ? null : read(result)),
      signal,
    );
  const resolver = await ask(REGISTRY, RESOLVER_OF, addressIn);
  return resolver === null ? null : await ask(resolver, selector, accept);
}

export function addressOf(endpoint: Transport, node: string, signal: AbortSignal) {
  return askResolver(endpoint, node, ADDRESS_OF, addressIn, signal);
}

function addressIn(result: unknown): string | null {
  // A resolver without code returns "0x".
  const address = result === "0x" ? ZeroAddress : getAddress(asAddress(result));
  return address === ZeroAddress ? null : address;
}
