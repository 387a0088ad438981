import { withSale } from "../record/sale.ts";
import { taskAction } from "../shared/task-action.ts";
import { parseCodes, warnOfLookAlikes } from "./affiliate-code.ts";
import { readSaleEvents } from "./sale-events.ts";
import { setAffiliates } from "./set-affiliates.ts";

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
