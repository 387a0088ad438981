import { parseAddress } from "../cli/amounts.ts";
import type { TaskAction } from "../cli/task.ts";
import type { SendArguments } from "../outbox/outbox.ts";
import { parseCodes } from "../sale/affiliate-code.ts";
import { withBooks } from "./books.ts";
import { setPayees } from "./set-payees.ts";

interface SetPayeeArguments extends SendArguments {
  readonly code: string;
  readonly payee: string;
}

export default (({ code: text, payee, dryRun, ...sending }, hre) => {
  const [code = ""] = parseCodes([text]);
  const address = payee === "none" ? null : parseAddress("The payee", payee);
  return withBooks(
    hre,
    (sale, books) => setPayees(sale, books, new Map([[code, address]]), sending),
    { dryRun },
  );
}) satisfies TaskAction<SetPayeeArguments>;
