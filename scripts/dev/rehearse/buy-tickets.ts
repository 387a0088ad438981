import type { Signer } from "ethers";
import type { ITicket } from "../../../typechain-types/contracts/interfaces/ITicket.ts";

/**
 * Buys, and resolves once the purchase is mined.
 * @param code `null` for none
 * @returns wei paid
 */
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

export type Till = ReturnType<typeof createTill>;

/**
 * Sums what buyers paid.
 * @param codeOf returns the code of a sale; the first is 0
 */
export function createTill(
  ticket: Pick<ITicket, "connect">,
  buyers: readonly Signer[],
  codeOf: (sale: number) => string | null,
) {
  /** Wei, by code. */
  const paidWith = new Map<string, bigint>();
  const till = {
    sales: 0,
    /** Wei. */
    paid: 0n,
    async buy(quantity: number): Promise<void> {
      const buyer = buyers[till.sales % buyers.length];
      if (buyer === undefined) throw new Error("The simulated chain has too few accounts");
      const code = codeOf(till.sales);
      const value = await buyTickets(ticket, buyer, quantity, code);
      till.sales += 1;
      till.paid += value;
      if (code !== null) paidWith.set(code, (paidWith.get(code) ?? 0n) + value);
    },
    /** Wei, rounded down like the contract. */
    commission: (code: string, percent: number): bigint =>
      ((paidWith.get(code) ?? 0n) * BigInt(percent)) / 100n,
  };
  return till;
}
