import { Interface, id } from "ethers";
import * as v from "valibot";
import type { Sale } from "../../record/sale.ts";
import { namedCall, PLAIN_TRANSFER } from "../ticket-call.ts";
import type { SafeAccount } from "./safe.ts";
import type { Call } from "./safe-transaction.ts";

const TRANSACTION = v.object({
  to: v.string(),
  /** Wei. */
  value: v.string(),
  /** `null`, because the builder then encodes the method itself instead of showing raw data. */
  data: v.null(),
  contractMethod: v.object({
    name: v.string(),
    payable: v.boolean(),
    inputs: v.array(v.object({ internalType: v.string(), name: v.string(), type: v.string() })),
  }),
  /** Keys are input names. */
  contractInputsValues: v.record(v.string(), v.string()),
});

/** `BatchFile` of safe-global/safe-react-apps: the format of the Safe's Transaction Builder. */
export const BATCH_FILE = v.object({
  version: v.literal("1.0"),
  chainId: v.string(),
  /** Milliseconds. */
  createdAt: v.number(),
  meta: v.object({
    name: v.string(),
    description: v.string(),
    txBuilderVersion: v.string(),
    createdFromSafeAddress: v.string(),
    createdFromOwnerAddress: v.string(),
    checksum: v.string(),
  }),
  transactions: v.array(TRANSACTION),
});

export type BatchFile = v.InferOutput<typeof BATCH_FILE>;
type BatchTransaction = v.InferOutput<typeof TRANSACTION>;

export interface BatchText {
  readonly title: string;
  readonly description: string;
  /** The block's time in seconds. */
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

export function callOf({ to, value, contractMethod, ...batch }: BatchTransaction): Call {
  const { name, inputs } = contractMethod;
  if (name === "receive") return { to, data: PLAIN_TRANSFER, value: BigInt(value) };
  const types = inputs.map(({ type }) => type).join(", ");
  const values = inputs.map((input) => {
    const text = batch.contractInputsValues[input.name] ?? "";
    if (input.type.endsWith("[]")) return JSON.parse(text);
    return input.type === "bool" ? text === "true" : text;
  });
  const abi = new Interface([`function ${name}(${types})`]);
  const call = { to, data: abi.encodeFunctionData(name, values) };
  return value === "0" ? call : { ...call, value: BigInt(value) };
}

/**
 * The Transaction Builder warns without this checksum: keccak256 of the file with sorted keys, no
 * checksum and a `null` name. Source: `apps/tx-builder/src/lib/checksum.ts` in
 * safe-global/safe-react-apps.
 */
export function builderChecksum<Meta extends object>(file: { readonly meta: Meta }): string {
  const { checksum: _, ...meta } = file.meta as Meta & { readonly checksum?: string };
  return id(written({ ...file, meta: { ...meta, name: null } }));
}

function written(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(written).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value ?? null);
  const keys = Object.keys(value).sort();
  const values = keys.map((key) => `${written(Reflect.get(value, key))},`);
  return `{${JSON.stringify(keys)}${values.join("")}}`;
}
