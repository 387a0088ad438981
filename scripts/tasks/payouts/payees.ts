import {
  type AffiliateContacts,
  addressColumns,
  PAYEE,
  payeesIn,
  readAffiliateFile,
} from "../affiliates/affiliate-file.ts";
import { parseAddress, plural } from "../cli/amounts.ts";
import { type TaskAction, TaskError } from "../cli/task.ts";
import { typedPath } from "../cli/typed-path.ts";
import { quotedInput } from "../cli/visible-text.ts";
import type { SendArguments } from "../outbox/outbox.ts";
import { parseCodes } from "../sale/affiliate-code.ts";
import { changePayouts } from "./books.ts";
import { namingOf, type Payees } from "./set-payees.ts";

interface SetArguments extends SendArguments {
  readonly code: string;
  readonly payee: string;
}

const set: TaskAction<SetArguments> = ({ code: text, payee, ...args }, hre) => {
  const [code = ""] = parseCodes([text]);
  const address = payee === "none" ? null : parseAddress("The payee", payee);
  return changePayouts(hre, args, (sale, books) =>
    namingOf(sale, books, new Map([[code, address]])),
  );
};

interface ImportArguments extends SendArguments {
  readonly file: string;
}

const importFile: TaskAction<ImportArguments> = async ({ file: typed, ...args }, hre) => {
  const file = typedPath(typed, hre.config.paths.root);
  const rows = await readAffiliateFile(file);
  const payees = namedPayees(file, rows);
  const without = rows.rows.size - payees.size;
  await changePayouts(hre, args, async (sale, books) => {
    const rest =
      without === 0 ? "" : ` ${plural(without, "code")} without one: they stay as they are.`;
    console.log(`${file}: ${plural(payees.size, "payee")}.${rest}`);
    return await namingOf(sale, books, payees);
  });
};

export const payeesSet = { default: set };
export const payeesImport = { default: importFile };

function namedPayees(file: string, contacts: AffiliateContacts): Payees {
  const others = addressColumns(contacts).filter((name) => name !== PAYEE);
  if (!contacts.columns.includes(PAYEE)) {
    const [likely] = others;
    const hint =
      likely === undefined ? "" : ` Its column ${quotedInput(likely)} has addresses: rename it.`;
    throw new TaskError(`${file} has no column ${PAYEE}.${hint} Nothing was sent.`);
  }
  const payees = payeesIn(file, contacts);
  if (payees.size === 0) throw new TaskError(`${file} names no payee. Nothing was sent.`);
  if (others.length > 0) {
    console.error(
      `Warning: ${others.map(quotedInput).join(", ")} of ${file} has addresses too, which are not used: payees are in the column ${PAYEE}.`,
    );
  }
  return payees;
}
