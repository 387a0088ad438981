import { Interface } from "ethers";
import type { Sale } from "../../record/sale.ts";
import { namedCall, PLAIN_TRANSFER } from "../ticket-call.ts";
import type { SafeAccount } from "./safe.ts";
import { builderChecksum } from "./safe-checksum.ts";
import type { Call } from "./safe-transaction.ts";

interface ContractMethod {
  readonly name: string;
  readonly payable: boolean;
  readonly inputs: readonly {
    readonly internalType: string;
    readonly name: string;
    readonly type: string;
  }[];
}

/** `BatchFile` of safe-global/safe-react-apps, for the Safe's Transaction Builder. */
export interface BatchFile {
  readonly version: "1.0";
  readonly chainId: string;
  /** Milliseconds. */
  readonly createdAt: number;
  readonly meta: {
    readonly name: string;
    readonly description: string;
    readonly txBuilderVersion: string;
    readonly createdFromSafeAddress: string;
    readonly createdFromOwnerAddress: string;
    readonly checksum: string;
  };
  readonly transactions: readonly BatchTransaction[];
}

export interface BatchTransaction {
  readonly to: string;
  /** Wei. */
  readonly value: string;
  /** The builder shows other data as bare hex, so it encodes the method by itself. */
  readonly data: null;
  readonly contractMethod: ContractMethod;
  /** By the input's name. */
  readonly contractInputsValues: Readonly<Record<string, string>>;
}

export interface BatchText {
  readonly title: string;
  readonly description: string;
  /** The block's, in seconds. */
  readonly timestamp: number;
}

export function batchFile(
  { chainId }: Pick<Sale, "chainId">,
  safe: SafeAccount,
  { title, description, timestamp }: BatchText,
  calls: readonly Call[],
): BatchFile {
  const meta = {
    name: title,
    description,
    txBuilderVersion: "1.18.3",
    createdFromSafeAddress: safe.address,
    createdFromOwnerAddress: "",
  };
  const file = {
    version: "1.0",
    chainId: String(chainId),
    createdAt: timestamp * 1000,
    meta,
    transactions: calls.map(transactionOf),
  } as const;
  return { ...file, meta: { ...meta, checksum: builderChecksum(file) } };
}

function transactionOf({ to, data, value = 0n }: Call): BatchTransaction {
  const { name, inputs, values } = namedCall(data);
  const transaction: BatchTransaction = {
    to,
    value: String(value),
    data: null,
    contractMethod: {
      name,
      payable: value > 0n || name === "receive",
      inputs: inputs.map((input) => ({ internalType: input.type, ...input })),
    },
    contractInputsValues: values,
  };
  if (callOf(transaction).data !== data) throw new Error(`${name} is not encoded as it is named`);
  return transaction;
}

/** @returns the call that the builder makes of it */
export function callOf({
  to,
  value,
  contractMethod,
  contractInputsValues,
}: BatchTransaction): Call {
  const { name, inputs } = contractMethod;
  if (name === "receive") return { to, data: PLAIN_TRANSFER, value: BigInt(value) };
  const types = inputs.map(({ type }) => type).join(", ");
  const values = inputs.map((input) => {
    const text = contractInputsValues[input.name] ?? "";
    if (input.type.endsWith("[]")) return JSON.parse(text);
    return input.type === "bool" ? text === "true" : text;
  });
  const abi = new Interface([`function ${name}(${types})`]);
  const call = { to, data: abi.encodeFunctionData(name, values) };
  return value === "0" ? call : { ...call, value: BigInt(value) };
}
