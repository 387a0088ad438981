import { grouped, plural } from "../cli/amounts.ts";
import { confirm } from "../cli/confirm.ts";
import type { TaskAction } from "../cli/task.ts";
import { typedPath } from "../cli/typed-path.ts";
import { quotedInput, visibleLine } from "../cli/visible-text.ts";
import type { SendArguments } from "../outbox/outbox.ts";
import { warnOfLookAlikes } from "../sale/affiliate-code.ts";
import { addressColumns, payeesIn, readAffiliateFile } from "./affiliate-file.ts";
import { changedContacts, mergeContacts, readContacts } from "./contacts.ts";
import { setAffiliates } from "./set-affiliates.ts";

interface ImportArguments extends SendArguments {
  readonly file: string;
}

export default (async ({ file: typed, ...args }, hre) => {
  const file = typedPath(typed, hre.config.paths.root);
  const contacts = await readAffiliateFile(file);
  payeesIn(file, contacts);
  const codes = [...contacts.rows.keys()];
  await setAffiliates(
    hre,
    args,
    { name: "import", codes, active: true },
    async (sale, registered) => {
      warnOfLookAlikes(codes, registered);
      const others = registered.filter((code) => !contacts.rows.has(code)).length;
      console.log(
        `${file}: ${plural(codes.length, "code")}. On chain but not in the file: ${others}. They stay as they are.`,
      );
      for (const column of addressColumns(contacts)) {
        console.log(
          `  ${quotedInput(column)} has addresses. They are kept as contacts, and are not used for payments. ` +
            `To name payees: npm run hardhat -- affiliates payees import ${file} --network ${sale.network}`,
        );
      }
      const known = await readContacts(sale);
      const changes = changedContacts(known, contacts);
      const isNew = (code: string) => !known.rows.has(code);
      if (contacts.columns.length > 0) {
        console.log(
          `  contacts: ${grouped(codes.filter(isNew).length)} new, ${plural(changes.length, "cell")} changed, ` +
            "written once the codes are on chain.",
        );
      }
      for (const { code, column, before, after } of changes) {
        console.log(
          `  contact of ${code}, ${column}: ${visibleLine(before)} -> ${visibleLine(after)}`,
        );
      }
      return async () => {
        if (sale.dryRun) return;
        if (sale.live && changes.length > 0) await confirm("yes", args.yes);
        await mergeContacts(sale, contacts);
      };
    },
  );
}) satisfies TaskAction<ImportArguments>;
