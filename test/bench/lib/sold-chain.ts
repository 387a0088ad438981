import { maxPerPurchase, progressShownAbove } from "../../../collection.ts";
import { bindings, deployTicketAndRenderer } from "../../contracts/deploy-ticket.ts";
import { startHardhatNode } from "../../tasks/support/node.ts";

export interface Holder {
  readonly to: string;
  readonly tickets: number;
}

export const ACTIVE_CODE = "welcome5";

/**
 * Starts a chain with mainnet's id and enough sold tickets to show every part of the page.
 * @param holder gets the last tickets
 */
export async function startSoldChain(holder?: Holder) {
  const node = await startHardhatNode(1);
  const owner = await node.provider.getSigner(0);
  const { ticket } = await deployTicketAndRenderer(bindings(owner));
  const seller = { to: owner.address, tickets: progressShownAbove + 1 };
  for (const { to, tickets } of holder ? [seller, holder] : [seller]) {
    for (let held = 0; held < tickets; held += maxPerPurchase) {
      const value = await ticket.getPriceForQuantity(maxPerPurchase);
      await (await ticket.buyTicket(to, maxPerPurchase, { value })).wait();
    }
  }
  await (await ticket.setAffiliates([ACTIVE_CODE], true)).wait();
  return { ...node, ticket, ticketAddress: await ticket.getAddress() };
}
