import hre from "hardhat";
import { maxPerPurchase, progressShownAbove } from "../../../collection.ts";

export interface SoldChain {
  readonly url: string;
  readonly ticketAddress: string;
  close(): Promise<void>;
}

export interface Holder {
  readonly to: string;
  readonly tickets: number;
}

export const ACTIVE_CODE = "welcome5";

/**
 * Starts a chain with mainnet's id and enough sold tickets to show every part of the page.
 * @param holder gets the last tickets
 */
export async function startSoldChain(holder?: Holder): Promise<SoldChain> {
  const params = { network: "node", override: { chainId: 1 } };
  const server = await hre.network.createServer(params, "127.0.0.1");
  const { address, port } = await server.listen();
  const url = `http://${address}:${port}`;
  const { JsonRpcProvider } = await import("ethers");
  const { bindings, deployTicketAndRenderer } = await import("../../contracts/deploy-ticket.ts");
  const provider = new JsonRpcProvider(url, undefined, { cacheTimeout: -1 });
  const owner = await provider.getSigner(0);
  const { ticket } = await deployTicketAndRenderer(bindings(owner));
  for (let sold = 0; sold <= progressShownAbove; sold += maxPerPurchase) {
    const value = await ticket.getPriceForQuantity(maxPerPurchase);
    await (await ticket.buyTicket(owner.address, maxPerPurchase, { value })).wait();
  }
  for (let held = 0; held < (holder?.tickets ?? 0); held += maxPerPurchase) {
    const value = await ticket.getPriceForQuantity(maxPerPurchase);
    await (await ticket.buyTicket(holder?.to ?? owner, maxPerPurchase, { value })).wait();
  }
  await (await ticket.setAffiliates([ACTIVE_CODE], true)).wait();
  provider.destroy();
  return { url, ticketAddress: await ticket.getAddress(), close: () => server.close() };
}
