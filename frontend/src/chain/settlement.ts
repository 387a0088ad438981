import { type Interface, zeroPadValue } from "ethers";
import { type MiningNotice, MintError } from "../domain/mint.ts";
import type { PendingPurchase, Purchase } from "../domain/sale.ts";
import { asData, asQuantity } from "./answers.ts";
import { delay } from "./delay.ts";
import { EndpointsFailed, type Transport } from "./transport.ts";

/** Spec section 9: fallback polling. The first looks come sooner, since most blocks do. */
const POLL_MS = [500, 1_000, 2_000, 4_000] as const;

/** How many looks in a row must agree, since endpoints behind one address are not all at the same block. */
const SURE_AFTER_LOOKS = 3;

const SECOND_LOOK_MS = 1_000;

/** No endpoint knows the transaction for so many looks: about half a minute. */
const UNSEEN_AFTER_LOOKS = 9;

/** What endpoints take at least in one `eth_getLogs`. */
const LOG_WINDOW = 500;

interface Log {
  readonly address: string;
  readonly topics: string[];
  readonly data: string;
  readonly transactionHash: string;
}

interface Receipt {
  readonly status: bigint;
  readonly blockNumber: string;
  /** `null` when its logs have none of this order. */
  readonly purchase: Purchase | null;
}

/** What a look at the chain showed. */
interface Look {
  readonly receipt: Receipt | null;
  /** Nonce of the transaction, `null` when no endpoint knows it. */
  readonly nonce: bigint | null;
  readonly head: number;
}

/**
 * Follows a purchase until it has settled, whatever becomes of its transaction: mined, reverted, sped up or replaced
 * under another hash, cancelled, or signed by a Safe's owners days later.
 */
export interface Settlement {
  /** @throws {MintError} when nothing was bought */
  follow(
    pending: PendingPurchase,
    notice: (notice: MiningNotice) => void,
    signal: AbortSignal,
  ): Promise<Purchase>;
}

export function createSettlement(
  transport: Transport,
  ticketAddress: string,
  ticket: Interface,
  revertedBecause: (pending: PendingPurchase, blockNumber: string) => Promise<string>,
): Settlement {
  async function look(
    pending: PendingPurchase,
    knownNonce: bigint | null,
    signal: AbortSignal,
  ): Promise<Look> {
    const { transactionHash } = pending;
    const receipt = await transport.request(
      { method: "eth_getTransactionReceipt", params: [transactionHash] },
      (result) => asReceipt(result, pending),
      signal,
    );
    if (receipt !== null) return { receipt, nonce: knownNonce, head: 0 };
    const [nonce, head] = await Promise.all([
      transport.request(
        { method: "eth_getTransactionByHash", params: [transactionHash] },
        asNonce,
        signal,
      ),
      transport.request({ method: "eth_blockNumber", params: [] }, asQuantity, signal),
    ]);
    return { receipt: null, nonce: nonce ?? knownNonce, head: Number(head) };
  }

  function asReceipt(result: unknown, pending: PendingPurchase): Receipt | null {
    if (result === null) return null;
    const { status, blockNumber, logs } = result as Record<string, unknown>;
    if (typeof blockNumber !== "string") throw new TypeError("Not a receipt");
    return { status: asQuantity(status), blockNumber, purchase: purchaseIn(logs, pending) };
  }

  /**
   * The purchase among an endpoint's logs, whichever transaction brought it. @throws {Error} for logs that no chain
   * gives: another endpoint is asked then.
   */
  function purchaseIn(logs: unknown, { buyer, order }: PendingPurchase): Purchase | null {
    for (const log of asLogs(logs)) {
      if (log.address.toLowerCase() !== ticketAddress.toLowerCase()) continue;
      const event = ticket.parseLog(log);
      if (
        event?.name === "TicketsSold" &&
        event.args.buyer.toLowerCase() === buyer.toLowerCase() &&
        event.args.quantity === BigInt(order.quantity) &&
        event.args.paid === order.payable
      ) {
        return {
          transactionHash: log.transactionHash,
          firstTokenId: event.args.firstTokenId,
          quantity: order.quantity,
        };
      }
    }
    return null;
  }

  async function purchaseBetween(
    from: number,
    to: number,
    pending: PendingPurchase,
    signal: AbortSignal,
  ) {
    const filter = {
      address: ticketAddress,
      fromBlock: toHexQuantity(from),
      toBlock: toHexQuantity(to),
      topics: [ticket.getEvent("TicketsSold")?.topicHash ?? null, zeroPadValue(pending.buyer, 32)],
    };
    return await transport.request(
      { method: "eth_getLogs", params: [filter] },
      (result) => purchaseIn(result, pending),
      signal,
    );
  }

  return {
    async follow(pending, notice, signal) {
      let nonce: bigint | null = null;
      let scannedTo = pending.sinceBlock;
      let looksUnseen = 0;
      let looksReplaced = 0;

      for (let round = 0; ; round += 1) {
        const patience = POLL_MS[Math.min(round, POLL_MS.length - 1)] ?? 4_000;
        await delay(looksReplaced > 0 ? SECOND_LOOK_MS : patience, signal);
        try {
          const seen: Look = await look(pending, nonce, signal);
          if (seen.receipt !== null) {
            if (seen.receipt.status !== 1n) {
              throw notBought(await revertedBecause(pending, seen.receipt.blockNumber));
            }
            if (seen.receipt.purchase !== null) return seen.receipt.purchase;
            throw notBought("the transaction was mined, but it sold no tickets.");
          }
          if (seen.head < pending.sinceBlock) {
            throw notBought("this chain was reset, and the transaction is gone with it.");
          }
          nonce = seen.nonce;
          looksUnseen = nonce === null ? looksUnseen + 1 : 0;

          const replaced =
            nonce !== null &&
            (await transport.request(
              { method: "eth_getTransactionCount", params: [pending.buyer, "latest"] },
              asQuantity,
              signal,
            )) > nonce;
          looksReplaced = replaced ? looksReplaced + 1 : 0;

          if (pending.byContract || replaced || looksUnseen > 0) {
            const to = Math.min(scannedTo + LOG_WINDOW - 1, seen.head);
            const purchase = await purchaseBetween(scannedTo, to, pending, signal);
            if (purchase !== null) return purchase;
            // Some blocks again next time, in case the newest ones are exchanged.
            scannedTo = to === seen.head ? Math.max(pending.sinceBlock, to - 5) : to + 1;
          }
          if (looksReplaced >= SURE_AFTER_LOOKS) {
            throw notBought(
              "the transaction was replaced or cancelled in your wallet. No tickets were bought.",
            );
          }
          if (pending.byContract) notice("owners");
          else notice(looksUnseen >= UNSEEN_AFTER_LOOKS ? "unseen" : "none");
        } catch (error) {
          // It is sent: endpoints that fail now don't change that, so go on looking.
          if (!(error instanceof EndpointsFailed)) throw error;
        }
      }
    },
  };
}

function notBought(detail: string): MintError {
  return new MintError({ reason: "sendingFailed", detail });
}

function toHexQuantity(value: number): string {
  return `0x${value.toString(16)}`;
}

function asLogs(result: unknown): readonly Log[] {
  if (!Array.isArray(result)) throw new TypeError("Not a list of logs");
  return result.map((log: Readonly<Record<string, unknown>>) => {
    if (!Array.isArray(log.topics)) throw new TypeError("Not a log");
    return {
      address: asData(log.address),
      topics: log.topics.map(asData),
      data: asData(log.data),
      transactionHash: asData(log.transactionHash),
    };
  });
}

function asNonce(result: unknown): bigint | null {
  return result === null ? null : asQuantity((result as Record<string, unknown>).nonce);
}
