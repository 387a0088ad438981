import { type ContractTransaction, toQuantity } from "ethers";
import { MintError, type Refusal } from "../../domain/mint/mint-failure.ts";
import { asCount, asData, asQuantity, isContractCode } from "../rpc/answers.ts";
import { agreed, opinions, pairOf } from "../rpc/opinions.ts";
import { type FailoverTransport, Reverted, type RpcCall } from "../rpc/transport.ts";
import { disagreement, type Enquiry } from "../sale/confirm-sale.ts";
import { asHash } from "./chain-answers.ts";
import { refusalIn } from "./refusals.ts";

export const TRANSACTION_GAS_CAP = 16_777_216n;
/** The estimates and fees of two honest endpoints differ by no more than this factor. */
const SIMILAR = 2n;

const GAS_PRICE: RpcCall = { method: "eth_gasPrice", params: [] };

/** One endpoint's answers before a purchase. Amounts are in wei. */
export interface Assessment {
  readonly balance: bigint;
  readonly estimate: bigint | Reverted | "insufficient funds";
  readonly gasPrice: bigint;
  readonly byContract: boolean;
  readonly nonce: number;
  /** `null` if the page did not ask, or if the endpoint lacks the first block. */
  readonly genesis: string | null;
}

function estimateOf({ to, data }: ContractTransaction, from: string, value: bigint): RpcCall {
  return { method: "eth_estimateGas", params: [{ from, to, data, value: toQuantity(value) }] };
}

/** @param isLocal whether the chain can be reset, which changes the first block's hash */
export function assessmentOf(
  transaction: ContractTransaction,
  buyer: string,
  value: bigint,
  isLocal: boolean,
): Enquiry<Assessment> {
  return {
    calls: [
      { method: "eth_getBalance", params: [buyer, "latest"] },
      estimateOf(transaction, buyer, value),
      GAS_PRICE,
      { method: "eth_getCode", params: [buyer, "latest"] },
      { method: "eth_getTransactionCount", params: [buyer, "latest"] },
      ...(isLocal ? [{ method: "eth_getBlockByNumber", params: ["0x0", false] }] : []),
    ],
    accept(read) {
      const balance = asQuantity(read(0));
      return {
        balance,
        estimate: outcomeOf(() => read(1), balance < value),
        gasPrice: asQuantity(read(2)),
        byContract: isContractCode(asData(read(3))),
        nonce: asCount(read(4)),
        genesis: isLocal ? genesisOf(() => read(5)) : null,
      };
    },
    disputeOf(one, other) {
      if (one.byContract !== other.byContract) return "account";
      const isReverted = ({ estimate }: Assessment) => estimate instanceof Reverted;
      if (isReverted(one) !== isReverted(other)) return "outcome";
      const [gas, others] = [gasOf(one), gasOf(other)];
      return gas > 0n && others > 0n && !areSimilar(gas, others) ? "gas" : null;
    },
  };
}

/**
 * The estimated fee in wei.
 * @throws {MintError} if no two endpoints give similar fees
 */
export async function readFee(
  transport: FailoverTransport,
  transaction: ContractTransaction,
  buyer: string,
  value: bigint,
): Promise<bigint> {
  const calls = [estimateOf(transaction, buyer, value), GAS_PRICE];
  const fees = await opinions(
    transport,
    (endpoint, signal) =>
      endpoint.requestAll(calls, (read) => asGas(read(0)) * asQuantity(read(1)), signal),
    (told) => pairOf(told, areSimilar) !== null,
  );
  const [only, ...others] = fees;
  if (only === undefined) throw new MintError({ reason: "endpointsSilent" });
  if (others.length === 0) return only;
  const similar = pairOf(fees, areSimilar);
  if (similar === null) throw disagreement("networkFee");
  return similar[0] > similar[1] ? similar[0] : similar[1];
}

/**
 * Repeats the call at the receipt's block, because a receipt does not contain the revert reason.
 */
export async function readRefusal(
  transport: FailoverTransport,
  { to, data }: ContractTransaction,
  buyer: string,
  value: bigint,
  block: number,
): Promise<Refusal | null> {
  const params = [{ from: buyer, to, data, value: toQuantity(value) }, toQuantity(block)];
  const reason = await agreed(transport, async (endpoint, signal) => {
    const dataOf = (answer: unknown) =>
      answer instanceof Reverted ? answer.data.toLowerCase() : null;
    return await endpoint.request({ method: "eth_call", params }, dataOf, signal);
  });
  return reason == null ? null : refusalIn(reason);
}

function areSimilar(one: bigint, other: bigint): boolean {
  return one <= other * SIMILAR && other <= one * SIMILAR;
}

function outcomeOf(read: () => unknown, unpaid: boolean): Assessment["estimate"] {
  try {
    const result = read();
    if (!(result instanceof Reverted)) return asGas(result);
    return unpaid ? "insufficient funds" : result;
  } catch (error) {
    if (unpaid || isUnfunded(error)) return "insufficient funds";
    throw error;
  }
}

/** Some endpoints check the balance first, and report an error instead of a revert. */
function isUnfunded(error: unknown): boolean {
  return /insufficient funds|exceeds allowance/i.test(String(error));
}

function genesisOf(read: () => unknown): string | null {
  try {
    return asHash(read());
  } catch {
    return null;
  }
}

function asGas(result: unknown): bigint {
  const gas = asQuantity(result);
  if (gas > TRANSACTION_GAS_CAP) throw new TypeError("More gas than a transaction may have");
  return gas;
}

export function gasOf({ estimate }: Assessment): bigint {
  return typeof estimate === "bigint" ? estimate : 0n;
}
