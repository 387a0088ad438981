import {
  type ContractTransaction,
  type ErrorDescription,
  getAddress,
  Interface,
  isHexString,
  toQuantity,
} from "ethers";
import { ITicket__factory } from "../../../../typechain-types/factories/contracts/interfaces/ITicket__factory.ts";
import { IERC721A__factory } from "../../../../typechain-types/factories/erc721a/contracts/IERC721A__factory.ts";
import type { Eip1193Provider } from "../../domain/eip1193.ts";
import { codeOf } from "../../domain/link.ts";
import { MintError, type Refusal } from "../../domain/mint-failure.ts";
import { type Order, ownerOf, type ShownOrder, sellable } from "../../domain/order.ts";
import type { AskedPurchase, PendingPurchase } from "../../domain/sale.ts";
import { opinions, two } from "../rpc/opinions.ts";
import { CallReverted, type FailoverTransport } from "../rpc/transport.ts";
import {
  type ConfirmedSale,
  confirmSale,
  disagreement,
  readConfirmedSale,
} from "../sale/confirm-sale.ts";
import {
  type Assessment,
  assessmentOf,
  canPay,
  feeOf,
  gasOf,
  isReverted,
  refusalOf,
  TRANSACTION_GAS_CAP,
} from "./assessment.ts";
import { createSettlement, type Settlement } from "./settlement.ts";
import { revertDataOf, walletFailure } from "./wallet-error.ts";

/** Spec section 9. */
const GAS_LIMIT = 300_000n;

/** Fees that two endpoints tell within this factor are about the same: the price of gas moves with each block. */
const SIMILAR_FEES = 2n;

/** A transaction that the chain would accept now, and what it is followed by once it is sent. */
export interface PreparedPurchase extends AskedPurchase {
  readonly transaction: ContractTransaction;
}

/** What endpoints say of an order: of the sale, and of the purchase of it. */
export interface AssessedOrder extends ConfirmedSale {
  /** Of one endpoint or two; empty for an order without a price. */
  readonly assessments: readonly Assessment[];
}

/**
 * Buys tickets through the visitor's wallet. This module brings ethers and the TypeChain factories with it, so it is
 * loaded together with the wallet kit, not before.
 */
export interface Purchaser extends Settlement {
  /**
   * Asks two endpoints, where there are two, all that has to be known of an order before it is sent, in one round trip.
   * @throws {MintError} if they disagree about the sale; anything else if none answers
   */
  assess(order: ShownOrder, buyer: string, signal: AbortSignal): Promise<AssessedOrder>;
  /**
   * @param assessed what endpoints say of this order
   * @throws {MintError} if the purchase can't succeed, or if two endpoints disagree about that: nothing is sent then
   */
  prepare(order: Order, buyer: string, assessed: AssessedOrder): Promise<PreparedPurchase>;
  /**
   * Network fee of the order in wei, about: gas as estimated now, at the price of gas now.
   * @throws {MintError} if it can't be estimated, or if two endpoints tell very different fees
   */
  estimateFee(order: Order, buyer: string): Promise<bigint>;
  /** Hands the transaction to the wallet. @throws {MintError} */
  send(purchase: PreparedPurchase, provider: Eip1193Provider): Promise<PendingPurchase>;
  /** What a wallet's answer to the transaction of this purchase makes of it. @throws {MintError} if it refuses */
  hear(asked: AskedPurchase, answer: Promise<unknown>): Promise<PendingPurchase>;
}

/** `ITicket` can't repeat the errors of what `Ticket` inherits, so they are decoded with both. */
const errors = new Interface([...ITicket__factory.abi, ...IERC721A__factory.abi]);

export function createPurchaser(
  transport: FailoverTransport,
  ticketAddress: string,
  chainId: number,
  confirmations: number,
): Purchaser {
  const ticket = ITicket__factory.connect(ticketAddress);

  function callOf(order: Order, buyer: string) {
    const { quantity, affiliate, payable: value } = order;
    const to = ownerOf(order, buyer);
    return affiliate.kind === "none"
      ? ticket.buyTicket.populateTransaction(to, quantity, { value })
      : ticket.buyTicketWithAffiliate.populateTransaction(to, quantity, affiliate.code, { value });
  }

  /** Reads the transaction back: what goes to the wallet is what the page showed, or nothing goes. */
  function isWhatWasShown({ order, buyer, transaction }: PreparedPurchase): boolean {
    const { quantity, affiliate, payable } = order;
    const call = ticket.interface.parseTransaction({ data: transaction.data });
    const args = affiliate.kind === "none" ? [] : [affiliate.code];
    return (
      transaction.to.toLowerCase() === ticketAddress.toLowerCase() &&
      transaction.from === buyer &&
      transaction.value === payable &&
      transaction.chainId === BigInt(chainId) &&
      call?.name === (affiliate.kind === "none" ? "buyTicket" : "buyTicketWithAffiliate") &&
      String(call.args) === String([getAddress(ownerOf(order, buyer)), quantity, ...args])
    );
  }

  /** The reason is not in a receipt: the call is made again as of its block. */
  async function revertedBecause(
    { order, buyer }: PendingPurchase,
    block: number,
  ): Promise<Refusal | null> {
    const { to, data } = await callOf(order, buyer);
    const call = { from: buyer, to, data, value: toQuantity(order.payable) };
    const reasons = await opinions(
      transport,
      async (endpoint, signal) => {
        const params = [call, toQuantity(block)];
        const refusal = await endpoint
          .request({ method: "eth_call", params }, () => null, signal)
          .catch(refusalOf);
        return refusal instanceof CallReverted ? refusal.data.toLowerCase() : null;
      },
      two,
    );
    const [reason, second] = reasons;
    return reason == null || (transport.size > 1 && second !== reason) ? null : refusalIn(reason);
  }

  async function hear(asked: AskedPurchase, answer: Promise<unknown>): Promise<PendingPurchase> {
    const transactionHash = await answer.catch((error: unknown) => {
      throw asMintError(error);
    });
    if (!isHexString(transactionHash, 32)) throw new MintError({ reason: "noTransactionHash" });
    return { ...asked, transactionHash };
  }

  return {
    ...createSettlement(transport, ticketAddress, ticket.interface, confirmations, revertedBecause),

    async assess(order, buyer, signal) {
      const query = { quantity: order.quantity, affiliateCode: codeOf(order.affiliate) };
      const priced = sellable(order);
      // Its code may be inactive all the same.
      if (priced === null) {
        const confirmed = await readConfirmedSale(transport, ticketAddress, query, signal);
        return { ...confirmed, assessments: [] };
      }
      const enquiry = assessmentOf(await callOf(priced, buyer), buyer, priced.payable);
      const confirmed = await confirmSale(transport, ticketAddress, query, enquiry, signal);
      const { sale, block, answers } = confirmed;
      return { sale, block, assessments: answers.filter((answer) => answer !== undefined) };
    },

    async prepare(order, buyer, { sale, block, assessments }) {
      const call = await callOf(order, buyer);
      const value = order.payable;
      const [one, second] = assessments;
      if (one === undefined) throw new MintError({ reason: "endpointsSilent" });
      const other = second ?? one;
      if (one.byContract !== other.byContract) throw disagreement("account");
      if (isReverted(one) !== isReverted(other)) throw disagreement("outcome");
      if (one.estimate instanceof CallReverted) throw asMintError(one.estimate);
      // A payment may have come in a moment ago, and the wallet looks at its balance itself.
      if (!canPay(one, value) && !canPay(other, value)) throw insufficientFunds(one, value);

      // The spec's limit whenever the call fits in it; forks that make storage dearer need more for large purchases.
      const estimate = gasOf(one) > gasOf(other) ? gasOf(one) : gasOf(other);
      const gasLimit = estimate <= GAS_LIMIT ? GAS_LIMIT : withMargin(estimate);
      return {
        order,
        buyer,
        transaction: { ...call, from: buyer, chainId: BigInt(chainId), gasLimit },
        sinceBlock: block,
        soldBefore: Number(sale.totalSupply),
        nonceFrom: Math.max(one.nonce, other.nonce),
        nonce: null,
        genesis: one.genesis === other.genesis ? one.genesis : null,
        byContract: one.byContract,
      };
    },

    async estimateFee(order, buyer) {
      const { calls, accept } = feeOf(await callOf(order, buyer), buyer, order.payable);
      const fees = await opinions(
        transport,
        (endpoint, signal) => endpoint.requestAll(calls, accept, signal),
        two,
      );
      const [one, second] = fees;
      if (one === undefined) throw new MintError({ reason: "endpointsSilent" });
      const other = second ?? one;
      const [low, high] = one < other ? [one, other] : [other, one];
      if (high > low * SIMILAR_FEES) throw disagreement("networkFee");
      return high;
    },

    async send(purchase, provider) {
      if (!isWhatWasShown(purchase)) throw new MintError({ reason: "notWhatWasShown" });
      const { transaction, ...followed } = purchase;
      const { to, data, value, gasLimit } = transaction;
      const params = [
        {
          from: followed.buyer,
          to,
          data,
          value: toQuantity(value ?? 0n),
          gas: toQuantity(gasLimit ?? 0n),
          chainId: toQuantity(chainId),
        },
      ];
      // Not through ethers' signer: it loses what wallets throw unless it has a code, and asks for accounts again.
      const ask = async () => provider.request({ method: "eth_sendTransaction", params });
      return await hear(followed, ask());
    },

    hear,
  };
}

function asMintError(error: unknown): MintError {
  const data = error instanceof CallReverted ? error.data : revertDataOf(error);
  const told = data === null ? null : refusalIn(data);
  const refusal =
    told ?? (error instanceof CallReverted ? ({ kind: "other", error: null } as const) : null);
  const failure =
    refusal === null ? walletFailure(error) : ({ reason: "refused", refusal } as const);
  return new MintError(failure, { cause: error });
}

/** What the contract's custom error tells; `null` for data that is none. */
function refusalIn(data: string): Refusal | null {
  const error = parseRevert(data);
  if (error === null) return null;
  const { args } = error;
  switch (error.name) {
    case "SoldOut":
      return { kind: "tooFewLeft", remaining: args.remaining };
    case "SalePaused":
      return { kind: "salePaused" };
    case "IncorrectPayment":
      return { kind: "priceChanged", price: args.expected };
    case "AffiliateNotActive":
      return { kind: "affiliateNotActive" };
    case "InvalidQuantity":
      return { kind: "invalidQuantity" };
    default:
      return { kind: "other", error: error.name };
  }
}

/** `null` for what no contract of ours says; ethers throws when an endpoint hides or cuts the data. */
function parseRevert(data: string): ErrorDescription | null {
  try {
    return errors.parseError(data);
  } catch {
    return null;
  }
}

function insufficientFunds({ balance, estimate, gasPrice }: Assessment, value: bigint): MintError {
  if (balance >= value && typeof estimate !== "bigint") {
    return new MintError({ reason: "insufficientFunds", funds: null });
  }
  const needed =
    balance < value || typeof estimate !== "bigint" ? value : value + estimate * gasPrice;
  return new MintError({ reason: "insufficientFunds", funds: { needed, owned: balance } });
}

function withMargin(estimate: bigint): bigint {
  const limit = (estimate * 12n) / 10n;
  return limit < TRANSACTION_GAS_CAP ? limit : TRANSACTION_GAS_CAP;
}
