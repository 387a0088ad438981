import { withSale } from "../record/sale.ts";
import { taskAction } from "../shared/task-action.ts";
import { parseCodes } from "./affiliate-code.ts";
import { setAffiliates } from "./set-affiliates.ts";

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
