import { keccak256, Wallet } from "ethers";
import type { Endpoint } from "../chain/endpoint.ts";
import type { SigningKey } from "./signing-keys.ts";

/** Numbers are hexadecimal; amounts are in wei. */
export interface Unsigned {
  readonly to?: string;
  readonly data?: string;
  readonly value: string;
  readonly nonce: string;
  readonly gas: string;
  readonly maxFeePerGas: string;
  readonly maxPriorityFeePerGas: string;
}

export interface Signed {
  /** The transaction's hash; `null` if a local node signs. */
  readonly hash: string | null;
  /**
   * Resolves once one endpoint accepts the transaction.
   * @throws the first endpoint's error
   */
  sendTo(endpoints: readonly Endpoint[]): Promise<string>;
}

export interface Signer {
  readonly address: string;
  /** The variable of its key. */
  readonly by: string;
  sign(transaction: Unsigned): Promise<Signed>;
}

/**
 * Signs on this machine, because the hash must be known before an endpoint gets the transaction.
 */
export function signerOfKey({ variable, key }: SigningKey, chainId: number): Signer {
  const wallet = new Wallet(key);
  return {
    address: wallet.address,
    by: variable,
    async sign({ gas, nonce, ...rest }) {
      const transaction = { ...rest, type: 2, chainId, nonce: Number(nonce), gasLimit: gas };
      const raw = await wallet.signTransaction(transaction);
      const hash = keccak256(raw);
      return {
        hash,
        sendTo: (endpoints) => anyTakes(endpoints, "eth_sendRawTransaction", [raw], hash),
      };
    },
  };
}

export function unlockedSigner(address: string): Signer {
  return {
    address,
    by: "unlocked at the endpoint",
    sign: async (transaction) => ({
      hash: null,
      sendTo: (endpoints) =>
        anyTakes(endpoints, "eth_sendTransaction", [{ from: address, ...transaction }], null),
    }),
  };
}

async function anyTakes(
  endpoints: readonly Endpoint[],
  method: string,
  params: readonly unknown[],
  hash: string | null,
): Promise<string> {
  const sent = endpoints.map(async (endpoint) => {
    try {
      return String(await endpoint.request(method, params));
    } catch (error) {
      // Another endpoint already passed the transaction on.
      if (hash !== null && /already known|already imported/i.test(String(error))) return hash;
      throw error;
    }
  });
  try {
    return await Promise.any(sent);
  } catch (error) {
    throw (error as AggregateError).errors[0];
  }
}
