import { withSale } from "../record/sale.ts";
import { amountText, parseAddress } from "../shared/amounts.ts";
import { TaskError, taskAction } from "../shared/task-action.ts";
import { applyOwnerChange } from "./owner-change.ts";
import { payeeOf } from "./payee.ts";

interface WithdrawArguments {
  readonly to: string | undefined;
  readonly yes: boolean;
}

export default taskAction<WithdrawArguments>(({ to, yes }, hre) => {
  const typed = to === undefined ? null : parseAddress("--to", to);
  return withSale(hre, async (sale) => {
    const balance = await sale.provider.getBalance(sale.record.address);
    if (balance === 0n) {
      console.log("There is nothing to withdraw. Nothing to do.");
      return;
    }
    const { address: payee, source } = await payeeOf(sale, typed, { unasked: sale.live && yes });
    if (payee === sale.record.address) throw new TaskError("--to is the ticket contract itself");
    await applyOwnerChange(
      sale,
      {
        name: "withdraw",
        title: `Withdraw the proceeds to ${payee}, ${source}`,
        changes: [["proceeds", amountText(balance, sale.currency), "all paid out"]],
        data: sale.ticket.interface.encodeFunctionData("withdraw", [payee]),
        asked: `withdraw(${payee})`,
        // By its event: another sale may have filled the balance again.
        readBack: async ({ logs }) => {
          const withdrawn = logs
            .map((log) => sale.ticket.interface.parseLog(log))
            .find((event) => event?.name === "Withdrawn");
          const [paidTo, amount] = withdrawn?.args ?? [];
          if (paidTo !== payee || amount < balance) return [`${paidTo} got ${amount} wei`];
          console.log(`  ${"paid out".padEnd(12)}${amountText(amount, sale.currency)}`);
          return ["all paid out"];
        },
      },
      { yes },
    );
  });
});
