import { type ContractTransaction, getAddress } from "ethers";
import { ITicket__factory } from "../../../../typechain-types/factories/contracts/interfaces/ITicket__factory.ts";
import { type Order, ownerOf } from "../../domain/order/order.ts";
import type { AskedPurchase } from "../../domain/order/purchase.ts";
import { isSame } from "./chain-answers.ts";

export function createOrderCalls(ticketAddress: string, chainId: number) {
  const ticket = ITicket__factory.connect(ticketAddress);
  return {
    contract: ticket.interface,

    callOf(order: Order, buyer: string) {
      const { quantity, affiliate, payable: value } = order;
      const to = ownerOf(order, buyer);
      return affiliate.kind === "none"
        ? ticket.buyTicket.populateTransaction(to, quantity, { value })
        : ticket.buyTicketWithAffiliate.populateTransaction(to, quantity, affiliate.code, {
            value,
          });
    },

    isWhatWasShown({ order, buyer }: AskedPurchase, transaction: ContractTransaction): boolean {
      const { quantity, affiliate, payable } = order;
      const call = ticket.interface.parseTransaction({ data: transaction.data });
      const args = affiliate.kind === "none" ? [] : [affiliate.code];
      return (
        isSame(transaction.to, ticketAddress) &&
        transaction.from === buyer &&
        transaction.value === payable &&
        transaction.chainId === BigInt(chainId) &&
        call?.name === (affiliate.kind === "none" ? "buyTicket" : "buyTicketWithAffiliate") &&
        String(call.args) === String([getAddress(ownerOf(order, buyer)), quantity, ...args])
      );
    },
  };
}
