import { getAddress } from "ethers";
import { gwei, parseAddress, plural } from "../cli/amounts.ts";
import { withLinks } from "../cli/explorer.ts";
import { assertOneFormat, type ListFormat, printList } from "../cli/listing.ts";
import type { TaskAction } from "../cli/task.ts";
import { offerOf } from "../outbox/fees.ts";
import { entryText, type Pending, pendingOf } from "../outbox/pending-calls.ts";
import { type Sale, withSale } from "../record/sale.ts";

interface PendingArguments extends ListFormat {
  readonly account: string | undefined;
}

const FIELDS = ["account", "nonce", "hash", "call", "to", "valueWei", "maxFeePerGasWei"] as const;

type Row = Readonly<Record<(typeof FIELDS)[number], string | number | bigint | null>>;

/** Lists transactions of any task or wallet. */
export default (({ account: text, ...format }, hre) => {
  assertOneFormat(format);
  const typed = text === undefined ? null : parseAddress("--account", text);
  return withSale(hre, async (sale) => {
    const account = typed ?? (await sale.ticket.owner());
    const rows = rowsOf(sale, account, await pendingOf(sale, account));
    printList(format, { rows, fields: FIELDS, text: () => asText(sale, account, rows) });
  });
}) satisfies TaskAction<PendingArguments>;

function rowsOf(sale: Sale, account: string, { entries }: Pending): Row[] {
  return entries.map((entry) => {
    const { nonce, sent, note } = entry;
    return {
      account,
      nonce,
      hash: sent?.hash ?? note?.hash ?? null,
      call: entryText(sale, entry),
      to: sent?.to ? getAddress(sent.to) : null,
      valueWei: sent && BigInt(sent.value),
      maxFeePerGasWei: sent && offerOf(sent).maxFeePerGas,
    };
  });
}

function asText(sale: Sale, account: string, rows: readonly Row[]): string {
  const lines = rows.map(({ nonce, hash, call, maxFeePerGasWei }) => {
    const fee = maxFeePerGasWei === null ? "" : `, up to ${gwei(BigInt(maxFeePerGasWei))}`;
    const what = call ?? "not shown by the endpoint, and not sent by this machine";
    const sent = hash === null ? "" : ` (${hash})`;
    return withLinks(sale.network, `  nonce ${nonce}: ${what}${fee}${sent}`);
  });
  return [
    `${plural(rows.length, "transaction")} of ${account} pending on ${sale.network}.`,
    ...lines,
    ...(rows.length === 0
      ? []
      : [
          "To send one again at a higher fee, run its task with --speed-up; to cancel all of the owner's: ticket pause --cancel",
        ]),
  ].join("\n");
}
