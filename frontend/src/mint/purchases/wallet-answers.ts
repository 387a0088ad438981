import { MintError, type MintFailure } from "../../domain/mint/mint-failure.ts";
import type { Wallet } from "../../wallet/wallet.ts";
import type { FollowedPurchases } from "./followed-purchases.ts";
import { failureOf, type MintPorts } from "./mint-ticket.ts";
import type { PurchaseJournal } from "./purchase-journal.ts";
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

interface AnswerPorts {
  readonly purchases: PurchaseJournal;
  readonly wallet: Pick<Wallet, "recall">;
  readonly loadPurchaser: MintPorts["loadPurchaser"];
}

/** A wallet's answer is only a hint. The page follows the purchase on the chain in any case. */
export function createWalletAnswers(
  { purchases: journal, wallet, loadPurchaser }: AnswerPorts,
  tracked: TrackedPurchases,
  followed: FollowedPurchases,
) {
  async function hear(id: string, answer: Promise<string>, signal: AbortSignal): Promise<void> {
    try {
      const transactionHash = await answer;
      const intent = journal.learn(id, { transactionHash });
      if (intent === null) throw new MintError({ reason: "noTransactionHash" });
      if (signal.aborted) return;
      if (intent.settled === null) followed.nameTransaction(intent);
      else followed.syncWithJournal();
    } catch (error) {
      const failure = failureOf(error);
      if (journal.list().some((each) => each.id === id && each.found !== null)) return;
      const isUncertain = MAYBE_SENT.includes(failure.reason);
      journal.learn(id, isUncertain ? { setAside: true } : { settled: "refused" });
      if (signal.aborted) return;
      if (isUncertain) tracked.show({ type: "failed", id, failure });
      else tracked.settleNotBought(id, failure, "refused");
      followed.syncWithJournal();
    }
  }

  return {
    hear,

    /** Finds a phone wallet's answer to a request that an earlier visit made. */
    async recall(signal: AbortSignal): Promise<void> {
      const asked = journal
        .list()
        .filter(({ pending, settled }) => pending.transactionHash === null && settled === null)
        .at(-1);
      if (asked === undefined || Date.now() > asked.askedAt + ANSWERED_WITHIN_MS) return;
      try {
        const found = await wallet.recall(asked.askedAt);
        if (found === null || signal.aborted) return;
        const purchaser = await loadPurchaser();
        await hear(asked.id, purchaser.hear(found.answer), signal);
      } catch (error) {
        console.warn("The wallet's late answer could not be had", error);
      }
    },
  };
}
