import { withLinks } from "../cli/explorer.ts";
import type { Sale } from "../record/sale.ts";
import type { Call } from "./safe/safe-transaction.ts";
import { namedCall } from "./ticket-call.ts";

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
