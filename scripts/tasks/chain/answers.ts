import { getAddress, id as hashOf, Interface, isAddress, toQuantity } from "ethers";
import type { Currency } from "../../../networks.ts";
import { Payouts__factory } from "../../../typechain-types/factories/contracts/Payouts__factory.ts";
import { Ticket__factory } from "../../../typechain-types/factories/contracts/Ticket__factory.ts";
import { amountText } from "../cli/amounts.ts";
import { TaskError } from "../cli/task.ts";

export class Disagreement extends TaskError {}

const BLOCK_PARAMETER: Readonly<Record<string, number>> = {
  eth_call: 1,
  eth_getCode: 1,
  eth_getBalance: 1,
  // Endpoints must agree on this nonce, because a task signs with it.
  eth_getTransactionCount: 1,
  eth_getBlockByNumber: 0,
  eth_getLogs: 0,
};

/** Fields that don't change once the transaction is in a block. */
const BY_HASH: Readonly<Record<string, readonly string[]>> = {
  eth_getTransactionByHash: ["hash", "blockHash", "from", "to", "nonce", "value", "input"],
  eth_getTransactionReceipt: ["blockHash", "status", "from", "to", "contractAddress", "logs"],
};

const BLOCK_FIELDS = ["number", "hash", "timestamp", "baseFeePerGas"];
const LOG_FIELDS = "address topics data blockNumber blockHash transactionHash logIndex".split(" ");

/** Whether endpoints must agree on the answer. Their pending transactions may differ. */
export function isCompared(method: string, params: readonly unknown[]): boolean {
  const at = BLOCK_PARAMETER[method];
  return at === undefined ? method in BY_HASH : params[at] !== "pending";
}

export const KEPT: ReadonlySet<string> = new Set([
  // Not cached, because its answers are too large.
  ...Object.keys(BLOCK_PARAMETER).filter((method) => method !== "eth_getLogs"),
  ...Object.keys(BY_HASH),
  "eth_estimateGas",
  "eth_maxPriorityFeePerGas",
]);

export function isFinal(answer: unknown): boolean {
  return answer !== null && !isPending(answer);
}

export function atBlock(
  method: string,
  params: readonly unknown[],
  number: number,
): readonly unknown[] {
  const tag = (given: unknown) =>
    given === undefined || given === null || given === "latest" ? toQuantity(number) : given;
  if (method === "eth_getLogs") {
    const filter = params[0] as { fromBlock?: string; toBlock?: string };
    return [{ ...filter, fromBlock: tag(filter.fromBlock), toBlock: tag(filter.toBlock) }];
  }
  const at = BLOCK_PARAMETER[method];
  return at === undefined ? params : params.toSpliced(at, 1, tag(params[at]));
}

export function isPending(found: unknown): boolean {
  return (found as { blockHash?: unknown } | null)?.blockHash === null;
}

export function essence(method: string, answer: unknown): string {
  if (answer === null || typeof answer !== "object") return String(answer).toLowerCase();
  if (method === "eth_getLogs") return JSON.stringify((answer as object[]).map(logEssence));
  return picked(answer, BY_HASH[method] ?? BLOCK_FIELDS);
}

function logEssence(log: object): string {
  return picked(log, LOG_FIELDS);
}

function picked(from: object, fields: readonly string[]): string {
  return JSON.stringify(
    fields.map((field) => {
      const value: unknown = Reflect.get(from, field) ?? null;
      return field === "logs" && Array.isArray(value) ? value.map(logEssence) : value;
    }),
  ).toLowerCase();
}

const TICKET = Ticket__factory.createInterface();
const PAYOUTS = Payouts__factory.createInterface();
const OTHERS = new Interface([
  "function getOwners() view returns (address[])",
  "function getThreshold() view returns (uint256)",
  "function VERSION() view returns (string)",
  "function nonce() view returns (uint256)",
]);

type Difference = readonly [label: string, own: string, other: string];

export function difference(
  method: string,
  params: readonly unknown[],
  own: unknown,
  other: unknown,
  currency: Currency,
): Difference {
  const subject = withChecksum(String(params[0]));
  const balance = (wei: unknown) => amountText(BigInt(String(wei)), currency);
  switch (method) {
    case "eth_call": {
      const { data, input, to } = params[0] as Readonly<Record<string, string | undefined>>;
      return callDifference(to ?? "", data ?? input ?? "0x", String(own), String(other));
    }
    case "eth_getCode":
      return [`the code of ${subject}`, codeText(own), codeText(other)];
    case "eth_getBalance":
      return [`the balance of ${subject}`, balance(own), balance(other)];
    case "eth_getTransactionCount": {
      const [ours, theirs] = [own, other].map((count) => `${Number(count)} transactions`);
      return [
        `how much ${subject} had sent by block ${Number(params[1])}`,
        ours ?? "",
        theirs ?? "",
      ];
    }
    case "eth_getLogs":
      return ["the sale's events", countText(own), countText(other)];
    case "eth_getBlockByNumber":
      return [`block ${Number(subject)}`, fieldText(own, "hash"), fieldText(other, "hash")];
    case "eth_getTransactionReceipt":
      return [`the receipt of ${subject}`, receiptText(own), receiptText(other)];
    default:
      return [subject, fieldText(own, "blockHash"), fieldText(other, "blockHash")];
  }
}

function callDifference(to: string, data: string, own: string, other: string): Difference {
  for (const contract of [TICKET, PAYOUTS, OTHERS]) {
    const call = contract.parseTransaction({ data });
    if (call === null) continue;
    const label = `${call.name}(${call.args.map(String).join(", ")})`;
    try {
      const results = [own, other].map((answer) =>
        contract.decodeFunctionResult(call.fragment, answer),
      );
      if (call.name === "multicall") {
        const [inner, ours, theirs] = [call.args[0], results[0]?.[0], results[1]?.[0]];
        const at = [...inner].findIndex((_, index) => ours[index] !== theirs[index]);
        if (at >= 0) return callDifference(to, inner[at], ours[at], theirs[at]);
      }
      const [ours = "", theirs = ""] = results.map((result) => result.map(String).join(", "));
      return [label, ours, theirs];
    } catch {
      return [label, own, other];
    }
  }
  return [`a call of ${withChecksum(to)}`, own.slice(0, 66), other.slice(0, 66)];
}

/** ethers sends addresses in lower case. */
function withChecksum(subject: string): string {
  return isAddress(subject) ? getAddress(subject) : subject;
}

function codeText(code: unknown): string {
  return code === "0x" ? "none" : `${String(code).length / 2 - 1} bytes (${hashOf(String(code))})`;
}

function countText(logs: unknown): string {
  return Array.isArray(logs)
    ? `${logs.length} (${hashOf(JSON.stringify(logs.map(logEssence)))})`
    : "?";
}

function receiptText(receipt: unknown): string {
  if (receipt === null) return "none";
  return `status ${Number(fieldText(receipt, "status"))} in block ${fieldText(receipt, "blockHash")}`;
}

function fieldText(from: unknown, field: string): string {
  return from === null ? "none" : String(Reflect.get(from as object, field));
}

export function disagreement(
  label: string,
  said: readonly (readonly [host: string, text: string])[],
): Disagreement {
  const [first = ["", ""]] = said;
  const other = said.find(([, text]) => text !== first[1]) ?? said.at(-1) ?? first;
  return new Disagreement(
    `The endpoints disagree on ${label}: ${first[0]} says ${first[1]}, ${other[0]} says ${other[1]}. ` +
      "Find out which one is right before you go on.",
  );
}
