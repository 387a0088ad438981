import { gwei, parseAddress, plural } from "../cli/amounts.ts";
import { withLinks } from "../cli/explorer.ts";
import { assertOneFormat, csvCells, type ListFormat } from "../cli/listing.ts";
import type { TaskAction } from "../cli/task.ts";
import { offerOf } from "../outbox/fees.ts";
import { entryText, type Pending, pendingOf } from "../outbox/pending-calls.ts";
import { type Sale, withSale } from "../record/sale.ts";
import { csvLine } from "../sale/csv.ts";

interface PendingArguments extends ListFormat {
  readonly account: string | undefined;
}

const FIELDS = ["account", "nonce", "hash", "call", "to", "valueWei", "maxFeePerGasWei"] as const;

type Row = Readonly<Record<(typeof FIELDS)[number], string | number | null>>;

/** Lists what an account has sent and no block has taken, whichever task or wallet sent it. */
export default (({ account: text, json, csv }, hre) => {
  assertOneFormat({ json, csv });
  const typed = text === undefined ? null : parseAddress("--account", text);
  return withSale(hre, async (sale) => {
    const account = typed ?? (await sale.ticket.owner());
    const rows = rowsOf(sale, account, await pendingOf(sale, account));
    if (json) console.log(JSON.stringify(rows, null, 2));
    else if (csv) console.log(csvCells(rows, FIELDS).map(csvLine).join("\n"));
    else print(sale, account, rows);
  });
}) satisfies TaskAction<PendingArguments>;

function rowsOf(sale: Sale, account: string, { entries }: Pending): Row[] {
  return entries.map((entry) => {
    const { nonce, sent, note } = entry;
    return {
      ...{ account, nonce, hash: sent?.hash ?? note?.hash ?? null, call: entryText(sale, entry) },
      to: sent?.to ?? null,
      valueWei: sent && BigInt(sent.value).toString(),
      maxFeePerGasWei: sent && offerOf(sent).maxFeePerGas.toString(),
    };
  });
}

function print(sale: Sale, account: string, rows: readonly Row[]): void {
  console.log(`${plural(rows.length, "transaction")} of ${account} pending on ${sale.network}.`);
  for (const { nonce, hash, call, maxFeePerGasWei } of rows) {
    const fee = maxFeePerGasWei === null ? "" : `, up to ${gwei(BigInt(maxFeePerGasWei))}`;
    const what = call ?? "not shown by the endpoint, and not sent by this machine";
    console.log(
      withLinks(
        sale.network,
        `  nonce ${nonce}: ${what}${fee}${hash === null ? "" : ` (${hash})`}`,
      ),
    );
  }
  if (rows.length > 0) {
    console.log(
      "To send one again at a higher fee, run its task with --speed-up; to take back all of the owner's: ticket pause --cancel",
    );
  }
}
