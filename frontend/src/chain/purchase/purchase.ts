import { type ContractTransaction, isHexString, toQuantity } from "ethers";
import type { Eip1193Provider } from "../../domain/mint/eip1193.ts";
import { MintError } from "../../domain/mint/mint-failure.ts";
import { type Order, type ShownOrder, sellable } from "../../domain/order/order.ts";
import type { AskedPurchase, PendingPurchase } from "../../domain/order/purchase.ts";
import type { FailoverTransport } from "../rpc/transport.ts";
import { type Confirmation, confirmSale, readConfirmedSale } from "../sale/confirm-sale.ts";
import { saleQuery } from "../sale/reader.ts";
import { type Assessment, assessmentOf, readFee, readRefusal } from "./assessment.ts";
import { gasLimitFor } from "./gas-limit.ts";
import { createOrderCalls } from "./order-calls.ts";
import { asMintError } from "./refusals.ts";
import { createSettlement } from "./settlement.ts";

/** Hardhat's chain, which `npm start` can reset. */
const LOCAL_CHAIN_ID = 31_337;

export interface PreparedPurchase extends AskedPurchase {
  readonly transaction: ContractTransaction;
}

/** The answers are of one or two endpoints; empty for an order without a price. */
export type AssessedOrder = Confirmation<Assessment>;

export type Purchaser = ReturnType<typeof createPurchaser>;

/** Loads together with AppKit, because it imports ethers and the TypeChain factories. */
export function createPurchaser(
  transport: FailoverTransport,
  ticketAddress: string,
  chainId: number,
  confirmations: number,
) {
  const { contract, callOf, isWhatWasShown } = createOrderCalls(ticketAddress, chainId);

  const revertedBecause = async ({ order, buyer }: PendingPurchase, block: number) =>
    readRefusal(transport, await callOf(order, buyer), buyer, order.payable, block);

  return {
    ...createSettlement(transport, ticketAddress, contract, confirmations, revertedBecause),

    async assess(order: ShownOrder, buyer: string, signal: AbortSignal): Promise<AssessedOrder> {
      const query = saleQuery({ ...order, buyer });
      const priced = sellable(order);
      if (priced === null) {
        return {
          ...(await readConfirmedSale(transport, ticketAddress, query, signal)),
          answers: [],
        };
      }
      const isLocal = chainId === LOCAL_CHAIN_ID;
      const enquiry = assessmentOf(await callOf(priced, buyer), buyer, priced.payable, isLocal);
      return await confirmSale(transport, ticketAddress, query, enquiry, signal);
    },

    async prepare(order: Order, buyer: string, assessed: AssessedOrder): Promise<PreparedPurchase> {
      const { sale, block, answers } = assessed;
      const [one, other = one] = answers;
      if (one === undefined || other === undefined) {
        throw new MintError({ reason: "endpointsSilent" });
      }
      const gasLimit = gasLimitFor(one, other, order.payable);
      const call = await callOf(order, buyer);
      return {
        order,
        buyer,
        transaction: { ...call, from: buyer, chainId: BigInt(chainId), gasLimit },
        sinceBlock: block,
        soldBefore: Number(sale.totalSupply),
        nonceFrom: Math.min(one.nonce, other.nonce),
        nonce: null,
        genesis: one.genesis === other.genesis ? one.genesis : null,
        byContract: one.byContract,
      };
    },

    estimateFee: async (order: Order, buyer: string) =>
      readFee(transport, await callOf(order, buyer), buyer, order.payable),

    async send(purchase: PreparedPurchase, provider: Eip1193Provider): Promise<string> {
      const { transaction } = purchase;
      if (!isWhatWasShown(purchase, transaction))
        throw new MintError({ reason: "notWhatWasShown" });
      const { to, data, value, gasLimit } = transaction;
      const asked = {
        from: purchase.buyer,
        to,
        data,
        value: toQuantity(value ?? 0n),
        gas: toQuantity(gasLimit ?? 0n),
        chainId: toQuantity(chainId),
      };
      // Does not use ethers' signer, because it drops errors without a code and requests the
      // accounts again.
      const ask = async () => provider.request({ method: "eth_sendTransaction", params: [asked] });
      return await hear(ask());
    },

    hear,
  };
}

async function hear(answer: Promise<unknown>): Promise<string> {
  const transactionHash = await answer.catch((error: unknown) => {
    throw asMintError(error);
  });
  if (!isHexString(transactionHash, 32)) throw new MintError({ reason: "noTransactionHash" });
  return transactionHash;
}
