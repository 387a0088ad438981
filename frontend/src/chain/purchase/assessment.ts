import { type ContractTransaction, toQuantity } from "ethers";
import { asData, asQuantity } from "../rpc/answers.ts";
import { CallReverted, type RpcCall } from "../rpc/transport.ts";
import type { Enquiry } from "../sale/confirm-sale.ts";
import { asBlockHash } from "./sighting.ts";

/** No transaction may ask for more (EIP-7825), so an estimate above it is made up. */
export const TRANSACTION_GAS_CAP = 16_777_216n;

/** The code of an account that delegates to a contract and still signs by itself (EIP-7702). */
const DELEGATION_PREFIX = "0xef0100";

const GAS_PRICE: RpcCall = { method: "eth_gasPrice", params: [] };

/** What one endpoint says of a purchase that is about to be sent. Amounts are in wei. */
export interface Assessment {
  readonly balance: bigint;
  /** The gas that the purchase takes, or why it can't succeed. */
  readonly estimate: bigint | CallReverted | "insufficient funds";
  readonly gasPrice: bigint;
  /** Whether the buyer is a contract. */
  readonly byContract: boolean;
  /** How many transactions of the buyer are mined. */
  readonly nonce: number;
  /** Hash of the chain's first block; `null` if the endpoint has not kept it. */
  readonly genesis: string | null;
}

/** Whether an account with this code is a contract alone. */
export function isContractCode(code: string): boolean {
  return code !== "0x" && !code.startsWith(DELEGATION_PREFIX);
}

/** @param value of the transaction, in wei */
function estimateOf({ to, data }: ContractTransaction, from: string, value: bigint): RpcCall {
  return { method: "eth_estimateGas", params: [{ from, to, data, value: toQuantity(value) }] };
}

/** What an endpoint is asked about a purchase, all of it as of its newest block. */
export function assessmentOf(
  transaction: ContractTransaction,
  buyer: string,
  value: bigint,
): Enquiry<Assessment> {
  return {
    calls: [
      { method: "eth_getBalance", params: [buyer, "latest"] },
      estimateOf(transaction, buyer, value),
      GAS_PRICE,
      { method: "eth_getCode", params: [buyer, "latest"] },
      { method: "eth_getTransactionCount", params: [buyer, "latest"] },
      { method: "eth_getBlockByNumber", params: ["0x0", false] },
    ],
    accept(read) {
      const balance = asQuantity(read(0));
      const code = asData(read(3));
      return {
        balance,
        estimate: outcomeOf(() => asGas(read(1)), balance < value),
        gasPrice: asQuantity(read(2)),
        byContract: isContractCode(code),
        nonce: Number(asQuantity(read(4))),
        genesis: genesisOf(() => read(5)),
      };
    },
  };
}

/** The network fee of a purchase in wei: gas as estimated now, at the price of gas now. */
export function feeOf(
  transaction: ContractTransaction,
  buyer: string,
  value: bigint,
): Enquiry<bigint> {
  return {
    calls: [estimateOf(transaction, buyer, value), GAS_PRICE],
    accept: (read) => asGas(read(0)) * asQuantity(read(1)),
  };
}

/** @param unpaid the buyer has not the price: then whatever an endpoint says of the call comes of that */
function outcomeOf(read: () => bigint, unpaid: boolean): Assessment["estimate"] {
  try {
    return read();
  } catch (error) {
    return unpaid ? "insufficient funds" : refusalOf(error);
  }
}

/** A refusal is an answer too. @throws what is none */
export function refusalOf(error: unknown): CallReverted | "insufficient funds" {
  if (error instanceof CallReverted) return error;
  // Some endpoints look at the balance themselves, and say so with no revert.
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

export function isReverted({ estimate }: Assessment): boolean {
  return estimate instanceof CallReverted;
}

/** Whether the buyer has the price and the fee. */
export function canPay({ balance, estimate, gasPrice }: Assessment, value: bigint): boolean {
  return typeof estimate === "bigint" && balance >= value + estimate * gasPrice;
}

/** Zero if no gas is known. */
export function gasOf({ estimate }: Assessment): bigint {
  return typeof estimate === "bigint" ? estimate : 0n;
}
