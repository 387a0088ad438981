import { ZeroAddress } from "ethers";
import { amountText, grouped, plural } from "../cli/amounts.ts";
import { explorerLink, withLinks } from "../cli/explorer.ts";
import { assertOneFormat, csvCells, type ListFormat } from "../cli/listing.ts";
import { bar, table } from "../cli/table.ts";
import type { TaskAction } from "../cli/task.ts";
import { findSafe } from "../outbox/safe/safe.ts";
import { type Sale, withSale } from "../record/sale.ts";
import { readAffiliateAccounts } from "../sale/affiliate-account.ts";
import { readBlockTimes } from "../sale/block-time.ts";
import { csvLine } from "../sale/csv.ts";
import { readSaleEvents, type Sold } from "../sale/sale-events.ts";
import { royaltyOf, royaltyText } from "./royalty.ts";

const LAST_SALES = 5;

export default (({ json, csv }, hre) => {
  assertOneFormat({ json, csv });
  return withSale(hre, async (sale) => {
    const status = await readStatus(sale);
    if (json) console.log(JSON.stringify(asJson(status), null, 2));
    else if (csv) console.log(asCsv(status));
    else console.log(asText(status));
  });
}) satisfies TaskAction<ListFormat>;

type Status = Awaited<ReturnType<typeof readStatus>>;

async function readStatus(sale: Sale) {
  const { ticket, record } = sale;
  const events = await readSaleEvents(sale);
  const block = { blockTag: events.block };
  const [supply, maxSupply, price, paused, owner, pendingOwner, renderer, frozen, balance] =
    await Promise.all([
      ticket.totalSupply(block),
      ticket.MAX_SUPPLY(block),
      ticket.ticketPrice(block),
      ticket.paused(block),
      ticket.owner(block),
      ticket.pendingOwner(block),
      ticket.renderer(block),
      ticket.metadataFrozen(block),
      sale.provider.getBalance(record.address, events.block),
    ]);
  const accounts = await readAffiliateAccounts(sale, [...events.codes.values()], events.block);
  const lastSales = events.sold.slice(-LAST_SALES).reverse();
  return {
    network: sale.network,
    chainId: sale.chainId,
    currency: sale.currency,
    address: record.address,
    deployer: record.deployer,
    initialOwner: record.arguments.owner,
    block: events.block,
    supply: Number(supply),
    maxSupply: Number(maxSupply),
    price,
    affiliatePrice: await ticket.getAffiliatePriceForQuantity(1n, block),
    balance,
    paused,
    owner,
    ownerIsSafe: (await findSafe(sale.provider, owner)) !== null,
    pendingOwner: pendingOwner === ZeroAddress ? null : pendingOwner,
    royalty: await royaltyOf(sale),
    renderer,
    frozen,
    affiliates: accounts.length,
    activeAffiliates: accounts.filter(({ active }) => active).length,
    affiliateTickets: accounts.reduce((sum, { tickets }) => sum + tickets, 0),
    paid: events.sold.reduce((sum, sold) => sum + sold.paid, 0n),
    lastSales,
    times: await readBlockTimes(
      sale,
      lastSales.map((sold) => sold.block),
    ),
    codes: events.codes,
  };
}

function codeOf(status: Status, { affiliate }: Sold): string | null {
  return affiliate === null ? null : (status.codes.get(affiliate) ?? affiliate);
}

function asText(status: Status): string {
  const { supply, maxSupply } = status;
  const money = (wei: bigint) => amountText(wei, status.currency);
  const link = (found: string) => explorerLink(status.network, found) ?? "";
  const lines = [
    ["sold", `${bar(supply, maxSupply)} ${grouped(supply)} of ${grouped(maxSupply)}`],
    ["sales", status.paused ? "paused" : supply === maxSupply ? "sold out" : "open"],
    ["price", `${money(status.price)} (${money(status.affiliatePrice)} with a code)`],
    ["taken", money(status.paid)],
    ["balance", `${money(status.balance)} to withdraw`],
    ["owner", `${status.owner}${status.ownerIsSafe ? " (a Safe)" : ""}`, link(status.owner)],
    ...(status.pendingOwner === null
      ? []
      : [["next owner", `${status.pendingOwner}, once it accepts`, link(status.pendingOwner)]]),
    ["deployed", `by ${status.deployer}, for ${status.initialOwner}`, link(status.deployer)],
    ["royalty", royaltyText(status.royalty), link(status.royalty.receiver)],
    [
      "metadata",
      `${status.frozen ? "frozen" : "replaceable"}, from the renderer ${status.renderer}`,
      link(status.renderer),
    ],
    [
      "affiliates",
      `${grouped(status.activeAffiliates)} active of ${grouped(status.affiliates)}, ${plural(status.affiliateTickets, "ticket")} sold`,
    ],
  ];
  const sales = status.lastSales.map((sold) => [
    status.times.get(sold.block)?.toISOString().replace(".000Z", "Z") ?? "",
    plural(sold.quantity, "ticket"),
    money(sold.paid),
    codeOf(status, sold) ?? "-",
    sold.buyer,
    link(sold.transactionHash),
  ]);
  return [
    withLinks(
      status.network,
      `Ticket ${status.address} on ${status.network} (chain ${status.chainId}), block ${status.block}`,
    ),
    table(lines),
    sales.length === 0 ? "No sale yet." : "Last sales:",
    ...(sales.length === 0 ? [] : [table(sales, [1, 2])]),
  ].join("\n");
}

function asCsv(status: Status): string {
  const { royalty, affiliates, lastSales: _, ...fields } = asJson(status);
  const row = {
    ...fields,
    royaltyReceiver: royalty.receiver,
    royaltyBps: royalty.bps,
    affiliatesRegistered: affiliates.registered,
    affiliatesActive: affiliates.active,
    affiliatesTickets: affiliates.tickets,
  };
  return csvCells([row], Object.keys(row)).map(csvLine).join("\n");
}

function asJson(status: Status) {
  return {
    network: status.network,
    chainId: status.chainId,
    address: status.address,
    deployer: status.deployer,
    initialOwner: status.initialOwner,
    block: status.block,
    supply: status.supply,
    maxSupply: status.maxSupply,
    priceWei: status.price.toString(),
    affiliatePriceWei: status.affiliatePrice.toString(),
    paidWei: status.paid.toString(),
    balanceWei: status.balance.toString(),
    paused: status.paused,
    owner: status.owner,
    ownerIsSafe: status.ownerIsSafe,
    pendingOwner: status.pendingOwner,
    royalty: { receiver: status.royalty.receiver, bps: Number(status.royalty.bps) },
    renderer: status.renderer,
    metadataFrozen: status.frozen,
    affiliates: {
      registered: status.affiliates,
      active: status.activeAffiliates,
      tickets: status.affiliateTickets,
    },
    lastSales: status.lastSales.map((sold) => ({
      time: status.times.get(sold.block)?.toISOString().replace(".000Z", "Z") ?? null,
      block: sold.block,
      transactionHash: sold.transactionHash,
      buyer: sold.buyer,
      to: sold.to,
      code: codeOf(status, sold),
      quantity: sold.quantity,
      paidWei: sold.paid.toString(),
    })),
  };
}
