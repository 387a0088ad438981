import type { PreparedPurchase } from "../../chain/purchase/purchase.ts";
import { isAtRest } from "../../domain/mint/mint.ts";
import { MintError } from "../../domain/mint/mint-failure.ts";
import type { Order, ShownOrder } from "../../domain/order/order.ts";
import type { Sale } from "../../domain/order/sale.ts";
import type { Wallet } from "../../wallet/wallet.ts";
import { estimateFees } from "./fee-estimates.ts";
import { createFollowedPurchases, type FollowedPurchases } from "./followed-purchases.ts";
import { createMintStatus, nothingUnderWay, type OwnedMintStatus } from "./mint-status.ts";
import { type AskedWallet, failureOf, type MintPorts, mintTicket } from "./mint-ticket.ts";
import { isOpen, NOTHING_LEARNT, type PurchaseJournal } from "./purchase-journal.ts";
import { createTrackedPurchases, type TrackedPurchases } from "./tracked-purchases.ts";
import { createWalletAnswers } from "./wallet-answers.ts";

export interface MintStorePorts extends MintPorts {
  readonly wallet: Pick<Wallet, "getState" | "getProvider" | "recall">;
  readonly currencySymbol: string;
  readonly purchases: PurchaseJournal;
  /** @returns false if another tab runs a task */
  readonly exclusively: (task: () => Promise<void>) => Promise<boolean>;
}

export interface MintListener {
  onSale(sale: Sale): void;
  onMinted(): void;
}

export type MintStore = ReturnType<typeof createMintStore>;

/** Ids that sort by time. */
function newId(): string {
  return `${Date.now()}-${Math.random().toString(36).slice(2)}`;
}

export function createMintStore(
  ports: MintStorePorts,
  status: OwnedMintStatus = createMintStatus(),
) {
  const journal = ports.purchases;
  const listeners = new Set<MintListener>();
  const tracked = createTrackedPurchases(journal, status);
  const { show } = tracked;
  const onMinted = () => {
    for (const listener of listeners) listener.onMinted();
  };
  const followed = createFollowedPurchases(journal, tracked, ports.loadPurchaser, onMinted);
  const answers = createWalletAnswers(ports, tracked, followed);
  let visit = new AbortController();

  const mint = createMinting(ports, tracked, followed, answers, (sale) => {
    for (const listener of listeners) listener.onSale(sale);
  });

  return {
    getState: status.getState,
    subscribe: status.subscribe,
    listen(listener: MintListener): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    /** @returns a function that ends it */
    open(): () => void {
      visit = new AbortController();
      followed.syncWithJournal();
      void answers.recall(visit.signal);
      const unsubscribe = journal.subscribe(followed.syncWithJournal);
      return () => {
        unsubscribe();
        visit.abort();
        tracked.forgetAll();
        status.setState(nothingUnderWay);
      };
    },

    start(order: ShownOrder): void {
      if (!isAtRest(status.getState().current)) return;
      if (journal.list().some(isOpen)) {
        show({ type: "refused", failure: { reason: "notSettled" } });
        return;
      }
      show({ type: "pressed", order });
      void mint(order, visit.signal);
    },

    stop(): void {
      const { current } = status.getState();
      if (current.step !== "sending" && current.step !== "mining") return;
      journal.learn(current.id, { setAside: true });
      show({ type: "setAside", id: current.id });
    },

    dismiss(): void {
      const id = tracked.currentId();
      if (id !== null && tracked.isBought(id)) tracked.change(id, { dismissed: true });
      show({ type: "dismissed" });
    },

    dismissEarlier(id: string): void {
      if (tracked.isBought(id)) {
        // A reorganisation may still drop the sale, so the page follows it without showing it.
        tracked.change(id, { dismissed: true });
        show();
      } else tracked.settle(id, "dismissed", true);
    },

    /** @param order `null` if there is nothing to buy @returns a function that ends it */
    estimateFee: (order: Order | null, buyer: string | null) =>
      estimateFees(ports, status, order, buyer),
  };
}

function createMinting(
  ports: MintStorePorts,
  { show }: TrackedPurchases,
  followed: FollowedPurchases,
  { hear }: ReturnType<typeof createWalletAnswers>,
  onSale: (sale: Sale) => void,
) {
  const journal = ports.purchases;

  function ask(id: string, { transaction: _, ...asked }: PreparedPurchase) {
    const pending = { ...asked, transactionHash: null };
    journal.open({ id, askedAt: Date.now(), pending, ...NOTHING_LEARNT });
    followed.follow(id);
    show({ type: "asked", id, order: asked.order });
  }

  return async (order: ShownOrder, signal: AbortSignal) => {
    const id = newId();
    const onRead = (sale: Sale) => {
      if (!signal.aborted) onSale(sale);
    };
    const asking: AskedWallet[] = [];
    try {
      const isFirst = await ports.exclusively(async () => {
        if (journal.list().some(isOpen)) throw new MintError({ reason: "notSettled" });
        asking.push(await mintTicket(ports, order, onRead, (asked) => ask(id, asked), signal));
      });
      if (!isFirst) throw new MintError({ reason: "otherTabAsks" });
    } catch (error) {
      if (signal.aborted) return;
      show({ type: "refused", failure: failureOf(error) });
      followed.syncWithJournal();
    }
    for (const { answer } of asking) await hear(id, answer, signal);
  };
}
