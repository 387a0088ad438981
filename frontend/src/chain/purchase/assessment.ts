import { type ContractTransaction, toQuantity } from "ethers";
import { asCount, asData, asQuantity, isContractCode } from "../rpc/answers.ts";
import { CallReverted, type RpcCall } from "../rpc/transport.ts";
import type { Enquiry } from "../sale/confirm-sale.ts";
import { asBlockHash } from "./chain-answers.ts";

/** No transaction may have more gas (EIP-7825). */
export const TRANSACTION_GAS_CAP = 16_777_216n;

/** Honest estimates differ by far less. */
const SIMILAR_GAS = 2n;

const GAS_PRICE: RpcCall = { method: "eth_gasPrice", params: [] };

/** One endpoint's answers before a purchase. Amounts are in wei. */
export interface Assessment {
  readonly balance: bigint;
  /** In units of gas, or why the purchase can't succeed. */
  readonly estimate: bigint | CallReverted | "insufficient funds";
  readonly gasPrice: bigint;
  readonly byContract: boolean;
  /** The count of the buyer's mined transactions. */
  readonly nonce: number;
  /** Hash of the first block; `null` if it was not asked for, or the endpoint has not kept it. */
  readonly genesis: string | null;
}

/** @param value of the transaction, in wei */
function estimateOf({ to, data }: ContractTransaction, from: string, value: bigint): RpcCall {
  return { method: "eth_estimateGas", params: [{ from, to, data, value: toQuantity(value) }] };
}

/**
 * Asks an endpoint about a purchase, as of its newest block.
 * @param isLocal whether the chain can be reset: its first block's hash tells the chains apart
 */
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
        estimate: outcomeOf(() => asGas(read(1)), balance < value),
        gasPrice: asQuantity(read(2)),
        byContract: isContractCode(asData(read(3))),
        nonce: asCount(read(4)),
        genesis: isLocal ? genesisOf(() => read(5)) : null,
      };
    },
    disputeOf(one, other) {
      if (one.byContract !== other.byContract) return "account";
      const isReverted = ({ estimate }: Assessment) => estimate instanceof CallReverted;
      if (isReverted(one) !== isReverted(other)) return "outcome";
      const [low, high] = gasOf(one) < gasOf(other) ? [one, other] : [other, one];
      return gasOf(low) > 0n && gasOf(high) > gasOf(low) * SIMILAR_GAS ? "gas" : null;
    },
  };
}

/** In wei: gas as estimated now, at the price of gas now. */
export function feeOf(
  transaction: ContractTransaction,
  buyer: string,
  value: bigint,
): Pick<Enquiry<bigint>, "calls" | "accept"> {
  return {
    calls: [estimateOf(transaction, buyer, value), GAS_PRICE],
    accept: (read) => asGas(read(0)) * asQuantity(read(1)),
  };
}

/** @param unpaid whether the buyer lacks the price, which explains any refusal */
function outcomeOf(read: () => bigint, unpaid: boolean): Assessment["estimate"] {
  try {
    return read();
  } catch (error) {
    return unpaid ? "insufficient funds" : refusalOf(error);
  }
}

/** @throws the error, if the endpoint failed rather than refused the call */
export function refusalOf(error: unknown): CallReverted | "insufficient funds" {
  if (error instanceof CallReverted) return error;
  // Some endpoints check the balance themselves, and answer without a revert.
  if (/insufficient funds|exceeds allowance/i.test(String(error))) return "insufficient funds";
  throw error;
}

/** Not every endpoint keeps the first block, and only local chains need it. */
function genesisOf(read: () => unknown): string | null {
  try {
    return asBlockHash(read());
  } catch {
    return null;
  }
}

/** @throws {TypeError} for gas that no transaction can have */
function asGas(result: unknown): bigint {
  const gas = asQuantity(result);
  if (gas > TRANSACTION_GAS_CAP) throw new TypeError("More gas than a transaction may have");
  return gas;
}

/** Whether the buyer has the price, and also the fee unless a contract buys, whose owner pays that. */
export function canPay(
  { balance, estimate, gasPrice, byContract }: Assessment,
  value: bigint,
): boolean {
  if (typeof estimate !== "bigint") return false;
  return balance >= (byContract ? value : value + estimate * gasPrice);
}

/** Zero if no gas is known. */
export function gasOf({ estimate }: Assessment): bigint {
  return typeof estimate === "bigint" ? estimate : 0n;
}
