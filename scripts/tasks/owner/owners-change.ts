import type { TransactionReceipt } from "ethers";
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import { type Change, doneText, labelled, type Unusual } from "../outbox/change.ts";
import type { Place } from "../outbox/emergency.ts";
import { currentFees } from "../outbox/fees.ts";
import { type Outgoing, type SendArguments, sendTask } from "../outbox/outbox.ts";
import { askEstimate } from "../outbox/quote.ts";
import type { Role } from "../outbox/sender.ts";
import { callText, type TicketCall } from "../outbox/ticket-call.ts";
import { type Books, requireBooks } from "../payouts/books.ts";
import type { Sale } from "../record/sale.ts";

export interface OwnersArguments extends SendArguments {
  readonly payouts?: boolean;
}

export interface Owned {
  /** `null` for `Ticket`. */
  readonly books: Books | null;
  readonly address: string;
  role(of: string): string;
  owner(): Promise<string>;
  pendingOwner(): Promise<string>;
  readonly flag: string;
}

function ownedBy({ ticket, record }: Sale, books: Books | null): Owned {
  const contract = books?.payouts ?? ticket;
  return {
    books,
    address: books?.record.address ?? record.address,
    role: (of) => (books === null ? of : `${of} of Payouts`),
    owner: () => contract.owner(),
    pendingOwner: () => contract.pendingOwner(),
    flag: books === null ? "" : " --payouts",
  };
}

/** One setting of the contract: what it reads now, and what it has to read afterwards. */
export interface OwnersChange {
  readonly name: string;
  readonly title: string;
  readonly call: TicketCall;
  readonly label: string;
  readonly after: string;
  /** @param receipt of the change, once it is mined */
  read(receipt?: TransactionReceipt): Promise<string>;
  /** Printed if the setting reads so already. If missing, the call is sent anyway. */
  readonly already?: string | undefined;
  /** Shown instead of what the setting reads now. */
  readonly before?: string | undefined;
  readonly prepares?: boolean;
  /** Further lines to show. Read only if the change is due. */
  details?(): Promise<Details>;
}

export interface Details {
  readonly notes?: readonly (readonly [label: string, text: string])[];
  readonly warnings?: readonly string[];
  readonly unusual?: Unusual | undefined;
  readonly next?: string;
}

interface Asked {
  /** The call, if it is known before any read. */
  readonly call?: TicketCall;
  isAsked(data: string): boolean;
  /** The account that sends, by default the owner; `null` if nobody can. */
  sender?(): Promise<Role | null>;
  /** @returns `null` if there is nothing to do */
  change(place: Place | null): Promise<OwnersChange | null>;
}

export function exactly(call: TicketCall): Pick<Asked, "call" | "isAsked"> {
  return { call, isAsked: (data) => data === call.data };
}

/** @param undoneBy for an urgent call: the data of the call that would undo it */
export async function changeAsOwner(
  hre: HardhatRuntimeEnvironment,
  { payouts = false, ...args }: OwnersArguments,
  ask: (sale: Sale, owned: Owned) => Asked,
  undoneBy?: string,
): Promise<void> {
  const outgoing = async (sale: Sale): Promise<Outgoing | null> => {
    const owned = ownedBy(sale, payouts ? await requireBooks(sale) : null);
    const { call, isAsked, sender: senderOf = () => ownerOf(owned), change } = ask(sale, owned);
    const sender = await senderOf();
    if (sender === null) return null;
    let next: string | undefined;
    return {
      sender,
      contract: owned.address,
      isAsked,
      ...(undoneBy && call && { urgent: { data: call.data, undoneBy } }),
      async change(place) {
        const asked = await change(place);
        const before = await asked?.read();
        if (asked === null || before === undefined) return null;
        if (asked.already !== undefined && before === asked.after) {
          console.log(`${asked.already} Nothing to do.`);
          return null;
        }
        const details = (await asked.details?.()) ?? {};
        next = details.next;
        return asChange(sale, { ...asked, before: asked.before ?? before }, details);
      },
      async after() {
        if (next !== undefined && !sale.dryRun) console.log(next);
      },
    };
  };
  const ahead = (sale: Sale) => {
    const { provider, record, ticket } = sale;
    const { owner: from } = record.arguments;
    const { call } = ask(sale, ownedBy(sale, null));
    return [
      ticket.owner(),
      ticket.paused(),
      currentFees(sale),
      provider.getCode(from),
      provider.getBalance(from),
      provider.getTransactionCount(from),
      ...(undoneBy === undefined ? [provider.getTransactionCount(from, "pending")] : []),
      ...(call
        ? [askEstimate(sale, { to: record.address, data: call.data, from, value: "0x0" })]
        : []),
    ];
  };
  const emergency = undoneBy !== undefined && !args.cancel;
  await sendTask(hre, args, outgoing, { emergency, ahead });
}

async function ownerOf(owned: Owned): Promise<Role> {
  return { address: await owned.owner(), role: owned.role("owner") };
}

function asChange(
  sale: Sale,
  change: OwnersChange,
  { notes = [], warnings = [], unusual }: Details,
): Change {
  const { name, title, call, label, before, after, prepares, read } = change;
  return {
    name,
    title,
    unusual,
    prepares,
    calls: [call],
    isNoteOptional: true,
    readAhead: () => read(),
    lines: [
      labelled(label, `${before} -> ${after}`),
      ...notes.map(([of, text]) => labelled(of, text)),
      ...[...warnings, ...(unusual ? [`${unusual.what}.`] : [])].map(
        (warning) => `  Warning: ${warning}`,
      ),
      labelled("call", callText(call.data)),
    ],
    async mismatch([receipt]) {
      const found = await read(receipt);
      if (found === after) return null;
      return `${label} reads ${found}, not ${after}. Check it before you go on.`;
    },
    report: (receipts) => doneText(sale, receipts),
  };
}
