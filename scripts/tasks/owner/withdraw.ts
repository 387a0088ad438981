import { amountText, parseAddress } from "../shared/amounts.ts";
import { TaskError, taskAction } from "../shared/task-action.ts";
import { applyOwnerChange } from "./owner-change.ts";
import { type SendArguments, withOwnersSale } from "./owners-sale.ts";
import { payeeOf, unusualPayee } from "./payee.ts";

interface WithdrawArguments extends SendArguments {
  readonly to: string | undefined;
}

export default taskAction<WithdrawArguments>(({ to, ...options }, hre) => {
  const typed = to === undefined ? null : parseAddress("--to", to);
  return withOwnersSale(
    hre,
    options,
    ({ name, args }) => name === "withdraw" && (typed === null || args[0] === typed),
    async (sale, sending) => {
      const balance = await sale.provider.getBalance(sale.record.address);
      if (balance === 0n) {
        console.log("There is nothing to withdraw. Nothing to do.");
        return;
      }
      const { address: payee, source } = await payeeOf(sale, typed, {
        unasked: sale.live && sending.yes,
      });
      if (payee === sale.record.address) throw new TaskError("--to is the ticket contract itself");
      await applyOwnerChange(
        sale,
        {
          name: "withdraw",
          unusual: await unusualPayee(sale, to, payee),
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
        sending,
      );
    },
  );
});
