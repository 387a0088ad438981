import type { TransactionReceipt } from "ethers";
import { amountText, parseAddress } from "../cli/amounts.ts";
import { type TaskAction, TaskError } from "../cli/task.ts";
import { callTo, decodeCall, type TicketCall } from "../outbox/ticket-call.ts";
import { readBalances, sumOf } from "../payouts/balances.ts";
import type { Books } from "../payouts/books.ts";
import type { Sale } from "../record/sale.ts";
import { readReconciledSale } from "../sale/reconciled-sale.ts";
import {
  changeAsOwner,
  type Owned,
  type OwnersArguments,
  type OwnersChange,
} from "./owners-change.ts";
import { payeeOf, unusualPayee } from "./payee.ts";

interface WithdrawArguments extends OwnersArguments {
  readonly to: string | undefined;
}

interface Withdrawal {
  readonly what: string;
  /** Wei. */
  readonly amount: bigint;
  readonly notes: readonly (readonly [label: string, text: string])[];
  call(payee: string): TicketCall;
}

export default (({ to, ...options }, hre) => {
  const typed = to === undefined ? null : parseAddress("--to", to);
  return changeAsOwner(hre, options, (sale, owned) => ({
    isAsked(data) {
      const { name, args = [] } = decodeCall(data) ?? {};
      return name === "withdraw" && (typed === null || args[0] === typed);
    },
    async change() {
      const { books } = owned;
      const withdrawal = books === null ? await proceedsOf(sale) : await surplusOf(sale, books);
      if (withdrawal.amount > 0n) {
        const unasked = sale.live && options.yes;
        return await payOut(sale, owned, withdrawal, { to, typed, unasked });
      }
      for (const [label, text] of withdrawal.notes) console.log(`${label}: ${text}`);
      console.log("There is nothing to withdraw. Nothing to do.");
      return null;
    },
  }));
}) satisfies TaskAction<WithdrawArguments>;

async function proceedsOf({ provider, record, ticket }: Sale): Promise<Withdrawal> {
  return {
    what: "proceeds",
    amount: await provider.getBalance(record.address),
    notes: [],
    call: (payee) => callTo(ticket.withdraw, [payee]),
  };
}

/** Leaves the affiliates' unpaid commission in the contract. */
async function surplusOf(sale: Sale, books: Books): Promise<Withdrawal> {
  const { events, states } = await readReconciledSale(sale);
  const { block } = events;
  const due = sumOf(await readBalances(sale, books, [...states.keys()], block)).due;
  const held = await sale.provider.getBalance(books.record.address, block);
  const amount = held - due;
  return {
    what: "surplus",
    amount,
    notes: [
      ["held", `${amountText(held, sale.currency)} in Payouts`],
      ["due", `${amountText(due, sale.currency)} to affiliates, which stays`],
    ],
    call: (payee) => callTo(books.payouts.withdraw, [payee, amount]),
  };
}

async function payOut(
  sale: Sale,
  owned: Owned,
  { what, amount: due, notes, call }: Withdrawal,
  {
    to,
    typed,
    unasked,
  }: { readonly to: string | undefined; readonly typed: string | null; readonly unasked: boolean },
): Promise<OwnersChange> {
  const owner = { address: await owned.owner(), role: owned.role("owner") };
  const { address: payee, source } = await payeeOf(sale, typed, { unasked, owner });
  if (payee === sale.record.address) throw new TaskError("--to is the ticket contract itself");
  if (payee === owned.address) throw new TaskError("--to is Payouts itself");
  // Reads the event, because new sales may have refilled the balance.
  const read = async (receipt?: TransactionReceipt) => {
    if (receipt === undefined) return amountText(due, sale.currency);
    const abi = owned.books?.payouts.interface ?? sale.ticket.interface;
    const withdrawn = receipt.logs
      .filter(({ address }) => address === owned.address)
      .map((log) => abi.parseLog(log))
      .find((event) => event?.name === "Withdrawn");
    const [paidTo, amount] = withdrawn?.args ?? [];
    if (paidTo !== payee || amount < due) return `${paidTo} got ${amount} wei`;
    console.log(`  ${"paid out".padEnd(12)}${amountText(amount, sale.currency)}`);
    return "all paid out";
  };
  return {
    name: owned.books === null ? "withdraw" : "withdraw-payouts",
    title: `Withdraw the ${what} to ${payee}, ${source}`,
    call: call(payee),
    label: what,
    after: "all paid out",
    read,
    details: async () => ({ notes, unusual: await unusualPayee(sale, to, payee) }),
  };
}
