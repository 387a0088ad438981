import {
  BrowserProvider,
  type ContractTransaction,
  type ErrorDescription,
  Interface,
  toQuantity,
} from "ethers";
import { ITicket__factory } from "../../../typechain-types/factories/contracts/interfaces/ITicket__factory.ts";
import { IERC721A__factory } from "../../../typechain-types/factories/erc721a/contracts/IERC721A__factory.ts";
import type { Eip1193Provider } from "../domain/eip1193.ts";
import { MintError } from "../domain/mint.ts";
import { formatPrice } from "../domain/price.ts";
import type { Order, Purchase } from "../domain/sale.ts";
import { tooFewLeft } from "../domain/supply.ts";
import { delay } from "./delay.ts";
import { CallReverted, EndpointsFailed, type RpcCall, type Transport } from "./transport.ts";
import { revertDataOf, walletFailure } from "./wallet-error.ts";

/** Spec section 9. */
const GAS_LIMIT = 300_000n;

/** Spec section 9: fallback polling. The first looks come sooner, since most blocks do. */
const POLL_MS = [500, 1_000, 2_000, 4_000] as const;

/** A transaction that the chain would accept now. */
export interface PreparedPurchase {
  readonly buyer: string;
  readonly transaction: ContractTransaction;
}

/**
 * Buys tickets through the visitor's wallet. This module brings ethers and the TypeChain factories with it, so it is
 * loaded together with the wallet kit, not before.
 */
export interface Purchaser {
  /** @throws {MintError} when the purchase can't succeed: then nothing is sent. */
  prepare(order: Order, buyer: string): Promise<PreparedPurchase>;
  /** @returns the transaction's hash. @throws {MintError} */
  send(purchase: PreparedPurchase, provider: Eip1193Provider): Promise<string>;
  /** Waits for the receipt. @throws {MintError} when the transaction was reverted. */
  settle(
    purchase: PreparedPurchase,
    transactionHash: string,
    signal: AbortSignal,
  ): Promise<Purchase>;
}

interface Receipt {
  readonly status: bigint;
  readonly blockNumber: string;
  readonly logs: readonly { address: string; topics: string[]; data: string }[];
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

  return {
    async prepare(order, buyer) {
      const { quantity, affiliateCode, payable: value } = order;
      const call =
        affiliateCode === null
          ? await ticket.buyTicket.populateTransaction(buyer, quantity, { value })
          : await ticket.buyTicketWithAffiliate.populateTransaction(
              buyer,
              quantity,
              affiliateCode,
              { value },
            );

      const balance = await read(
        { method: "eth_getBalance", params: [buyer, "latest"] },
        asQuantity,
      );
      if (balance < value) throw insufficientFunds(value, balance);

      const [estimate, gasPrice] = await Promise.all([
        read(
          {
            method: "eth_estimateGas",
            params: [{ from: buyer, to: call.to, data: call.data, value: toQuantity(value) }],
          },
          asQuantity,
        ),
        read({ method: "eth_gasPrice", params: [] }, asQuantity),
      ]);
      const cost = value + estimate * gasPrice;
      if (balance < cost) throw insufficientFunds(cost, balance);

      // The spec's limit whenever the call fits in it; forks that make storage dearer need more for large purchases.
      const gasLimit = estimate <= GAS_LIMIT ? GAS_LIMIT : (estimate * 12n) / 10n;
      return { buyer, transaction: { ...call, from: buyer, chainId: BigInt(chainId), gasLimit } };
    },

    async send({ buyer, transaction }, provider) {
      try {
        const signer = await new BrowserProvider(provider, "any").getSigner(buyer);
        // Unchecked: a Safe answers with a hash that no node knows, and ethers would wait for it for ever.
        return await signer.sendUncheckedTransaction(transaction);
      } catch (error) {
        throw asMintError(error);
      }
    },

    async settle({ transaction }, transactionHash, signal) {
      const receipt = await waitForReceipt(transport, transactionHash, signal);
      if (receipt.status !== 1n) {
        throw sendingFailed(await revertedBecause(transport, transaction, receipt.blockNumber));
      }
      for (const log of receipt.logs) {
        if (log.address.toLowerCase() !== ticketAddress.toLowerCase()) continue;
        const event = ticket.interface.parseLog(log);
        if (event?.name === "TicketsSold") {
          return {
            transactionHash,
            firstTokenId: event.args.firstTokenId,
            quantity: Number(event.args.quantity),
          };
        }
      }
      throw sendingFailed("the transaction was mined, but it sold no tickets.");
    },
  };
}

async function waitForReceipt(
  transport: Transport,
  transactionHash: string,
  signal: AbortSignal,
): Promise<Receipt> {
  for (let look = 0; ; look += 1) {
    await delay(POLL_MS[Math.min(look, POLL_MS.length - 1)] ?? 4_000, signal);
    try {
      const receipt = await transport.request(
        { method: "eth_getTransactionReceipt", params: [transactionHash] },
        asReceipt,
        signal,
      );
      if (receipt !== null) return receipt;
    } catch (error) {
      // It is sent: endpoints that fail now don't change that, so go on looking.
      if (!(error instanceof EndpointsFailed)) throw error;
    }
  }
}

/** The reason is not in a receipt: the call is made again as of its block. */
async function revertedBecause(
  transport: Transport,
  { from, to, data, value }: ContractTransaction,
  blockNumber: string,
): Promise<string> {
  const call = { from, to, data, value: toQuantity(value ?? 0n) };
  try {
    await transport.request({ method: "eth_call", params: [call, blockNumber] }, () => null);
  } catch (error) {
    const reason = error instanceof CallReverted ? revertReason(error.data) : null;
    if (reason !== null) return `the transaction was reverted: ${reason}`;
  }
  return "the transaction was reverted. Only its network fee was paid.";
}

function asQuantity(result: unknown): bigint {
  if (typeof result !== "string" || !/^0x[0-9a-f]{1,64}$/i.test(result)) {
    throw new TypeError("Not a quantity");
  }
  return BigInt(result);
}

function asReceipt(result: unknown): Receipt | null {
  if (result === null) return null;
  const { status, blockNumber, logs } = result as Record<string, unknown>;
  if (typeof blockNumber !== "string" || !Array.isArray(logs)) {
    throw new TypeError("Not a receipt");
  }
  return { status: asQuantity(status), blockNumber, logs };
}

function asMintError(error: unknown): MintError {
  if (error instanceof MintError) return error;
  if (error instanceof EndpointsFailed) {
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
