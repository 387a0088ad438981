import { ZeroAddress } from "ethers";
import { plural, roughAmountText, shortList } from "../cli/amounts.ts";
import { table } from "../cli/table.ts";
import { TaskError } from "../cli/task.ts";
import { type Change, feesOf, labelled, type Unusual } from "../outbox/change.ts";
import { callTo, decodeCall } from "../outbox/ticket-call.ts";
import type { Sale } from "../record/sale.ts";
import { assertRegistered, warnOfLookAlikes } from "../sale/affiliate-code.ts";
import { inParts } from "../sale/chunks.ts";
import { readCodes } from "../sale/sale-events.ts";
import { readPayees } from "./balances.ts";
import { type Books, type PayoutsChange, readPayoutEvents } from "./books.ts";

/** So many codes use about 3M gas, a fifth of a transaction's cap (EIP-7825). */
const CODES_PER_TRANSACTION = 100;

export type Payees = ReadonlyMap<string, string | null>;

interface PayeeChange {
  readonly code: string;
  readonly before: string | null;
  readonly after: string | null;
}

export async function namingOf(sale: Sale, books: Books, payees: Payees): Promise<PayoutsChange> {
  const registered = await readCodes(sale);
  assertRegistered(sale, payees.keys(), registered);
  assertNotOwnContracts(sale, books, payees);
  return {
    isAsked: (data) => isPartOf(payees, data),
    change: () => changeOf(sale, books, payees, registered),
  };
}

async function changeOf(
  sale: Sale,
  books: Books,
  payees: Payees,
  registered: readonly string[],
): Promise<Change | null> {
  const codes = [...payees.keys()];
  const found = await readPayees(books, codes);
  const changes = codes.flatMap((code, i): PayeeChange[] => {
    const change = { code, before: found[i] ?? null, after: payees.get(code) ?? null };
    return change.before === change.after ? [] : [change];
  });
  if (changes.length === 0) {
    console.log(`${plural(codes.length, "payee")} already named. Nothing to do.`);
    return null;
  }
  const rows = changes.map(({ code, before, after }) => [
    code,
    `${name(before)} -> ${name(after)}`,
  ]);
  console.log(table([["code", "payee"], ...rows]));
  const others = registered.filter((code) => !payees.has(code));
  warnOfLookAlikes(codes, others);
  const alike = await addressWarnings(sale, books, changes);
  for (const warning of alike) console.error(`Warning: ${warning}.`);
  const first = changes.filter(({ before }) => before === null).length;
  return {
    name: "affiliates-payees",
    title: `Name ${plural(changes.length, "payee")}`,
    lines: [
      labelled("first", plural(first, "code")),
      labelled("changed", plural(changes.length - first, "code")),
      labelled("unchanged", plural(codes.length - changes.length, "code")),
      labelled("gets", "all that is due to the code, including what it earned before"),
    ],
    ...inParts(changes, CODES_PER_TRANSACTION, "payees", (some) =>
      callTo(books.payouts.setPayees, [
        some.map(({ code }) => code),
        some.map(({ after }) => after ?? ZeroAddress),
      ]),
    ),
    unusual: unusual(changes, alike),
    mismatch: async () => {
      const after = await readPayees(
        books,
        changes.map(({ code }) => code),
      );
      const wrong = changes.filter((change, i) => after[i] !== change.after);
      if (wrong.length === 0) return null;
      return `these payees are not named on chain: ${shortList(wrong.map(({ code }) => code))}. Run it again.`;
    },
    report: (receipts) =>
      `Done: ${plural(changes.length, "payee")} named, ${roughAmountText(feesOf(receipts), sale.currency)} in all.`,
  };
}

function name(payee: string | null): string {
  return payee ?? "none";
}

function assertNotOwnContracts(sale: Sale, { record }: Books, payees: Payees): void {
  for (const [code, payee] of payees) {
    if (payee === sale.record.address || payee === record.address) {
      throw new TaskError(
        `The payee of ${code} is the sale's own contract ${payee}. Name the affiliate's account. Nothing was sent.`,
      );
    }
  }
}

function isPartOf(payees: Payees, data: string): boolean {
  const call = decodeCall(data);
  if (call?.name !== "setPayees") return false;
  const [codes, named] = call.args as unknown as readonly [readonly string[], readonly string[]];
  return [...codes].every(
    (code, i) => payees.has(code) && (payees.get(code) ?? ZeroAddress) === named[i],
  );
}

/** A person must confirm a changed payee, and one that looks like another. */
function unusual(changes: readonly PayeeChange[], alike: readonly string[]): Unusual | undefined {
  const changed = changes.filter(({ before }) => before !== null).map(({ code }) => code);
  if (changed.length > 0) {
    return { what: `Another payee than before is named (${shortList(changed)})`, word: "changed" };
  }
  const [first] = alike;
  return first === undefined ? undefined : { what: first, word: "checked" };
}

/**
 * People compare only the ends of an address, and a thief can generate an address with equal ends.
 */
const COMPARED_CHARACTERS = 4;

function ends(address: string): string {
  const hex = address.slice(2).toLowerCase();
  return `${hex.slice(0, COMPARED_CHARACTERS)}…${hex.slice(-COMPARED_CHARACTERS)}`;
}

async function addressWarnings(
  sale: Sale,
  books: Books,
  changes: readonly PayeeChange[],
): Promise<string[]> {
  const { record } = sale;
  const known = new Map<string, string>();
  for (const [address, whose] of [
    [record.address, "the Ticket"],
    [books.record.address, "Payouts"],
    [record.arguments.owner, "the sale's first owner"],
    [record.deployer, "the deployer"],
    ...(await payeesEverNamed(sale, books)),
    ...changes.map(({ code, after }) => [after, `the new payee of ${code}`] as const),
  ] as const) {
    if (address !== null && !known.has(address)) known.set(address, whose);
  }
  const alike = Map.groupBy(known, ([address]) => ends(address));
  return changes.flatMap(({ code, after }) =>
    (after === null ? [] : (alike.get(ends(after)) ?? []))
      .filter(([other]) => other !== after)
      .map(([other, whose]) => `${after}, for ${code}, looks like ${other}, ${whose}`),
  );
}

async function payeesEverNamed(sale: Sale, books: Books) {
  const to = Number(await sale.request("eth_blockNumber", []));
  const events = await readPayoutEvents(sale, books, "PayeeSet", { to });
  return events
    .filter(({ args: { payee } }) => payee !== ZeroAddress)
    .map(({ args: { code, payee } }) => [String(payee), `a payee of ${code}`] as const);
}
