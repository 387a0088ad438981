import { formatEther, toUtf8String } from "ethers";
import { Ticket__factory } from "../../typechain-types/factories/contracts/Ticket__factory.ts";

export interface Detail {
  readonly label: string;
  readonly value: string;
}

export interface Transaction {
  readonly from: string;
  readonly to?: string;
  readonly value?: string;
  readonly data?: string;
  readonly input?: string;
  readonly gas?: string;
  readonly chainId?: string;
}

export function describeBalance(wei: unknown, symbol: string): string {
  const ether = formatEther(String(wei));
  return `${ether.replace(/(\.\d{4})\d+$/, "$1").replace(/\.0+$/, "")} ${symbol}`;
}

export function describeTransaction(transaction: Transaction, symbol: string): Detail[] {
  const { from, to, gas } = transaction;
  const value = transaction.value ?? "0x0";
  return [
    { label: "From", value: from },
    { label: "To", value: to ?? "A new contract" },
    { label: "Value", value: `${formatEther(value)} ${symbol}` },
    ...describeCall(transaction.data ?? transaction.input ?? "0x"),
    { label: "Gas limit", value: gas === undefined ? "The node's estimate" : String(BigInt(gas)) },
  ];
}

/** Shows unknown calls as raw data, because the contracts change during development. */
function describeCall(data: string): Detail[] {
  if (data === "0x") return [];
  const call = Ticket__factory.createInterface().parseTransaction({ data });
  if (call === null) return [{ label: "Data", value: data }];
  return [
    { label: "Function", value: call.name },
    ...call.fragment.inputs.map((input, i) => ({
      label: input.name,
      value: String(call.args[i]),
    })),
  ];
}

export function describeMessage(message: string): string {
  try {
    return toUtf8String(message);
  } catch {
    return message;
  }
}
