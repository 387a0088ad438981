import type { SendArguments } from "../owner/owners-sale.ts";
import { type Sale, withSale } from "../record/sale.ts";
import { confirm } from "../send/confirm.ts";
import { taskAction } from "../shared/task-action.ts";
import { visibleLine } from "../shared/visible-text.ts";
import { warnOfLookAlikes } from "./affiliate-code.ts";
import {
  changedContacts,
  mergeContacts,
  readAffiliateFile,
  readContacts,
} from "./affiliate-file.ts";
import { readSaleEvents } from "./sale-events.ts";
import { setAffiliates } from "./set-affiliates.ts";

interface ImportArguments extends SendArguments {
  readonly file: string;
}

export default taskAction<ImportArguments>(async ({ file, dryRun, ...sending }, hre) => {
  const contacts = await readAffiliateFile(file);
  const codes = [...contacts.rows.keys()];
  const run = async (sale: Sale) => {
    const registered = [...(await readSaleEvents(sale)).codes.values()];
    warnOfLookAlikes(codes, registered);
    const others = registered.filter((code) => !contacts.rows.has(code)).length;
    console.log(
      `${file}: ${codes.length} codes. On chain and not in the file: ${others}, which stay as they are.`,
    );
    const changes = changedContacts(await readContacts(sale), contacts);
    for (const { code, column, before, after } of changes) {
      console.log(
        `  contact of ${code}, ${column}: ${visibleLine(before)} -> ${visibleLine(after)}`,
      );
    }
    await setAffiliates(sale, { name: "import", codes, active: true }, sending);
    if (sale.dryRun) return;
    if (sale.live && changes.length > 0) await confirm("yes", sending.yes);
    await mergeContacts(sale, contacts);
  };
  await withSale(hre, run, { dryRun });
});
