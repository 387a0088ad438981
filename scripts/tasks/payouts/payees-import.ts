import { isAddress } from "ethers";
import { type AffiliateContacts, readAffiliateFile } from "../affiliates/affiliate-file.ts";
import type { SendArguments } from "../owner/owners-sale.ts";
import { parseAddress, plural, shortList } from "../shared/amounts.ts";
import { oneLine, TaskError, taskAction } from "../shared/task-action.ts";
import { quotedInput } from "../shared/visible-text.ts";
import { withBooks } from "./books.ts";
import { type Payees, setPayees } from "./set-payees.ts";

interface ImportPayeesArguments extends SendArguments {
  readonly file: string;
}

/** Names the payees of a CSV's codes. The file is read once, and what it says stands on chain afterwards, nowhere else. */
export default taskAction<ImportPayeesArguments>(async ({ file, dryRun, ...sending }, hre) => {
  const rows = await readAffiliateFile(file);
  const payees = payeesIn(file, rows);
  const without = rows.rows.size - payees.size;
  await withBooks(
    hre,
    async (sale, books) => {
      const rest =
        without === 0 ? "" : ` ${plural(without, "code")} without one: they stay as they are.`;
      console.log(`${file}: ${plural(payees.size, "payee")}.${rest}`);
      await setPayees(sale, books, payees, sending);
    },
    { dryRun },
  );
});

const COLUMN = "payee";

/** @throws a `TaskError` with every cell that is no address: nothing of the file is used then */
function payeesIn(file: string, { columns, rows }: AffiliateContacts): Payees {
  if (!columns.includes(COLUMN)) {
    const likely = columns.filter((name) =>
      [...rows.values()].some((row) => isAddress(row.get(name)?.trim())),
    );
    const hint =
      likely.length === 0
        ? ""
        : ` Its column ${quotedInput(likely[0] ?? "")} has addresses: rename it.`;
    throw new TaskError(`${file} has no column ${COLUMN}.${hint} Nothing was sent.`);
  }
  const payees = new Map<string, string>();
  const problems: string[] = [];
  for (const [code, row] of rows) {
    const cell = row.get(COLUMN)?.trim() ?? "";
    if (cell === "") continue;
    try {
      payees.set(code, parseAddress(`the payee of ${code}`, cell));
    } catch (error) {
      problems.push(oneLine(error));
    }
  }
  if (problems.length > 0)
    throw new TaskError(`${file}: ${shortList(problems)}. Nothing was sent.`);
  if (payees.size === 0) throw new TaskError(`${file} names no payee. Nothing was sent.`);
  return payees;
}
