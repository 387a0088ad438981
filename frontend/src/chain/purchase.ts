import {
  type ContractTransaction,
  type ErrorDescription,
  getAddress,
  Interface,
  isHexString,
  toQuantity,
} from "ethers";
import { ITicket__factory } from "../../../typechain-types/factories/contracts/interfaces/ITicket__factory.ts";
import { IERC721A__factory } from "../../../typechain-types/factories/erc721a/contracts/IERC721A__factory.ts";
import type { Eip1193Provider } from "../domain/eip1193.ts";
import { tooFewLeft } from "../domain/messages.ts";
import { MintError } from "../domain/mint.ts";
import { formatPrice } from "../domain/price.ts";
import type { Order, PendingPurchase } from "../domain/sale.ts";
import { asData, asQuantity } from "./answers.ts";
import { createSettlement, type Settlement } from "./settlement.ts";
import { CallReverted, EndpointsFailed, type RpcCall, type Transport } from "./transport.ts";
import { revertDataOf, walletFailure } from "./wallet-error.ts";

/** Spec section 9. */
const GAS_LIMIT = 300_000n;

/** The code of an account that delegates to a contract and still signs by itself (EIP-7702). */
const DELEGATION_PREFIX = "0xef0100";

const GAS_PRICE: RpcCall = { method: "eth_gasPrice", params: [] };

/** A transaction that the chain would accept now. */
export interface PreparedPurchase {
  readonly order: Order;
  readonly buyer: string;
  readonly transaction: ContractTransaction;
  /** The newest block at that time. */
  readonly block: number;
  /** Whether the buyer is a contract, such as a Safe. */
  readonly byContract: boolean;
}

/**
 * Buys tickets through the visitor's wallet. This module brings ethers and the TypeChain factories with it, so it is
 * loaded together with the wallet kit, not before.
 */
export interface Purchaser extends Settlement {
  /** @throws {MintError} when the purchase can't succeed: then nothing is sent. */
  prepare(order: Order, buyer: string): Promise<PreparedPurchase>;
  /** Network fee of the order in wei, about: gas as estimated now, at the price of gas now. @throws {MintError} */
  estimateFee(order: Order, buyer: string): Promise<bigint>;
  /** Hands the transaction to the wallet. @throws {MintError} */
  send(purchase: PreparedPurchase, provider: Eip1193Provider): Promise<PendingPurchase>;
}

/** `ITicket` can't repeat the errors of what `Ticket` inherits, so they are decoded with both. */
const errors = new Interface([...ITicket__factory.abi, ...IERC721A__factory.abi.filter(isError)]);

export function createPurchaser(
  transport: Transport,
  ticketAddress: string,
  chainId: number,
): Purchaser {
  const ticket = ITicket__factory.connect(ticketAddress);

  async function read<Value>(call: RpcCall, accept: (result: unknown) => Value): Promise<Value> {
    try {
      return await transport.request(call, accept);
    } catch (error) {
      throw asMintError(error);
    }
  }

  function callOf({ quantity, affiliateCode, payable: value }: Order, buyer: string) {
    return affiliateCode === null
      ? ticket.buyTicket.populateTransaction(buyer, quantity, { value })
      : ticket.buyTicketWithAffiliate.populateTransaction(buyer, quantity, affiliateCode, {
          value,
        });
  }

  function estimateGas({ to, data }: ContractTransaction, from: string, value: bigint) {
    const call = { from, to, data, value: toQuantity(value) };
    return read({ method: "eth_estimateGas", params: [call] }, asQuantity);
  }

  /** Reads the transaction back: what goes to the wallet is what the page showed, or nothing goes. */
  function isWhatWasShown({ order, buyer, transaction }: PreparedPurchase): boolean {
    const { quantity, affiliateCode, payable } = order;
    const call = ticket.interface.parseTransaction({ data: transaction.data });
    const args = affiliateCode === null ? [] : [affiliateCode];
    return (
      transaction.to.toLowerCase() === ticketAddress.toLowerCase() &&
      transaction.from === buyer &&
      transaction.value === payable &&
      transaction.chainId === BigInt(chainId) &&
      call?.name === (affiliateCode === null ? "buyTicket" : "buyTicketWithAffiliate") &&
      String(call.args) === String([getAddress(buyer), quantity, ...args])
    );
  }

  /** The reason is not in a receipt: the call is made again as of its block. */
  async function revertedBecause(
    { order, buyer }: PendingPurchase,
    blockNumber: string,
  ): Promise<string> {
    const { to, data } = await callOf(order, buyer);
    const call = { from: buyer, to, data, value: toQuantity(order.payable) };
    try {
      await transport.request({ method: "eth_call", params: [call, blockNumber] }, () => null);
    } catch (error) {
      const reason = error instanceof CallReverted ? revertReason(error.data) : null;
      if (reason !== null) return `the transaction was reverted: ${reason}`;
    }
    return "the transaction was reverted. Only its network fee was paid.";
  }

  return {
    ...createSettlement(transport, ticketAddress, ticket.interface, revertedBecause),

    async prepare(order, buyer) {
      const call = await callOf(order, buyer);
      const value = order.payable;
      const balance = await read(
        { method: "eth_getBalance", params: [buyer, "latest"] },
        asQuantity,
      );
      if (balance < value) throw insufficientFunds(value, balance);

      const [estimate, gasPrice, block, code] = await Promise.all([
        estimateGas(call, buyer, value),
        read(GAS_PRICE, asQuantity),
        read({ method: "eth_blockNumber", params: [] }, asQuantity),
        read({ method: "eth_getCode", params: [buyer, "latest"] }, asData),
      ]);
      const cost = value + estimate * gasPrice;
      if (balance < cost) throw insufficientFunds(cost, balance);

      // The spec's limit whenever the call fits in it; forks that make storage dearer need more for large purchases.
      const gasLimit = estimate <= GAS_LIMIT ? GAS_LIMIT : (estimate * 12n) / 10n;
      return {
        order,
        buyer,
        transaction: { ...call, from: buyer, chainId: BigInt(chainId), gasLimit },
        block: Number(block),
        byContract: code !== "0x" && !code.startsWith(DELEGATION_PREFIX),
      };
    },

    async estimateFee(order, buyer) {
      const call = await callOf(order, buyer);
      const [estimate, gasPrice] = await Promise.all([
        estimateGas(call, buyer, order.payable),
        read(GAS_PRICE, asQuantity),
      ]);
      return estimate * gasPrice;
    },

    async send(purchase, provider) {
      if (!isWhatWasShown(purchase)) {
        throw sendingFailed("the transaction is not what this page shows. Nothing was sent.");
      }
      const { order, buyer, transaction, block, byContract } = purchase;
      const { to, data, value, gasLimit } = transaction;
      let transactionHash: unknown;
      try {
        // Not through ethers' signer: it loses what wallets throw unless it has a code, and asks for accounts again.
        transactionHash = await provider.request({
          method: "eth_sendTransaction",
          params: [
            {
              from: buyer,
              to,
              data,
              value: toQuantity(value ?? 0n),
              gas: toQuantity(gasLimit ?? 0n),
              chainId: toQuantity(chainId),
            },
          ],
        });
      } catch (error) {
        throw asMintError(error);
      }
      if (!isHexString(transactionHash, 32)) {
        throw sendingFailed(
          "the wallet did not say which transaction it sent. Look at its activity before you try again.",
        );
      }
      return { transactionHash, buyer, order, sinceBlock: block, byContract };
    },
  };
}

function asMintError(error: unknown): MintError {
  if (error instanceof MintError) return error;
  if (error instanceof EndpointsFailed) {
    // Some endpoints look at the balance themselves, and say so with no revert.
    if (/insufficient funds|exceeds allowance/i.test(String(error.cause))) {
      return sendingFailed("not enough funds for the price and the network fee.", error);
    }
    return sendingFailed(
      "the network does not answer. Nothing was sent. Try again in a moment.",
      error,
    );
  }
  const data = error instanceof CallReverted ? error.data : revertDataOf(error);
  const reason = data === null ? null : revertReason(data);
  if (reason !== null) return sendingFailed(reason, error);
  if (error instanceof CallReverted) {
    return sendingFailed("the contract refuses this purchase.", error);
  }
  return new MintError(walletFailure(error), { cause: error });
}

/** What the contract's custom error means to a visitor. */
function revertReason(data: string): string | null {
  const error = parseRevert(data);
  if (error === null) return null;
  const { args } = error;
  switch (error.name) {
    case "SoldOut":
      return tooFewLeft(args.remaining);
    case "SalePaused":
      return "sales are paused at the moment.";
    case "IncorrectPayment":
      return `the price has changed to ${formatPrice(args.expected)} ETH. Nothing was paid; look at the new price and try again.`;
    case "AffiliateNotActive":
      return "this affiliate code is not active any more.";
    case "InvalidQuantity":
      return "1 to 50 tickets can be bought at once.";
    default:
      return `the contract refuses this purchase (${error.name}).`;
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

function insufficientFunds(needed: bigint, balance: bigint): MintError {
  return sendingFailed(
    `not enough funds: price and network fee are about ${formatPrice(needed)} ETH, and the wallet has ${formatPrice(balance)} ETH.`,
  );
}

function sendingFailed(detail: string, cause?: unknown): MintError {
  return new MintError({ reason: "sendingFailed", detail }, { cause });
}

function isError(fragment: { readonly type: string }): boolean {
  return fragment.type === "error";
}
