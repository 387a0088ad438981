import type { Signer } from "ethers";
import type { ITicket } from "../../../typechain-types/contracts/interfaces/ITicket.ts";

/** Buys tickets for the buyer, and waits until they are mined. @param code `null` for none @returns wei paid */
export async function buyTickets(
  ticket: Pick<ITicket, "connect">,
  buyer: Signer,
  quantity: number,
  code: string | null,
): Promise<bigint> {
  const asBuyer = ticket.connect(buyer) as ITicket;
  const to = await buyer.getAddress();
  if (code === null) {
    const value = await asBuyer.getPriceForQuantity(quantity);
    await (await asBuyer.buyTicket(to, quantity, { value })).wait();
    return value;
  }
  const value = await asBuyer.getAffiliatePriceForQuantity(quantity);
  await (await asBuyer.buyTicketWithAffiliate(to, quantity, code, { value })).wait();
  return value;
}
