import { parseCodes, warnOfLookAlikes } from "./lib/affiliate-code.ts";
import { withSale } from "./lib/sale.ts";
import { readSaleEvents } from "./lib/sale-events.ts";
import { setAffiliates } from "./lib/set-affiliates.ts";
import { taskAction } from "./lib/task-action.ts";

interface AddArguments {
  readonly codes: readonly string[];
  readonly yes: boolean;
}

export default taskAction<AddArguments>(({ codes: texts, yes }, hre) => {
  const codes = parseCodes(texts);
  return withSale(hre, async (sale) => {
    const registered = await readSaleEvents(sale);
    warnOfLookAlikes(codes, [...registered.codes.values()]);
    await setAffiliates(sale, { name: "add", codes, active: true }, { yes });
  });
});
