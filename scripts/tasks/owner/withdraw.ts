import type { TransactionReceipt } from "ethers";
import { readBalances, sumOf } from "../payouts/balances.ts";
import type { Books } from "../payouts/books.ts";
import type { Sale } from "../record/sale.ts";
import { readReconciledSale } from "../sale/reconciled-sale.ts";
import { amountText, parseAddress } from "../shared/amounts.ts";
import { TaskError, taskAction } from "../shared/task-action.ts";
import { applyOwnerChange, type Sending } from "./owner-change.ts";
import { type Owned, type SendArguments, withOwnersSale } from "./owners-sale.ts";
import { payeeOf, unusualPayee } from "./payee.ts";

interface WithdrawArguments extends SendArguments {
  readonly to: string | undefined;
}

/** What can be paid out of a contract, and by which call. */
interface Withdrawal {
  /** As in "proceeds". */
  readonly what: string;
  /** Wei. */
  readonly amount: bigint;
  /** What else is said of it, as label and text. */
  readonly notes: readonly (readonly [label: string, text: string])[];
  readonly data: (payee: string) => string;
  readonly asked: (payee: string) => string;
}

export default taskAction<WithdrawArguments>(({ to, ...options }, hre) => {
  const typed = to === undefined ? null : parseAddress("--to", to);
  return withOwnersSale(
    hre,
    options,
    ({ name, args }) => name === "withdraw" && (typed === null || args[0] === typed),
    async (sale, sending, owned) => {
      const withdrawal =
        owned.books === null ? await proceedsOf(sale) : await surplusOf(sale, owned.books);
      if (withdrawal.amount <= 0n) {
        for (const [label, text] of withdrawal.notes) console.log(`${label}: ${text}`);
        console.log("There is nothing to withdraw. Nothing to do.");
        return;
      }
      await payOut(sale, owned, withdrawal, { to, typed }, sending);
    },
  );
});

async function proceedsOf({ provider, record, ticket }: Sale): Promise<Withdrawal> {
  return {
    what: "proceeds",
    amount: await provider.getBalance(record.address),
    notes: [],
    data: (payee) => ticket.interface.encodeFunctionData("withdraw", [payee]),
    asked: (payee) => `withdraw(${payee})`,
  };
}

/** What is due stays, so that affiliates are paid whatever the owner takes back. */
async function surplusOf(sale: Sale, books: Books): Promise<Withdrawal> {
  const { events, states } = await readReconciledSale(sale);
  const { block } = events;
  const due = sumOf(await readBalances(sale, books, [...states.keys()], block), "due");
  const held = await sale.provider.getBalance(books.record.address, block);
  const amount = held - due;
  return {
    what: "surplus",
    amount,
    notes: [
      ["held", `${amountText(held, sale.currency)} in Payouts`],
      ["due", `${amountText(due, sale.currency)} to affiliates, which stays`],
    ],
    data: (payee) => books.payouts.interface.encodeFunctionData("withdraw", [payee, amount]),
    asked: (payee) => `withdraw(${payee}, ${amount})`,
  };
}

async function payOut(
  sale: Sale,
  owned: Owned,
  { what, amount: due, notes, data, asked }: Withdrawal,
  { to, typed }: { readonly to: string | undefined; readonly typed: string | null },
  sending: Sending,
): Promise<void> {
  const owner = { address: await owned.owner(), role: owned.role("owner") };
  const { address: payee, source } = await payeeOf(sale, typed, {
    unasked: sale.live && sending.yes,
    owner,
  });
  if (payee === sale.record.address) throw new TaskError("--to is the ticket contract itself");
  if (payee === owned.contract) throw new TaskError("--to is Payouts itself");
  // By its event: another sale may have filled the balance again.
  const readBack = async ({ logs }: TransactionReceipt) => {
    const abi = owned.books?.payouts.interface ?? sale.ticket.interface;
    const from = owned.contract ?? sale.record.address;
    const withdrawn = logs
      .filter(({ address }) => address === from)
      .map((log) => abi.parseLog(log))
      .find((event) => event?.name === "Withdrawn");
    const [paidTo, amount] = withdrawn?.args ?? [];
    if (paidTo !== payee || amount < due) return [`${paidTo} got ${amount} wei`];
    console.log(`  ${"paid out".padEnd(12)}${amountText(amount, sale.currency)}`);
    return ["all paid out"];
  };
  await applyOwnerChange(
    sale,
    {
      name: owned.books === null ? "withdraw" : "withdraw-payouts",
      unusual: await unusualPayee(sale, to, payee),
      title: `Withdraw the ${what} to ${payee}, ${source}`,
      changes: [[what, amountText(due, sale.currency), "all paid out"]],
      notes,
      contract: owned.contract,
      sender: owner,
      data: data(payee),
      asked: asked(payee),
      readBack,
    },
    sending,
  );
}
