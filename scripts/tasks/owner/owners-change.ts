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

export interface OwnersChange extends TicketCall {
  readonly name: string;
  readonly title: string;
  readonly changes: readonly (readonly [label: string, before: string, after: string])[];
  readonly notes?: readonly (readonly [label: string, text: string])[];
  readonly warnings?: readonly string[];
  readonly unusual?: Unusual | undefined;
  readonly prepares?: boolean;
  readonly next?: string;
  readAhead?(): Promise<unknown>;
  readBack(receipt: TransactionReceipt): Promise<readonly string[]>;
}

interface Asked {
  isAsked(data: string): boolean;
  /** The account that sends, by default the owner; `null` if nobody can. */
  sender?(): Promise<Role | null>;
  change(place: Place | null): Promise<OwnersChange | null>;
}

/** Sends the change. `data` is the call, if the task knows it before any read. */
export async function changeAsOwner(
  hre: HardhatRuntimeEnvironment,
  { payouts = false, ...args }: OwnersArguments,
  ask: (sale: Sale, owned: Owned) => Asked,
  { urgent, data }: Pick<Outgoing, "urgent"> & { readonly data?: string } = {},
): Promise<void> {
  const outgoing = async (sale: Sale): Promise<Outgoing | null> => {
    const owned = ownedBy(sale, payouts ? await requireBooks(sale) : null);
    const asked = ask(sale, owned);
    const sender = await (asked.sender?.() ?? ownerOf(owned));
    if (sender === null) return null;
    let next: string | undefined;
    return {
      sender,
      contract: owned.address,
      urgent,
      isAsked: asked.isAsked,
      async change(place) {
        const change = await asked.change(place);
        next = change?.next;
        return change && asChange(sale, change);
      },
      async after() {
        if (next !== undefined && !sale.dryRun) console.log(next);
      },
    };
  };
  const emergency = urgent !== undefined && !args.cancel;
  const ahead = (sale: Sale) => {
    const { provider, record, ticket } = sale;
    const { owner: from } = record.arguments;
    return [
      ...[ticket.owner(), ticket.paused(), currentFees(sale)],
      ...[provider.getCode(from), provider.getBalance(from), provider.getTransactionCount(from)],
      ...(urgent === undefined ? [provider.getTransactionCount(from, "pending")] : []),
      ...(data ? [askEstimate(sale, { to: record.address, data, from, value: "0x0" })] : []),
    ];
  };
  await sendTask(hre, args, outgoing, { emergency, ahead });
}

async function ownerOf(owned: Owned): Promise<Role> {
  return { address: await owned.owner(), role: owned.role("owner") };
}

function asChange(sale: Sale, change: OwnersChange): Change {
  const { name, title, changes, notes = [], warnings = [], unusual, data, asked } = change;
  const { prepares, readAhead } = change;
  return {
    name,
    title,
    unusual,
    prepares,
    calls: [{ data, asked }],
    isNoteOptional: true,
    ...(readAhead && { readAhead }),
    lines: [
      ...changes.map(([label, before, after]) => labelled(label, `${before} -> ${after}`)),
      ...notes.map(([label, text]) => labelled(label, text)),
      ...[...warnings, ...(unusual ? [`${unusual.what}.`] : [])].map(
        (warning) => `  Warning: ${warning}`,
      ),
      labelled("call", callText(data)),
    ],
    async mismatch([receipt]) {
      const found = await change.readBack(receipt);
      const wrong = changes.findIndex(([, , after], i) => after !== found[i]);
      const [label, , after] = changes[wrong] ?? [];
      if (wrong < 0) return null;
      return `${label} reads ${found[wrong]}, not ${after}. Check it before you go on.`;
    },
    report: (receipts) => doneText(sale, receipts),
  };
}
