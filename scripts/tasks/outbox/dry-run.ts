import { dataLength, getCreateAddress, Interface, keccak256, toQuantity } from "ethers";
import { Ticket__factory } from "../../../typechain-types/factories/contracts/Ticket__factory.ts";
import { plural } from "../cli/amounts.ts";
import { withLinks } from "../cli/explorer.ts";
import { TaskError } from "../cli/task.ts";
import type { Sale } from "../record/sale.ts";
import type { Change } from "./change.ts";
import type { Sender } from "./sender.ts";
import { callText, isCreation, namedCall, type TicketCall } from "./ticket-call.ts";

export const DRY_RUN_ENDS = "Dry run: nothing was sent, and no file was written.";

type View = readonly [name: string, ...args: readonly string[]];

/**
 * Makes the calls and reads the state in one `eth_call` of `multicall`, so the chain computes the
 * effect.
 * @throws the contract's error if it refuses a call
 */
export async function showCalls(
  sale: Sale,
  { calls, prepares = false }: Pick<Change, "calls" | "prepares">,
  sender: Sender,
  contract: string,
): Promise<void> {
  const from = addressOf(sender);
  const who = `  from        ${from}, the ${sender.role}: ${kindText(sender)}`;
  console.log(withLinks(sale.network, who));
  const views: string[] = [];
  for (const [i, call] of calls.entries()) {
    if (calls.length > 1) console.log(`  call ${i + 1} of ${calls.length}`);
    if (isCreation(call.data)) {
      await showCreation(sale, from, call);
      continue;
    }
    const { name, values } = namedCall(call.data);
    console.log(
      `  to          ${contract}\n  value       ${call.value ?? 0n}\n  method      ${name}`,
    );
    const isWhole = calls.length === 1;
    for (const [input, value] of Object.entries(values)) {
      console.log(`  input       ${input} = ${isWhole ? value : shortened(value)}`);
    }
    const { data } = call;
    const digest = `${plural(dataLength(data), "byte")} (keccak256 ${keccak256(data)})`;
    console.log(`  data        ${isWhole || dataLength(data) <= MOST_SHOWN ? data : digest}`);
    if (prepares || call.gas !== undefined) continue;
    if (contract === sale.record.address) views.push(...(await simulated(sale, from, call)));
    else views.push(await succeeding(sale, from, contract, call));
  }
  for (const line of views) console.log(line);
  if (prepares) console.log("  simulated   no: it is for later, whatever the sale's state is now");
  else console.log(`  simulated   by eth_call from the ${sender.role}, at the newest block`);
}

/** Limit per call if there are several: bytes of data, characters of a list. */
const MOST_SHOWN = 300;

function shortened(value: string): string {
  return value.length <= MOST_SHOWN ? value : `${value.slice(0, MOST_SHOWN)}…`;
}

export function addressOf(sender: Sender): string {
  return sender.kind === "safe" ? sender.safe.address : sender.address;
}

function kindText(sender: Sender): string {
  if (sender.kind === "account") return "an account, which signs";
  if (sender.kind === "contract") return "a contract, which has to make the call";
  const { threshold, owners } = sender.safe;
  return `a Safe (${threshold} of ${owners.length}), for which a file would be written`;
}

async function showCreation(sale: Sale, from: string, { data }: TicketCall): Promise<void> {
  const nonce = await sale.provider.getTransactionCount(from);
  const address = getCreateAddress({ from, nonce });
  console.log(`  creates     ${address}, by nonce ${nonce}\n  value       0`);
  console.log(
    `  data        ${callText(data)}, ${plural(dataLength(data), "byte")} (keccak256 ${keccak256(data)})`,
  );
  const code = String(await sale.request("eth_call", [{ from, data }, "latest"]));
  if (code === "0x") throw new TaskError("The deployment would leave no code. Nothing was sent.");
  console.log(`  state       code of ${address}: none -> ${plural(dataLength(code), "byte")}`);
}

async function succeeding(
  sale: Sale,
  from: string,
  to: string,
  { data, value = 0n }: TicketCall,
): Promise<string> {
  await sale.request("eth_call", [{ from, to, data, value: toQuantity(value) }, "latest"]);
  return `  state       ${namedCall(data).name} succeeds`;
}

async function simulated(sale: Sale, from: string, { data }: TicketCall): Promise<string[]> {
  const abi = sale.ticket.interface;
  const views = viewsOf(data);
  const encoded = views.map(([name, ...args]) => ANY.encodeFunctionData(name, args));
  const multicall = async (calls: readonly string[]) => {
    const request = {
      from,
      to: sale.record.address,
      data: abi.encodeFunctionData("multicall", [[...calls]]),
    };
    const answer = String(await sale.request("eth_call", [request, "latest"]));
    return [...abi.decodeFunctionResult("multicall", answer)[0]] as string[];
  };
  const before = await multicall(encoded);
  const [, ...after] = await multicall([data, ...encoded]);
  const text = ([name]: View, answer = "0x") =>
    ANY.decodeFunctionResult(name, answer).map(String).join(", ");
  const changed = new Map<string, number>();
  for (const [i, view] of views.entries()) {
    const change = `${text(view, before[i])} -> ${text(view, after[i])}`;
    const [name, ...args] = view;
    const label = views.length > 1 ? name : `${name}(${args.join(", ")})`;
    changed.set(`${label} ${change}`, (changed.get(`${label} ${change}`) ?? 0) + 1);
  }
  if (views.length === 0) return [`  state       ${callText(data)} succeeds`];
  return [...changed].map(
    ([line, times]) => `  state       ${line}${times > 1 ? ` (${times} times)` : ""}`,
  );
}

/** A plain `Interface`, because the call's data determines the view's name. */
const ANY = new Interface(Ticket__factory.abi);

/** A withdrawal has no view, because it changes none. */
const VIEWS: Readonly<Record<string, readonly View[]>> = {
  setTicketPrice: [["ticketPrice"]],
  pause: [["paused"]],
  unpause: [["paused"]],
  setRoyalty: [["royaltyInfo", "1", "10000"]],
  setRenderer: [["renderer"]],
  freezeMetadata: [["metadataFrozen"]],
  transferOwnership: [["pendingOwner"]],
  acceptOwnership: [["owner"], ["pendingOwner"]],
};

function viewsOf(data: string): readonly View[] {
  const { name, values } = namedCall(data);
  if (name !== "setAffiliates") return VIEWS[name] ?? [];
  const codes: readonly string[] = JSON.parse(values.codes ?? "[]");
  return codes.map((code) => ["isAffiliateActive", code] as const);
}
