import type { TransactionReceipt } from "ethers";
import { amountText, parseAddress } from "../cli/amounts.ts";
import { TaskError } from "../cli/task.ts";
import { labelled } from "../outbox/change.ts";
import { callTo, decodeCall, type TicketCall } from "../outbox/ticket-call.ts";
import { readBalances, sumOf } from "../payouts/balances.ts";
import type { Books } from "../payouts/books.ts";
import type { Sale } from "../record/sale.ts";
import { readReconciledSale } from "../sale/reconciled-sale.ts";
import { ownersTask } from "./owners-change.ts";
import { payeeOf, unusualPayee } from "./payee.ts";

interface Withdrawal {
  readonly what: string;
  /** Wei. */
  readonly due: bigint;
  readonly notes: readonly (readonly [label: string, text: string])[];
  call(payee: string): TicketCall;
}

export default ownersTask(({ to, yes }: { readonly to: string | undefined; yes: boolean }) => {
  const typed = to === undefined ? null : parseAddress("--to", to);
  return (sale, owned) => ({
    isAsked(data) {
      const { name, args = [] } = decodeCall(data) ?? {};
      return name === "withdraw" && (typed === null || args[0] === typed);
    },
    async change() {
      const { address: from, books, contract } = owned;
      const withdrawal = books === null ? await proceedsOf(sale) : await surplusOf(sale, books);
      const { what, due, notes, call } = withdrawal;
      if (due <= 0n) {
        for (const [label, text] of notes) console.log(`${label}: ${text}`);
        console.log("There is nothing to withdraw. Nothing to do.");
        return null;
      }
      const { address: payee, source } = await payeeOf(sale, owned, typed, yes);
      if (payee === sale.record.address) throw new TaskError("--to is the ticket contract itself");
      if (payee === from) throw new TaskError("--to is Payouts itself");
      return {
        name: books === null ? "withdraw" : "withdraw-payouts",
        title: `Withdraw the ${what} to ${payee}, ${source}`,
        call: call(payee),
        label: what,
        after: ALL,
        // Reads the event, because new sales may have refilled the balance.
        async read(receipt?: TransactionReceipt) {
          if (receipt === undefined) return amountText(due, sale.currency);
          const withdrawn = receipt.logs
            .filter(({ address }) => address === from)
            .map((log) => contract.interface.parseLog(log))
            .find((event) => event?.name === "Withdrawn");
          const [paidTo, amount] = withdrawn?.args ?? [];
          if (paidTo !== payee || amount < due) return `${paidTo} got ${amount} wei`;
          console.log(labelled("paid out", amountText(amount, sale.currency)));
          return ALL;
        },
        details: async () => ({ notes, unusual: await unusualPayee(sale, to, payee) }),
      };
    },
  });
});

const ALL = "all paid out";

async function proceedsOf({ provider, record, ticket }: Sale): Promise<Withdrawal> {
  return {
    what: "proceeds",
    due: await provider.getBalance(record.address),
    notes: [],
    call: (payee) => callTo(ticket.withdraw, [payee]),
  };
}

/** Leaves the affiliates' unpaid commission in the contract. */
async function surplusOf(sale: Sale, books: Books): Promise<Withdrawal> {
  const { events, states } = await readReconciledSale(sale);
  const { block } = events;
  const owed = sumOf(await readBalances(sale, books, [...states.keys()], block)).due;
  const held = await sale.provider.getBalance(books.record.address, block);
  const surplus = held - owed;
  return {
    what: "surplus",
    due: surplus,
    notes: [
      ["held", `${amountText(held, sale.currency)} in Payouts`],
      ["due", `${amountText(owed, sale.currency)} to affiliates, which stays`],
    ],
    call: (payee) => callTo(books.payouts.withdraw, [payee, surplus]),
  };
}
