import type { TaskAction } from "../cli/task.ts";
import type { SendArguments } from "../outbox/outbox.ts";
import { type Sale, withSale } from "../record/sale.ts";
import { assertRegistered, parseCodes } from "../sale/affiliate-code.ts";
import { readSaleEvents } from "../sale/sale-events.ts";
import { setAffiliates } from "./set-affiliates.ts";

interface RemoveArguments extends SendArguments {
  readonly codes: readonly string[];
}

export default (({ codes: texts, dryRun, ...sending }, hre) => {
  const codes = parseCodes(texts);
  const run = async (sale: Sale) => {
    const registered = await readSaleEvents(sale);
    assertRegistered(sale, codes, [...registered.codes.values()]);
    await setAffiliates(sale, { name: "remove", codes, active: false }, sending);
  };
  return withSale(hre, run, { dryRun });
}) satisfies TaskAction<RemoveArguments>;
