import { isBusy } from "../../domain/mint/mint-state.ts";
import type { Order, ShownOrder } from "../../domain/order/order.ts";
import type { Sale } from "../../domain/order/sale.ts";
import { estimateFees } from "./fee-estimates.ts";
import { createFollowedPurchases } from "./followed-purchases.ts";
import { createMintStatus, nothingUnderWay, type OwnedMintStatus } from "./mint-status.ts";
import { createTrackedPurchases } from "./tracked-purchases.ts";
import { createWalletRequests, type RequestPorts } from "./wallet-requests.ts";

export interface MintStorePorts extends RequestPorts {
  readonly currencySymbol: string;
}

export interface MintListener {
  onSale(sale: Sale): void;
  onMinted(): void;
}

export type MintStore = ReturnType<typeof createMintStore>;

export function createMintStore(
  ports: MintStorePorts,
  status: OwnedMintStatus = createMintStatus(),
) {
  const journal = ports.purchases;
  let listener: MintListener | null = null;
  const onMinted = () => listener?.onMinted();
  const onSale = (sale: Sale) => listener?.onSale(sale);

  function createVisit() {
    const controller = new AbortController();
    const { signal } = controller;
    const tracked = createTrackedPurchases(journal, status, signal);
    const followed = createFollowedPurchases(journal, tracked, ports.loadPurchaser, onMinted);
    const requests = createWalletRequests(ports, tracked, followed, signal);
    return { controller, tracked, followed, requests };
  }
  let visit = createVisit();

  return {
    getState: status.getState,
    subscribe: status.subscribe,
    listen(next: MintListener): () => void {
      listener = next;
      return () => {
        listener = null;
      };
    },

    /** @returns a function that ends it */
    open(): () => void {
      visit = createVisit();
      const { controller, followed, requests } = visit;
      followed.syncWithJournal();
      void requests.recall();
      const unsubscribe = journal.subscribe(followed.syncWithJournal);
      return () => {
        unsubscribe();
        controller.abort();
        status.setState(nothingUnderWay);
      };
    },

    start(order: ShownOrder): void {
      if (isBusy(status.getState().current)) return;
      visit.tracked.show({ type: "pressed", order });
      void visit.requests.mint(order, onSale);
    },

    stop(): void {
      const { current } = status.getState();
      if (current.step !== "sending" && current.step !== "mining") return;
      journal.learn(current.id, { setAside: true });
      visit.tracked.show({ type: "setAside", id: current.id });
    },

    dismiss(): void {
      const { tracked } = visit;
      const id = tracked.currentId();
      if (id !== null && tracked.isBought(id)) tracked.change(id, { dismissed: true });
      tracked.show({ type: "dismissed" });
    },

    dismissEarlier(id: string): void {
      const { tracked } = visit;
      if (tracked.isBought(id)) {
        // A reorganisation may still drop the sale, so the page follows it without showing it.
        tracked.change(id, { dismissed: true });
        tracked.show();
      } else tracked.settle(id, "dismissed", true);
    },

    /** @param order `null` if there is nothing to buy @returns a function that ends it */
    estimateFee: (order: Order | null, buyer: string | null) =>
      estimateFees(ports, status, order, buyer),
  };
}
