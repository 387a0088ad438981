import path from "node:path";
import { toQuantity } from "ethers";
import * as v from "valibot";
import { FIRST_WINDOW, type Log, readLogs } from "../chain/logs.ts";
import { TaskError } from "../cli/task.ts";
import { textOf, writeWhole } from "../machine/files.ts";
import { stateDirectory } from "../machine/state-directory.ts";
import type { Sale } from "../record/sale.ts";
import { canonicalCode } from "./affiliate-code.ts";
import { ticketEvents } from "./ticket-events.ts";
import { type TicketsSold, ticketsSold } from "./tickets-sold.ts";

export interface Sold extends TicketsSold {
  readonly block: number;
  readonly transactionHash: string;
}

export interface SaleEvents {
  readonly block: number;
  readonly sold: readonly Sold[];
  /** Keys are keccak256 of the code. */
  readonly codes: ReadonlyMap<string, string>;
}

const CACHE = v.object({
  version: v.literal(1),
  /** Whether two endpoints agreed on it. */
  checked: v.boolean(),
  /** The transaction that created the sale. */
  transactionHash: v.string(),
  block: v.number(),
  blockHash: v.string(),
  window: v.number(),
  sold: v.array(
    v.object({
      block: v.number(),
      transactionHash: v.string(),
      buyer: v.string(),
      to: v.string(),
      affiliate: v.nullable(v.string()),
      firstTokenId: v.number(),
      quantity: v.number(),
      paid: v.pipe(
        v.string(),
        v.digits(),
        v.transform((text) => BigInt(text)),
      ),
    }),
  ),
  codes: v.array(v.tuple([v.string(), v.string()])),
});

type CachedEvents = v.InferOutput<typeof CACHE>;

/** Blocks: two epochs of Ethereum. A reorg may replace newer blocks. */
export const KEPT_AFTER_BLOCKS = 64;

export async function readSaleEvents(sale: Sale): Promise<SaleEvents> {
  const cached = await readCache(sale);
  const head = Number(await sale.request("eth_blockNumber", []));
  const sold: Sold[] = [...(cached?.sold ?? [])];
  const codes = new Map(cached?.codes);
  let window = cached?.window ?? FIRST_WINDOW;

  const from = cached === null ? sale.record.blockNumber : cached.block + 1;
  const read = await readLogs(sale, ticketEvents(sale, ["TicketsSold", "AffiliateSet"]), {
    from,
    to: head,
    window,
  });
  for (const log of read.logs) addLog(sale, log, sold, codes);
  window = read.window;

  const kept = Math.min(
    head,
    Math.max(cached?.block ?? 0, sale.live ? head - KEPT_AFTER_BLOCKS : head),
  );
  if (!sale.dryRun && kept > (cached?.block ?? sale.record.blockNumber - 1)) {
    // Goes on without a cache, because the user may lack write permission.
    await writeCache(sale, kept, window, sold, codes).catch(ofDisk);
  }
  return { block: head, sold, codes };
}

/** Reads all codes that were ever registered. */
export async function readCodes(sale: Sale): Promise<string[]> {
  return [...(await readSaleEvents(sale)).codes.values()];
}

function ofDisk(error: NodeJS.ErrnoException): void {
  if (error.syscall === undefined) throw error;
}

function addLog(sale: Sale, log: Log, sold: Sold[], codes: Map<string, string>): void {
  const event = sale.ticket.interface.parseLog(log);
  if (event?.name === "AffiliateSet") {
    const [affiliate, code] = event.args;
    if (canonicalCode(code) !== code) {
      throw new TaskError(
        `An endpoint reports a code that the contract would refuse: ${JSON.stringify(code)}`,
      );
    }
    codes.set(affiliate, code);
  } else if (event?.name === "TicketsSold") {
    sold.push({
      block: Number(log.blockNumber),
      transactionHash: log.transactionHash,
      ...ticketsSold(event.args),
    });
  }
}

/** Outside the clone, because a pull request can add files to `cache`. */
export function eventsFile({ record: { chainId, address } }: Pick<Sale, "record">): string {
  return path.join(stateDirectory(), `${chainId}-${address}`, "sale-events.json");
}

/** Returns `null` if the chain has other blocks now. */
async function readCache(sale: Sale): Promise<CachedEvents | null> {
  const text = await textOf(eventsFile(sale)).catch(() => null);
  const found = v.safeParse(v.pipe(v.string(), v.parseJson(), CACHE), text);
  if (!found.success) return null;
  const cached = found.output;
  // Drops a cache that one endpoint confirmed, because two must agree now.
  if (sale.checked && !cached.checked) return null;
  if (cached.transactionHash !== sale.record.transactionHash) return null;
  return (await blockHash(sale, cached.block)) === cached.blockHash ? cached : null;
}

async function writeCache(
  sale: Sale,
  block: number,
  window: number,
  sold: readonly Sold[],
  codes: ReadonlyMap<string, string>,
): Promise<void> {
  const hash = await blockHash(sale, block);
  if (hash === null) return;
  const cached: v.InferInput<typeof CACHE> = {
    version: 1,
    checked: sale.checked,
    transactionHash: sale.record.transactionHash,
    block,
    blockHash: hash,
    window,
    sold: sold
      .filter((event) => event.block <= block)
      .map((event) => ({ ...event, paid: event.paid.toString() })),
    codes: [...codes],
  };
  await writeWhole(eventsFile(sale), JSON.stringify(cached), 0o600);
}

export async function blockHash(sale: Sale, block: number): Promise<string | null> {
  const found = (await sale.request("eth_getBlockByNumber", [toQuantity(block), false])) as {
    hash: string;
  } | null;
  return found?.hash ?? null;
}
