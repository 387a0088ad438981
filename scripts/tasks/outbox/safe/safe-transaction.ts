import { type Provider, TypedDataEncoder, ZeroAddress } from "ethers";
import { multiSendData, multiSendOf } from "./multi-send.ts";
import type { SafeAccount } from "./safe.ts";

export interface Call {
  readonly to: string;
  readonly data: string;
  /** Wei. */
  readonly value?: bigint;
  /** The gas limit; estimated if missing. */
  readonly gas?: bigint;
}

/** A hardware wallet displays these EIP-712 hashes. */
export interface SafeHashes {
  readonly safeTxHash: string;
  readonly domainHash: string;
  readonly messageHash: string;
  readonly multiSend: string | null;
}

/** The EIP-712 type of Safe 1.0.0 and later. */
export const SAFE_TX = {
  SafeTx: [
    { name: "to", type: "address" },
    { name: "value", type: "uint256" },
    { name: "data", type: "bytes" },
    { name: "operation", type: "uint8" },
    { name: "safeTxGas", type: "uint256" },
    { name: "baseGas", type: "uint256" },
    { name: "gasPrice", type: "uint256" },
    { name: "gasToken", type: "address" },
    { name: "refundReceiver", type: "address" },
    { name: "nonce", type: "uint256" },
  ],
};

const CALL = 0;
const DELEGATE_CALL = 1;

/**
 * Computes the hashes that the Safe's app shows, for one direct call or a `multiSend` of several.
 * @returns `null` for a Safe older than 1.3.0, and for a batch on a chain without
 * `MultiSendCallOnly`
 */
export async function safeHashes(
  provider: Provider,
  chainId: number,
  { address, version }: SafeAccount,
  nonce: bigint,
  calls: readonly Call[],
): Promise<SafeHashes | null> {
  const [, known] = /^(1\.[34])\.\d+(?:\+L2)?$/.exec(version) ?? [];
  const [only] = calls;
  if (known === undefined || only === undefined) return null;
  const multiSend = calls.length === 1 ? null : multiSendOf(known, chainId);
  if (multiSend !== null && (await provider.getCode(multiSend)) === "0x") return null;
  const transaction =
    multiSend === null
      ? safeTransaction(only)
      : safeTransaction({ to: multiSend, data: multiSendData(calls) }, DELEGATE_CALL);
  const message = { ...transaction, nonce };
  const domain = { chainId, verifyingContract: address };
  return {
    safeTxHash: TypedDataEncoder.hash(domain, SAFE_TX, message),
    domainHash: TypedDataEncoder.hashDomain(domain),
    messageHash: TypedDataEncoder.hashStruct("SafeTx", SAFE_TX, message),
    multiSend,
  };
}

/** The first arguments of `execTransaction`, in its order. The Safe refunds no gas. */
export function safeTransaction({ to, data, value = 0n }: Call, operation = CALL) {
  return {
    to,
    value,
    data,
    operation,
    safeTxGas: 0n,
    baseGas: 0n,
    gasPrice: 0n,
    gasToken: ZeroAddress,
    refundReceiver: ZeroAddress,
  };
}
