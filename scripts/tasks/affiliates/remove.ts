import type { TaskAction } from "../cli/task.ts";
import { assertRegistered, parseCodes } from "../sale/affiliate-code.ts";
import { readSaleEvents } from "../sale/sale-events.ts";
import { type CodesArguments, setAffiliates } from "./set-affiliates.ts";

export default (({ codes: texts, ...args }, hre) => {
  const codes = parseCodes(texts);
  return setAffiliates(hre, args, { name: "remove", codes, active: false }, async (sale) => {
    const registered = await readSaleEvents(sale);
    assertRegistered(sale, codes, [...registered.codes.values()]);
  });
}) satisfies TaskAction<CodesArguments>;
