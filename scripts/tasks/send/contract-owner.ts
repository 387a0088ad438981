import type { Sale } from "../record/sale.ts";
import { withLinks } from "../shared/explorer.ts";
import type { TicketCall } from "./ticket-call.ts";
import { namedCall } from "./ticket-call.ts";

/** For an owner that is a contract and no Safe, as a timelock or a DAO: prints what it has to call, for people and as JSON. */
export function printCalls(
  { record, chainId, network }: Sale,
  calls: readonly TicketCall[],
  { role, address }: { readonly role: string; readonly address: string },
): void {
  const why =
    `The ${role} ${address} is a contract, and no Safe that this can recognise: nothing was sent. ` +
    `Have it make ${calls.length === 1 ? "this call" : "these calls, in this order"}:`;
  console.log(withLinks(network, why));
  for (const { data } of calls) {
    console.log(`  target      ${record.address}\n  value       0\n  data        ${data}`);
  }
  const json = calls.map(({ data }) => {
    const { name, values } = namedCall(data);
    return { target: record.address, value: "0", data, method: name, inputs: values };
  });
  console.log("As JSON:");
  console.log(JSON.stringify({ chainId, from: address, calls: json }, null, 2));
}
