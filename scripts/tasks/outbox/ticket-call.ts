import { AbiCoder, Interface, type TransactionDescription } from "ethers";
import type { TypedContractMethod } from "../../../typechain-types/common.ts";
import { FolderRenderer__factory } from "../../../typechain-types/factories/contracts/FolderRenderer__factory.ts";
import { Payouts__factory } from "../../../typechain-types/factories/contracts/Payouts__factory.ts";
import { TaskError } from "../cli/task.ts";

/**
 * Every call that a task may sign. Before a task signs, it decodes the data with this list, which
 * reveals a fault in the bindings.
 */
const CALLS = new Interface([
  "function setTicketPrice(uint256 price)",
  "function pause()",
  "function unpause()",
  "function withdraw(address to)",
  "function setRoyalty(address receiver, uint96 bps)",
  "function setRenderer(address renderer)",
  "function freezeMetadata()",
  "function transferOwnership(address newOwner)",
  "function acceptOwnership()",
  "function setAffiliates(string[] codes, bool active)",
  "function setPayees(string[] codes, address[] payees)",
  "function payOut(string[] codes)",
  "function withdraw(address to, uint256 amount)",
]);

export interface TicketCall {
  readonly data: string;
  readonly asked: string;
  /** Wei. */
  readonly value?: bigint;
  /** The gas limit of a call before it can be estimated. */
  readonly gas?: bigint;
}

export function callTo<Args extends unknown[], Answer>(
  { name, fragment }: TypedContractMethod<Args, Answer, "nonpayable">,
  args: Args,
): TicketCall {
  const data = new Interface([fragment]).encodeFunctionData(fragment, args);
  return { data, asked: textOf(name, args) };
}

export const PLAIN_TRANSFER = "0x";

/** @returns `null` if no task sends the data */
export function decodeCall(data: string): TransactionDescription | null {
  try {
    return CALLS.parseTransaction({ data });
  } catch {
    return null;
  }
}

export interface NamedCall {
  readonly name: string;
  readonly inputs: readonly { readonly name: string; readonly type: string }[];
  /** Keys are input names. A list is JSON, the rest is text. */
  readonly values: Readonly<Record<string, string>>;
}

export function namedCall(data: string): NamedCall {
  if (data === PLAIN_TRANSFER) return { name: "receive", inputs: [], values: {} };
  const call = decodeCall(data);
  if (call === null) throw new Error(`No task sends ${data.slice(0, 10)}`);
  const inputs = call.fragment.inputs.map(({ name, type }) => ({ name, type }));
  const text = (value: unknown) =>
    Array.isArray(value) ? JSON.stringify([...value]) : String(value);
  const values = inputs.map((input, i) => [input.name, text(call.args[i])] as const);
  return { name: call.name, inputs, values: Object.fromEntries(values) };
}

const CREATIONS = [
  { name: "FolderRenderer", bytecode: FolderRenderer__factory.bytecode, types: ["string"] },
  {
    name: "Payouts",
    bytecode: Payouts__factory.bytecode,
    types: ["tuple(address owner, address ticket, uint96 commissionBps)"],
  },
];

export function isCreation(data: string): boolean {
  return CREATIONS.some(({ bytecode }) => data.startsWith(bytecode));
}

export function callText(data: string): string {
  const creation = CREATIONS.find(({ bytecode }) => data.startsWith(bytecode));
  if (creation !== undefined) {
    const args = `0x${data.slice(creation.bytecode.length)}`;
    return textOf(`new ${creation.name}`, AbiCoder.defaultAbiCoder().decode(creation.types, args));
  }
  if (data === PLAIN_TRANSFER) return textOf("receive", []);
  const call = decodeCall(data);
  return call === null ? `an unknown call (${data.slice(0, 10)})` : textOf(call.name, call.args);
}

export function textOf(name: string, args: readonly unknown[]): string {
  const text = (value: unknown): string =>
    Array.isArray(value) ? `[${value.map(text).join(", ")}]` : String(value);
  return `${name}(${[...args].map(text).join(", ")})`;
}

export function assertSaysWhatWasAsked({ data, asked }: TicketCall): void {
  const says = callText(data);
  if (says === asked) return;
  throw new TaskError(
    `The call to sign is not the one that was asked for: it says ${says}, not ${asked}. Nothing was sent.`,
  );
}
