import type { TransactionReceipt } from "ethers";
import type { Payouts } from "../../../typechain-types/contracts/Payouts.ts";
import type { Ticket } from "../../../typechain-types/contracts/Ticket.ts";
import type { TaskAction } from "../cli/task.ts";
import { type Change, doneText, labelled, type Unusual } from "../outbox/change.ts";
import { currentFees } from "../outbox/fees.ts";
import { type Outgoing, type SendArguments, sendTask } from "../outbox/outbox.ts";
import { estimate } from "../outbox/quote.ts";
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
  readonly contract: Ticket | Payouts;
  readonly address: string;
  role(of: string): string;
  owner(): Promise<Role>;
}

function ownedBy({ ticket, record }: Sale, books: Books | null): Owned {
  const contract = books?.payouts ?? ticket;
  const role = (of: string) => (books === null ? of : `${of} of Payouts`);
  return {
    books,
    contract,
    address: books?.record.address ?? record.address,
    role,
    owner: async () => ({ address: await contract.owner(), role: role("owner") }),
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
  readonly already?: string;
  /** Shown instead of what the setting reads now. */
  readonly before?: string;
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

/** A change that takes reads before it is known. */
interface LateChange {
  /** The call, if it is known before any read. */
  readonly call?: TicketCall;
  /** By default, whether the data is that of `call`. */
  isAsked?(data: string): boolean;
  /** The account that sends, by default the owner; `null` if nobody can. */
  sender?(): Promise<Role | null>;
  /** @returns `null` if there is nothing to do */
  change(): Promise<OwnersChange | null>;
}

type Asked = OwnersChange | LateChange;

/**
 * A task that changes one setting of `Ticket` or `Payouts`.
 * @param ask checks the arguments; the function it returns runs with the opened sale
 * @param undoneBy for an urgent call: the data of the call that would undo it
 */
export function ownersTask<Own extends object>(
  ask: (args: Own & OwnersArguments) => (sale: Sale, owned: Owned) => Asked,
  undoneBy: (args: Own) => string | undefined = () => undefined,
): TaskAction<Own & OwnersArguments> {
  return async (args, hre) => {
    const askOf = ask(args);
    const undoing = undoneBy(args);
    const ahead = (sale: Sale) => {
      const { call } = askOf(sale, ownedBy(sale, null));
      return readsAhead(sale, call, undoing !== undefined);
    };
    const outgoing = async (sale: Sale): Promise<Outgoing | null> => {
      const owned = ownedBy(sale, args.payouts ? await requireBooks(sale) : null);
      const asked = askOf(sale, owned);
      const late: LateChange = "change" in asked ? asked : { ...asked, change: async () => asked };
      const { call, sender: senderOf = owned.owner } = late;
      const sender = await senderOf();
      if (sender === null) return null;
      let next: string | undefined;
      return {
        sender,
        contract: owned.address,
        isAsked: late.isAsked ?? ((data) => data === call?.data),
        ...(undoing && call && { urgent: { data: call.data, undoneBy: undoing } }),
        async change(place) {
          const change = await late.change();
          const before = await change?.read();
          if (change === null || before === undefined) return null;
          const { already, after } = change;
          if (already !== undefined && before === after && !place?.isUndone) {
            console.log(`${already} Nothing to do.`);
            return null;
          }
          const details = (await change.details?.()) ?? {};
          next = details.next;
          return asChange(sale, { before, ...change }, details);
        },
        async after() {
          if (next !== undefined && !sale.dryRun) console.log(next);
        },
      };
    };
    const emergency = undoing !== undefined && !args.cancel;
    await sendTask(hre, args, outgoing, { emergency, ahead });
  };
}

function readsAhead(sale: Sale, call: TicketCall | undefined, isUrgent: boolean) {
  const { provider, record, ticket } = sale;
  const { owner: from } = record.arguments;
  return [
    ticket.owner(),
    ticket.paused(),
    currentFees(sale),
    provider.getCode(from),
    provider.getBalance(from),
    provider.getTransactionCount(from),
    ...(isUrgent ? [] : [provider.getTransactionCount(from, "pending")]),
    ...(call ? [estimate(sale, { to: record.address, data: call.data, value: 0n }, from)] : []),
  ];
}

function asChange(
  sale: Sale,
  { name, title, call, label, before, after, prepares, read }: OwnersChange,
  { notes = [], warnings = [], unusual }: Details,
): Change {
  const warned = unusual ? [...warnings, `${unusual.what}.`] : warnings;
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
      ...warned.map((warning) => `  Warning: ${warning}`),
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
