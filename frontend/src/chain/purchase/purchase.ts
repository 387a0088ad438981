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
import { agreed, opinions, pairOf } from "../rpc/opinions.ts";
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
  refusalOf,
  TRANSACTION_GAS_CAP,
} from "./assessment.ts";
import { isSame } from "./chain-answers.ts";
import { createSettlement, type Settlement } from "./settlement.ts";
import { revertDataOf, walletFailure } from "./wallet-error.ts";

/** Spec section 9. */
const GAS_LIMIT = 300_000n;

/** Gas prices change with each block, so two fees within this factor agree. */
const SIMILAR_FEES = 2n;

/** Hardhat's, which `npm start` can reset. */
const LOCAL_CHAIN_ID = 31_337;

/** A transaction that the chain would accept now. */
export interface PreparedPurchase extends AskedPurchase {
  readonly transaction: ContractTransaction;
}

export interface AssessedOrder extends ConfirmedSale {
  /** Of one endpoint or two; empty for an order without a price. */
  readonly assessments: readonly Assessment[];
}

/** Buys tickets through the visitor's wallet. Brings ethers and the TypeChain factories, so it is loaded with the wallet kit. */
export interface Purchaser extends Settlement {
  /** Asks the endpoints about an order, in one round trip. @throws {MintError} if they disagree; another error if none answers */
  assess(order: ShownOrder, buyer: string, signal: AbortSignal): Promise<AssessedOrder>;
  /** @throws {MintError} if the purchase can't succeed */
  prepare(order: Order, buyer: string, assessed: AssessedOrder): Promise<PreparedPurchase>;
  /**
   * Network fee of the order in wei, about: gas as estimated now, at the price of gas now.
   * @throws {MintError} if it can't be estimated, or if no two endpoints tell similar fees
   */
  estimateFee(order: Order, buyer: string): Promise<bigint>;
  /** Asks the wallet for the transaction. @returns its hash @throws {MintError} */
  send(purchase: PreparedPurchase, provider: Eip1193Provider): Promise<string>;
  /** @returns the hash that a wallet answers with @throws {MintError} for any other answer */
  hear(answer: Promise<unknown>): Promise<string>;
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

  /** Reads the transaction back: only what the page showed goes to the wallet. */
  function isWhatWasShown({ order, buyer, transaction }: PreparedPurchase): boolean {
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
  }

  /** The reason is not in a receipt: the call is made again as of its block. */
  async function revertedBecause(
    { order, buyer }: PendingPurchase,
    block: number,
  ): Promise<Refusal | null> {
    const { to, data } = await callOf(order, buyer);
    const call = { from: buyer, to, data, value: toQuantity(order.payable) };
    const reason = await agreed(transport, async (endpoint, signal) => {
      const params = [call, toQuantity(block)];
      const refusal = await endpoint
        .request({ method: "eth_call", params }, () => null, signal)
        .catch(refusalOf);
      return refusal instanceof CallReverted ? refusal.data.toLowerCase() : null;
    });
    return reason == null ? null : refusalIn(reason);
  }

  async function hear(answer: Promise<unknown>): Promise<string> {
    const transactionHash = await answer.catch((error: unknown) => {
      throw asMintError(error);
    });
    if (!isHexString(transactionHash, 32)) throw new MintError({ reason: "noTransactionHash" });
    return transactionHash;
  }

  return {
    ...createSettlement(transport, ticketAddress, ticket.interface, confirmations, revertedBecause),

    async assess(order, buyer, signal) {
      const query = { quantity: order.quantity, affiliateCode: codeOf(order.affiliate) };
      const priced = sellable(order);
      if (priced === null) {
        const confirmed = await readConfirmedSale(transport, ticketAddress, query, signal);
        return { ...confirmed, assessments: [] };
      }
      const isLocal = chainId === LOCAL_CHAIN_ID;
      const enquiry = assessmentOf(await callOf(priced, buyer), buyer, priced.payable, isLocal);
      const { answers, ...confirmed } = await confirmSale(
        transport,
        ticketAddress,
        query,
        enquiry,
        signal,
      );
      return { ...confirmed, assessments: answers.filter((answer) => answer !== undefined) };
    },

    async prepare(order, buyer, { sale, block, assessments }) {
      const call = await callOf(order, buyer);
      const value = order.payable;
      const [one, second] = assessments;
      if (one === undefined) throw new MintError({ reason: "endpointsSilent" });
      const other = second ?? one;
      if (one.estimate instanceof CallReverted) throw asMintError(one.estimate);
      // A payment may have come in just now, and the wallet checks its balance itself.
      if (!canPay(one, value) && !canPay(other, value)) throw insufficientFunds(one, value);

      // The spec's limit, unless a fork made storage dearer.
      const estimate = gasOf(one) > gasOf(other) ? gasOf(one) : gasOf(other);
      const gasLimit = estimate <= GAS_LIMIT ? GAS_LIMIT : withMargin(estimate);
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

    async estimateFee(order, buyer) {
      const { calls, accept } = feeOf(await callOf(order, buyer), buyer, order.payable);
      const fees = await opinions(
        transport,
        (endpoint, signal) => endpoint.requestAll(calls, accept, signal),
        (told) => pairOf(told, areSimilarFees) !== null,
      );
      const [only, ...others] = fees;
      if (only === undefined) throw new MintError({ reason: "endpointsSilent" });
      if (others.length === 0) return only;
      const similar = pairOf(fees, areSimilarFees);
      if (similar === null) throw disagreement("networkFee");
      return similar[0] > similar[1] ? similar[0] : similar[1];
    },

    async send(purchase, provider) {
      if (!isWhatWasShown(purchase)) throw new MintError({ reason: "notWhatWasShown" });
      const { to, data, value, gasLimit } = purchase.transaction;
      const asked = {
        from: purchase.buyer,
        to,
        data,
        value: toQuantity(value ?? 0n),
        gas: toQuantity(gasLimit ?? 0n),
        chainId: toQuantity(chainId),
      };
      // ethers' signer loses errors without a code, and asks for accounts again.
      const ask = async () => provider.request({ method: "eth_sendTransaction", params: [asked] });
      return await hear(ask());
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

/** `null` for data that is no custom error. */
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

/** `null` for another contract's error; ethers throws for data that an endpoint hides or cuts. */
function parseRevert(data: string): ErrorDescription | null {
  try {
    return errors.parseError(data);
  } catch {
    return null;
  }
}

function insufficientFunds(
  { balance, estimate, gasPrice, byContract }: Assessment,
  value: bigint,
): MintError {
  if (balance >= value && typeof estimate !== "bigint") {
    return new MintError({ reason: "insufficientFunds", funds: null });
  }
  // A contract pays no fee: the account that has it execute does.
  const includesFee = typeof estimate === "bigint" && !byContract;
  const needed = includesFee ? value + estimate * gasPrice : value;
  return new MintError({
    reason: "insufficientFunds",
    funds: { needed, owned: balance, includesFee },
  });
}

function areSimilarFees(one: bigint, other: bigint): boolean {
  return one <= other * SIMILAR_FEES && other <= one * SIMILAR_FEES;
}

function withMargin(estimate: bigint): bigint {
  const limit = (estimate * 12n) / 10n;
  return limit < TRANSACTION_GAS_CAP ? limit : TRANSACTION_GAS_CAP;
}
