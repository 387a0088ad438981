import { dataLength, getCreateAddress, keccak256 } from "ethers";
import { plural } from "../cli/amounts.ts";
import { withLinks } from "../cli/explorer.ts";
import type { Sale } from "../record/sale.ts";
import type { Change } from "./change.ts";
import type { Call } from "./safe/safe-transaction.ts";
import type { Sender } from "./sender.ts";
import { callText, isCreation, namedCall, type TicketCall } from "./ticket-call.ts";

export const DRY_RUN_ENDS = "Dry run: nothing was sent, and no file was written.";

/** The quote that follows estimates each call, so it fails if the contract refuses one. */
export async function showCalls(
  sale: Sale,
  { calls }: Pick<Change, "calls">,
  sender: Sender,
  contract: string,
): Promise<void> {
  const from = addressOf(sender);
  const who = `  from        ${from}, the ${sender.role}: ${kindText(sender)}`;
  console.log(withLinks(sale.network, who));
  for (const [i, call] of calls.entries()) {
    if (calls.length > 1) console.log(`  call ${i + 1} of ${calls.length}`);
    if (isCreation(call.data)) await showCreation(sale, from, call);
    else showCall(contract, call, calls.length === 1);
  }
}

/** Limit per call if there are several: bytes of data, characters of a list. */
const MOST_SHOWN = 300;

function showCall(contract: string, { data, value = 0n }: TicketCall, isWhole: boolean): void {
  const { name, values } = namedCall(data);
  console.log(`  to          ${contract}\n  value       ${value}\n  method      ${name}`);
  for (const [input, text] of Object.entries(values)) {
    const isShort = isWhole || text.length <= MOST_SHOWN;
    console.log(`  input       ${input} = ${isShort ? text : `${text.slice(0, MOST_SHOWN)}…`}`);
  }
  const isShort = isWhole || dataLength(data) <= MOST_SHOWN;
  console.log(`  data        ${isShort ? data : digestOf(data)}`);
}

async function showCreation(sale: Sale, from: string, { data }: TicketCall): Promise<void> {
  const nonce = await sale.provider.getTransactionCount(from);
  const address = getCreateAddress({ from, nonce });
  console.log(`  creates     ${address}, by nonce ${nonce}\n  value       0`);
  console.log(`  data        ${callText(data)}, ${digestOf(data)}`);
}

function digestOf(data: string): string {
  return `${plural(dataLength(data), "byte")} (keccak256 ${keccak256(data)})`;
}

export function addressOf(sender: Sender): string {
  return sender.kind === "safe" ? sender.safe.address : sender.address;
}

function kindText(sender: Sender): string {
  if (sender.kind === "account") return "an account, which signs";
  if (sender.kind === "contract") return "a contract, which must make the call";
  const { threshold, owners } = sender.safe;
  return `a Safe (${threshold} of ${owners.length}), for which a file would be written`;
}

/** Prints the calls for an owner contract that is no Safe, such as a timelock or a DAO. */
export function printCalls(
  { chainId, network }: Sale,
  calls: readonly Call[],
  { role, address }: { readonly role: string; readonly address: string },
): void {
  const why =
    `The ${role} ${address} is a contract, but not a Safe that this task recognises: nothing was sent. ` +
    `Have it make ${calls.length === 1 ? "this call" : "these calls, in this order"}:`;
  console.log(withLinks(network, why));
  for (const { to, data, value = 0n } of calls) {
    console.log(`  target      ${to}\n  value       ${value}\n  data        ${data}`);
  }
  const json = calls.map(({ to, data, value = 0n }) => {
    const { name, values } = namedCall(data);
    return { target: to, value: String(value), data, method: name, inputs: values };
  });
  console.log("As JSON:");
  console.log(JSON.stringify({ chainId, from: address, calls: json }, null, 2));
}
