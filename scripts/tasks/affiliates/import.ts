import { withSale } from "../record/sale.ts";
import { taskAction } from "../shared/task-action.ts";
import { warnOfLookAlikes } from "./affiliate-code.ts";
import { mergeContacts, readAffiliateFile } from "./affiliate-file.ts";
import { readSaleEvents } from "./sale-events.ts";
import { setAffiliates } from "./set-affiliates.ts";

interface ImportArguments {
  readonly file: string;
  readonly yes: boolean;
}

export default taskAction<ImportArguments>(async ({ file, yes }, hre) => {
  const contacts = await readAffiliateFile(file);
  const codes = [...contacts.rows.keys()];
  await withSale(hre, async (sale) => {
    const registered = [...(await readSaleEvents(sale)).codes.values()];
    warnOfLookAlikes(codes, registered);
    const others = registered.filter((code) => !contacts.rows.has(code)).length;
    console.log(
      `${file}: ${codes.length} codes. On chain and not in the file: ${others}, which stay as they are.`,
    );
    await mergeContacts(sale, contacts);
    await setAffiliates(sale, { name: "import", codes, active: true }, { yes });
  });
});
