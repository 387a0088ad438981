import type { PreparedPurchase } from "../../chain/purchase/purchase.ts";
import { MintError, type MintFailure } from "../../domain/mint/mint-failure.ts";
import type { ShownOrder } from "../../domain/order/order.ts";
import type { Sale } from "../../domain/order/sale.ts";
import type { Wallet } from "../../wallet/wallet.ts";
import type { FollowedPurchases } from "./followed-purchases.ts";
import { type AskedWallet, failureOf, type MintPorts, mintTicket } from "./mint-ticket.ts";
import { isOpen, NOTHING_LEARNT, type PurchaseJournal } from "./purchase-journal.ts";
import type { TrackedPurchases } from "./tracked-purchases.ts";

/** WalletConnect gives a wallet five minutes, and its relay keeps the answer for another five. */
const ANSWERED_WITHIN_MS = 600_000;

/** A wallet's connection may fail after it has sent the transaction. */
const MAYBE_SENT: readonly MintFailure["reason"][] = [
  "walletFailed",
  "walletOffline",
  "walletOffNetwork",
  "walletLimited",
  "noTransactionHash",
  "unexpected",
];

export interface RequestPorts extends MintPorts {
  readonly wallet: Pick<Wallet, "getState" | "getProvider" | "recall">;
  readonly purchases: PurchaseJournal;
  /** @returns false if another tab runs a task */
  readonly exclusively: (task: () => Promise<void>) => Promise<boolean>;
}

/** A wallet's answer is only a hint. The page follows the purchase on the chain in any case. */
export function createWalletRequests(
  ports: RequestPorts,
  tracked: TrackedPurchases,
  followed: FollowedPurchases,
  visit: AbortSignal,
) {
  const { purchases: journal, wallet } = ports;

  function open(id: string, { transaction: _, ...asked }: PreparedPurchase): void {
    const pending = { ...asked, transactionHash: null };
    journal.open({ id, askedAt: Date.now(), pending, ...NOTHING_LEARNT });
    followed.follow(id);
    tracked.show({ type: "asked", id, order: asked.order });
  }

  /** Keeps the answer in the journal, also after the visit. */
  async function hear(id: string, answer: Promise<string>): Promise<void> {
    try {
      const transactionHash = await answer;
      const intent = journal.learn(id, { transactionHash });
      if (intent === null) throw new MintError({ reason: "noTransactionHash" });
      if (intent.settled === null) followed.nameTransaction(intent);
    } catch (error) {
      const failure = failureOf(error);
      if (journal.list().some((each) => each.id === id && each.found !== null)) return;
      if (MAYBE_SENT.includes(failure.reason)) {
        journal.learn(id, { setAside: true });
        tracked.show({ type: "failed", id, failure });
      } else tracked.settleNotBought(id, failure, "refused");
    }
  }

  return {
    async mint(order: ShownOrder, onSale: (sale: Sale) => void) {
      const id = newId();
      const asking: AskedWallet[] = [];
      try {
        const isFirst = await ports.exclusively(async () => {
          if (journal.list().some(isOpen)) throw new MintError({ reason: "notSettled" });
          asking.push(await mintTicket(ports, order, onSale, (asked) => open(id, asked), visit));
        });
        if (!isFirst) throw new MintError({ reason: "otherTabAsks" });
      } catch (error) {
        tracked.show({ type: "refused", failure: failureOf(error) });
        followed.syncWithJournal();
      }
      for (const { answer } of asking) await hear(id, answer);
    },

    /** Finds a phone wallet's answer to a request that an earlier visit made. */
    async recall(): Promise<void> {
      const asked = journal
        .list()
        .filter(({ pending, settled }) => pending.transactionHash === null && settled === null)
        .at(-1);
      if (asked === undefined || Date.now() > asked.askedAt + ANSWERED_WITHIN_MS) return;
      try {
        const found = await wallet.recall(asked.askedAt);
        if (found === null) return;
        const purchaser = await ports.loadPurchaser();
        await hear(asked.id, purchaser.hear(found.answer));
      } catch (error) {
        console.warn("The wallet's late answer could not be had", error);
      }
    },
  };
}

/** Ids that sort by time. */
function newId(): string {
  return `${Date.now()}-${Math.random().toString(36).slice(2)}`;
}
