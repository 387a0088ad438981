import type { TaskAction } from "../cli/task.ts";
import { parseCodes, warnOfLookAlikes } from "../sale/affiliate-code.ts";
import { readSaleEvents } from "../sale/sale-events.ts";
import { type CodesArguments, setAffiliates } from "./set-affiliates.ts";

export default (({ codes: texts, ...args }, hre) => {
  const codes = parseCodes(texts);
  return setAffiliates(hre, args, { name: "add", codes, active: true }, async (sale) => {
    const registered = await readSaleEvents(sale);
    warnOfLookAlikes(codes, [...registered.codes.values()]);
  });
}) satisfies TaskAction<CodesArguments>;
