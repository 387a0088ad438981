import { parseCodes } from "./lib/affiliate-code.ts";
import { withSale } from "./lib/sale.ts";
import { setAffiliates } from "./lib/set-affiliates.ts";
import { taskAction } from "./lib/task-action.ts";

interface RemoveArguments {
  readonly codes: readonly string[];
  readonly yes: boolean;
}

export default taskAction<RemoveArguments>(({ codes: texts, yes }, hre) => {
  const codes = parseCodes(texts);
  return withSale(hre, (sale) =>
    setAffiliates(sale, { name: "remove", codes, active: false }, { yes }),
  );
});
