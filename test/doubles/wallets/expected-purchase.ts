import { getAddress, type TransactionRequest } from "ethers";
import { ITicket__factory } from "../../../typechain-types/index.ts";

export interface ExpectedPurchase {
  readonly quantity: number;
  readonly affiliateCode: string | null;
  readonly value: bigint;
}

interface Circumstances {
  readonly chainId: number;
  readonly buyer: string;
  readonly contract: string;
}

/** Checks chain, contract, function, arguments, value and gas, like a careful user. */
export function checkedPurchase(
  transaction: Readonly<Record<string, string>>,
  expected: ExpectedPurchase | null,
  { chainId, buyer, contract }: Circumstances,
): TransactionRequest {
  if (expected === null) throw new Error("No transaction was expected");
  const data = transaction.data ?? "";
  const call = ITicket__factory.createInterface().parseTransaction({ data, value: 0n });
  const shown = {
    chainId: Number(transaction.chainId),
    from: getAddress(transaction.from ?? ""),
    to: getAddress(transaction.to ?? ""),
    value: BigInt(transaction.value ?? 0),
    gas: BigInt(transaction.gas ?? 0),
    call: call?.name,
    args: call?.args.map(String),
  };
  const wanted = {
    chainId,
    from: buyer,
    to: contract,
    value: expected.value,
    gas: 300_000n,
    call: expected.affiliateCode === null ? "buyTicket" : "buyTicketWithAffiliate",
    args: [
      buyer,
      String(expected.quantity),
      ...(expected.affiliateCode === null ? [] : [expected.affiliateCode]),
    ],
  };
  if (text(shown) !== text(wanted)) {
    throw new Error(`Not what was expected: ${text(shown)} instead of ${text(wanted)}`);
  }
  return { to: shown.to, data, value: shown.value, gasLimit: shown.gas };
}

function text(part: object): string {
  return JSON.stringify(part, (_, item) => (typeof item === "bigint" ? String(item) : item));
}
