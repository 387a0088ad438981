import { type Chain, networks } from "../../networks.ts";
import { MemoryPurchases } from "../../test/doubles/page/memory-purchases.ts";
import { pendingPurchase } from "../../test/doubles/page/pending-purchase.ts";
import type { PreparedPurchase, Purchaser } from "../src/chain/purchase/purchase.ts";
import { saleQuery, type TicketReader } from "../src/chain/sale/reader.ts";
import type { ReadPictures } from "../src/chain/tickets/pictures.ts";
import type { PicturesAhead } from "../src/chain/tickets/pictures-ahead.ts";
import type { CheckoutPorts } from "../src/mint/checkout/Checkout.tsx";
import type { TicketPorts } from "../src/mint/tickets/ticket-ports.ts";

export const TICKET = "0x5FbDB2315678afecb367f032d93F642f64180aa3";

const never = () => new Promise<never>(() => undefined);

export const latePictures = (load: ReadPictures = async () => []): PicturesAhead => ({
  expect: () => undefined,
  known: () => [],
  load,
});

export const noTickets: TicketPorts = {
  held: { count: async () => 0, find: async () => [] },
  loadPictures: async () => [],
  gallery: { Part: () => null, preload: () => undefined },
  ticketAddress: TICKET,
  getProvider: () => null,
  linkTo: () => "https://mint.example/",
};

async function alone(task: () => Promise<void>): Promise<boolean> {
  await task();
  return true;
}

/** By default, the wallet sends each order, and the chain never tells what became of it. */
export function fakePurchaser(
  readSale: TicketReader["readSale"],
  own: Partial<Purchaser> = {},
): Purchaser {
  const { transactionHash, ...pending } = pendingPurchase();
  return {
    assess: async (order, buyer, signal) => {
      const sale = await readSale(saleQuery({ ...order, buyer }), signal);
      return { sale, block: pending.sinceBlock, answers: [] };
    },
    prepare: async (order): Promise<PreparedPurchase> => ({
      ...pending,
      order,
      transaction: { to: TICKET, data: "0x" },
    }),
    hear: never,
    send: async () => transactionHash,
    estimateFee: async () => 0n,
    follow: never,
    ...own,
  };
}

export function checkoutPorts(
  own: Pick<CheckoutPorts, "wallet" | "loadPurchaser"> & Partial<CheckoutPorts>,
  { chainId, currency }: Chain = networks.mainnet,
): CheckoutPorts {
  return {
    chainId,
    currencySymbol: currency.symbol,
    pictures: latePictures(),
    tickets: noTickets,
    loadRecipients: never,
    readAccountName: null,
    purchases: new MemoryPurchases().tab(),
    exclusively: alone,
    ...own,
  };
}
