import { ZeroAddress } from "ethers";
import { amountText, grouped, plural } from "../cli/amounts.ts";
import { explorerLink, withLinks } from "../cli/explorer.ts";
import { assertOneFormat, type ListFormat, printList, timeText } from "../cli/listing.ts";
import { bar, table } from "../cli/table.ts";
import type { TaskAction } from "../cli/task.ts";
import { findSafe } from "../outbox/safe/safe.ts";
import { type Sale, withSale } from "../record/sale.ts";
import { readAffiliateAccounts } from "../sale/affiliate-account.ts";
import { readBlockTimes } from "../sale/block-time.ts";
import { totalsOf } from "../sale/reconciled-sale.ts";
import { readSaleEvents } from "../sale/sale-events.ts";
import { royaltyOf, royaltyText } from "./royalty.ts";

const LAST_SALES = 5;

export default ((format, hre) => {
  assertOneFormat(format);
  return withSale(hre, async (sale) => {
    const status = await readStatus(sale);
    const { royalty, affiliates, lastSales: _, ...fields } = status;
    const row = {
      ...fields,
      royaltyReceiver: royalty.receiver,
      royaltyBps: royalty.bps,
      affiliatesRegistered: affiliates.registered,
      affiliatesActive: affiliates.active,
      affiliatesTickets: affiliates.tickets,
    };
    printList(format, {
      rows: [row],
      fields: Object.keys(row),
      document: status,
      text: () => asText(sale, status),
    });
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
  const { receiver, bps } = await royaltyOf(sale);
  const lastSales = events.sold.slice(-LAST_SALES).reverse();
  const times = await readBlockTimes(
    sale,
    lastSales.map((sold) => sold.block),
  );
  const codeOf = (affiliate: string) => events.codes.get(affiliate) ?? affiliate;
  return {
    network: sale.network,
    chainId: sale.chainId,
    address: record.address,
    deployer: record.deployer,
    initialOwner: record.arguments.owner,
    block: events.block,
    supply: Number(supply),
    maxSupply: Number(maxSupply),
    priceWei: price,
    affiliatePriceWei: await ticket.getAffiliatePriceForQuantity(1n, block),
    paidWei: totalsOf(events.sold).paid,
    balanceWei: balance,
    paused,
    owner,
    ownerIsSafe: (await findSafe(sale.provider, owner)) !== null,
    pendingOwner: pendingOwner === ZeroAddress ? null : pendingOwner,
    royalty: { receiver, bps: Number(bps) },
    renderer,
    metadataFrozen: frozen,
    affiliates: {
      registered: accounts.length,
      active: accounts.filter(({ active }) => active).length,
      tickets: accounts.reduce((sum, { tickets }) => sum + tickets, 0),
    },
    lastSales: lastSales.map(({ block: at, transactionHash, buyer, to, ...sold }) => ({
      time: timeText(times.get(at)),
      block: at,
      transactionHash,
      buyer,
      to,
      code: sold.affiliate === null ? null : codeOf(sold.affiliate),
      quantity: sold.quantity,
      paidWei: sold.paid,
    })),
  };
}

function asText({ network, currency }: Sale, status: Status): string {
  const { supply, maxSupply, affiliates, royalty, renderer } = status;
  const money = (wei: bigint) => amountText(wei, currency);
  const link = (found: string) => explorerLink(network, found) ?? "";
  const metadata = status.metadataFrozen ? "frozen" : "replaceable";
  const lines = [
    ["sold", `${bar(supply, maxSupply)} ${grouped(supply)} of ${grouped(maxSupply)}`],
    ["sales", status.paused ? "paused" : supply === maxSupply ? "sold out" : "open"],
    ["price", `${money(status.priceWei)} (${money(status.affiliatePriceWei)} with a code)`],
    ["taken", money(status.paidWei)],
    ["balance", `${money(status.balanceWei)} to withdraw`],
    ["owner", `${status.owner}${status.ownerIsSafe ? " (a Safe)" : ""}`, link(status.owner)],
    ...(status.pendingOwner === null
      ? []
      : [["next owner", `${status.pendingOwner}, once it accepts`, link(status.pendingOwner)]]),
    ["deployed", `by ${status.deployer}, for ${status.initialOwner}`, link(status.deployer)],
    ["royalty", royaltyText(royalty), link(royalty.receiver)],
    ["metadata", `${metadata}, from the renderer ${renderer}`, link(renderer)],
    [
      "affiliates",
      `${grouped(affiliates.active)} active of ${grouped(affiliates.registered)}, ${plural(affiliates.tickets, "ticket")} sold`,
    ],
  ];
  const sales = status.lastSales.map((sold) => [
    sold.time ?? "",
    plural(sold.quantity, "ticket"),
    money(sold.paidWei),
    sold.code ?? "-",
    sold.buyer,
    link(sold.transactionHash),
  ]);
  const title = `Ticket ${status.address} on ${network} (chain ${status.chainId}), block ${status.block}`;
  return [
    withLinks(network, title),
    table(lines),
    ...(sales.length === 0 ? ["No sale yet."] : ["Last sales:", table(sales, [1, 2])]),
  ].join("\n");
}
