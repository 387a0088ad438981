import { concat, Interface, type Provider, TypedDataEncoder, toBeHex, ZeroAddress } from "ethers";
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

const MULTI_SEND = new Interface(["function multiSend(bytes transactions) payable"]);
const CALL = 0;
const DELEGATE_CALL = 1;

/** `MultiSendCallOnly`, from safe-global/safe-deployments. */
const MULTI_SEND_1_4_1 = "0x9641d764fc13c8B624c04430C7356C1C7C8102e2";
const MULTI_SEND_1_3_0 = "0x40A2aCCbd92BCA938b02010E17A5b8929b49130D";
const MULTI_SEND_1_3_0_EIP155 = "0xA1dabEF33b3B82c7814B6D82A79e50F4AC44102B";
/** The chains for which safe-deployments lists the second address of 1.3.0 first. */
const EIP155_FIRST: readonly number[] = [10, 8453, 11155111];

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

/** Packed: operation, target, value, length and data. */
function multiSendData(calls: readonly Call[]): string {
  const packed = calls.map(({ to, data, value = 0n }) =>
    concat([toBeHex(CALL, 1), to, toBeHex(value, 32), toBeHex((data.length - 2) / 2, 32), data]),
  );
  return MULTI_SEND.encodeFunctionData("multiSend", [concat(packed)]);
}

function multiSendOf(version: string, chainId: number): string {
  if (version === "1.4") return MULTI_SEND_1_4_1;
  return EIP155_FIRST.includes(chainId) ? MULTI_SEND_1_3_0_EIP155 : MULTI_SEND_1_3_0;
}
