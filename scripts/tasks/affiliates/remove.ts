import { shortList } from "../cli/amounts.ts";
import { type TaskAction, TaskError } from "../cli/task.ts";
import type { SendArguments } from "../outbox/outbox.ts";
import { type Sale, withSale } from "../record/sale.ts";
import { readAffiliateAccounts } from "../sale/affiliate-account.ts";
import { parseCodes } from "../sale/affiliate-code.ts";
import { readSaleEvents } from "../sale/sale-events.ts";
import { setAffiliates } from "./set-affiliates.ts";

interface RemoveArguments extends SendArguments {
  readonly codes: readonly string[];
}

export default (({ codes: texts, dryRun, ...sending }, hre) => {
  const codes = parseCodes(texts);
  const run = async (sale: Sale) => {
    await assertRegistered(sale, codes);
    await setAffiliates(sale, { name: "remove", codes, active: false }, sending);
  };
  return withSale(hre, run, { dryRun });
}) satisfies TaskAction<RemoveArguments>;

/** Fails for a mistyped code, because the intended one would stay active. */
async function assertRegistered(sale: Sale, codes: readonly string[]): Promise<void> {
  const doubtful = (await readAffiliateAccounts(sale, codes)).filter(
    ({ active, purchases }) => !active && purchases === 0,
  );
  if (doubtful.length === 0) return;
  const registered = new Set((await readSaleEvents(sale)).codes.values());
  const unknown = doubtful.map(({ code }) => code).filter((code) => !registered.has(code));
  if (unknown.length === 0) return;
  throw new TaskError(
    `Never registered on ${sale.network}: ${shortList(unknown)}. Nothing was sent. ` +
      `Compare with: npm run hardhat -- affiliates list --network ${sale.network}`,
  );
}
