import { parseAddress } from "../cli/amounts.ts";
import type { TaskAction } from "../cli/task.ts";
import type { SendArguments } from "../outbox/outbox.ts";
import { parseCodes } from "../sale/affiliate-code.ts";
import { changePayouts } from "./change-payouts.ts";
import { namingOf } from "./set-payees.ts";

interface SetPayeeArguments extends SendArguments {
  readonly code: string;
  readonly payee: string;
}

export default (({ code: text, payee, ...args }, hre) => {
  const [code = ""] = parseCodes([text]);
  const address = payee === "none" ? null : parseAddress("The payee", payee);
  return changePayouts(hre, args, (sale, books) =>
    namingOf(sale, books, new Map([[code, address]])),
  );
}) satisfies TaskAction<SetPayeeArguments>;
