import type { PreparedPurchase } from "../../chain/purchase/purchase.ts";
import type { Others } from "../../chain/purchase/sale-search.ts";
import type { Following } from "../../chain/purchase/settlement.ts";
import { isAtRest, type MintEvent, mintReducer } from "../../domain/mint.ts";
import { MintError, type MintFailure } from "../../domain/mint-failure.ts";
import type { Order, ShownOrder } from "../../domain/order.ts";
import type { PendingPurchase, Purchase, Sale } from "../../domain/sale.ts";
import { checkAborted } from "../../platform/check-aborted.ts";
import { delay } from "../../platform/delay.ts";
import type { Wallet } from "../../wallet/wallet.ts";
import { estimateFees } from "./fee-estimates.ts";
import {
  createMintStatus,
  type EarlierPurchase,
  type MintStatus,
  nothingUnderWay,
  type OwnedMintStatus,
} from "./mint-status.ts";
import { type AskedWallet, failureOf, type MintPorts, mintTicket } from "./mint-ticket.ts";
import { type Intent, isOpen, names, owns, type PurchaseJournal } from "./purchase-journal.ts";

export interface MintStorePorts extends MintPorts {
  readonly wallet: Pick<Wallet, "getState" | "getProvider" | "recall">;
  /** Of the currency that pays the network fee: "ETH". */
  readonly currencySymbol: string;
  readonly purchases: PurchaseJournal;
  /** Runs the task unless another tab of this page is running one. @returns whether it was run */
  readonly exclusively: (task: () => Promise<void>) => Promise<boolean>;
}

export interface MintListener {
  /** Told of the sale as it was read on the way. */
  onSale(sale: Sale): void;
  onMinted(): void;
}

/**
 * The purchases of this browser, as its journal has them: the one that the page is about, and the others that have not
 * settled. Each is followed until its outcome is certain, whatever the visitor does meanwhile.
 */
export interface MintStore extends MintStatus {
  listen(listener: MintListener): () => void;
  /** Takes up what the browser remembers, and what its other tabs do. @returns ends all following */
  open(): () => void;
  start(order: ShownOrder): void;
  /** The visitor stops waiting for the purchase that the page is about. Another one may start. */
  stop(): void;
  dismiss(): void;
  /** The visitor does not want to know of this purchase any more. */
  dismissEarlier(id: string): void;
  /**
   * Estimates the network fee of an order, now and again while the page is looked at and nothing is under way, until it is
   * ended. `order` is `null` if there is nothing to buy.
   * @returns ends it
   */
  estimateFee(order: Order | null, buyer: string | null): () => void;
}

/** Before a purchase is followed again that could not be followed. */
const RETRY_MS = 4_000;

/** The wallet protocol gives a wallet five minutes for a request, and the relay keeps the answer for as long. */
const ANSWERED_WITHIN_MS = 600_000;

/** In the order of time, and unlike those of other tabs. */
function newId(): string {
  return `${Date.now()}-${Math.random().toString(36).slice(2)}`;
}

/** Whether the wallet may have sent the transaction all the same. */
function mayHaveSent({ reason }: MintFailure): boolean {
  return reason === "walletFailed" || reason === "noTransactionHash" || reason === "unexpected";
}

function isSameBuyer({ buyer }: PendingPurchase, own: Intent | undefined): boolean {
  return buyer.toLowerCase() === own?.pending.buyer.toLowerCase();
}

/** Whether a sale that only its order identifies could be this open purchase's too. */
function isTwin({ pending, found, settled }: Intent, own: Intent | undefined): boolean {
  const [one, other] = [pending.order, own?.pending.order];
  return (
    settled === null &&
    found === null &&
    pending.nonce === null &&
    isSameBuyer(pending, own) &&
    one.quantity === other?.quantity &&
    one.payable === other.payable &&
    one.recipient === other.recipient
  );
}

const OPEN = { kind: "open" } as const;

/** A purchase that this tab follows, and what it knows of it. */
interface Tracked {
  readonly controller: AbortController;
  readonly outcome: EarlierPurchase["outcome"];
  /** Whether the visitor has dismissed this outcome. */
  readonly dismissed: boolean;
}

/** @param status what the page shows; nothing else changes it */
export function createMintStore(
  ports: MintStorePorts,
  status: OwnedMintStatus = createMintStatus(),
): MintStore {
  const journal = ports.purchases;
  const listeners = new Set<MintListener>();
  const tracked = new Map<string, Tracked>();
  /** Ends when the page is left. */
  let visit = new AbortController();

  const intentOf = (id: string) => journal.list().find((intent) => intent.id === id);

  /** The purchase that the page is about. A failure is about none that is still followed. */
  function currentId(current = status.getState().current): string | null {
    return "id" in current && current.step !== "failed" ? current.id : null;
  }

  /** Shows what has changed: beside the current purchase stand all others that are tracked. */
  function show(event?: MintEvent) {
    const before = status.getState();
    const current = event === undefined ? before.current : mintReducer(before.current, event);
    const earlier = journal.list().flatMap(({ id, pending }) => {
      const one = tracked.get(id);
      if (one === undefined || one.dismissed || id === currentId(current)) return [];
      return { id, pending, outcome: one.outcome };
    });
    status.setState({ ...before, current, earlier });
  }

  function track(id: string, changed: Partial<Tracked>) {
    const one = tracked.get(id);
    if (one !== undefined) tracked.set(id, { ...one, ...changed });
  }

  function isBought(id: string): boolean {
    return tracked.get(id)?.outcome.kind === "bought";
  }

  function othersOf(id: string): Others {
    const own = () => intentOf(id);
    const others = () => journal.list().filter((each) => each.id !== id);
    return {
      has: (hash) => others().some((each) => owns(each, hash)),
      names: (hash) => others().some((each) => names(each, hash)),
      usesNonce: (nonce) =>
        others().some(({ pending }) => pending.nonce === nonce && isSameBuyer(pending, own())),
      hasOlderTwin: () => others().some((each) => each.id < id && isTwin(each, own())),
    };
  }

  function report(id: string, following: Following) {
    switch (following.type) {
      case "noticed":
        return show({ id, ...following });
      case "nonceKnown":
        journal.learn(id, { nonce: following.nonce });
        return;
      case "mined":
        return tellBought(id, following.purchase);
      case "unmined":
        journal.learn(id, { found: null });
        return tellUnmined(id);
      default:
        following satisfies never;
    }
  }

  function tellBought(id: string, purchase: Purchase) {
    const intent = journal.learn(id, { found: purchase.transactionHash });
    // Meanwhile another purchase was found to be this transaction.
    if (intent === null) return follow(id);
    track(id, { outcome: { kind: "bought", purchase } });
    giveUp();
    show({ type: "mined", id, pending: intent.pending, purchase });
    for (const listener of listeners) listener.onMinted();
  }

  function tellUnmined(id: string) {
    track(id, { outcome: OPEN, dismissed: false });
    show({ type: "unmined", id });
  }

  /** Purchases whose transaction turned out to be another one's are looked for again. */
  function giveUp() {
    for (const { id, found } of journal.list()) {
      if (found !== null || !isBought(id)) continue;
      tellUnmined(id);
      follow(id);
    }
  }

  function tellNotBought(id: string, failure: MintFailure) {
    track(id, { outcome: { kind: "notBought", failure } });
    show({ type: "failed", id, failure });
  }

  /** It is over. Told as the current purchase's, its outcome is not told again among the others. */
  function settle(id: string, settled: NonNullable<Intent["settled"]>, isCurrent: boolean) {
    journal.learn(id, { settled });
    tracked.get(id)?.controller.abort();
    if (isCurrent) tracked.delete(id);
    show();
  }

  /** Follows a purchase to its end, from the start if it is followed already. */
  function follow(id: string) {
    const before = tracked.get(id);
    before?.controller.abort();
    const controller = new AbortController();
    tracked.set(id, { outcome: OPEN, dismissed: false, ...before, controller });
    void followToItsEnd(id, controller.signal);
  }

  async function followToItsEnd(id: string, signal: AbortSignal): Promise<void> {
    const before = intentOf(id);
    if (before === undefined) return;
    const pending = () => (intentOf(id) ?? before).pending;
    const say = (following: Following) => {
      if (!signal.aborted) report(id, following);
    };
    for (;;) {
      try {
        const purchaser = await ports.loadPurchaser();
        checkAborted(signal);
        const others = othersOf(id);
        const purchase = await purchaser.follow(pending, before.askedAt, others, say, signal);
        checkAborted(signal);
        if (!isBought(id)) tellBought(id, purchase);
        settle(id, "certain", currentId() === id);
        return;
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof MintError) {
          const isCurrent = currentId() === id;
          tellNotBought(id, error.failure);
          settle(id, "certain", isCurrent);
          return;
        }
        // Nothing is known by that, so nothing is said: its code may not have been loaded, or has a fault.
        console.warn("A purchase could not be followed", error);
        await delay(RETRY_MS, signal).catch(() => undefined);
        if (signal.aborted) return;
      }
    }
  }

  /** Takes up what the journal has and this tab does not know yet. */
  function takeUp() {
    for (const intent of journal.list()) {
      const { id, pending, setAside, settled } = intent;
      const { current } = status.getState();
      const outcome = tracked.get(id)?.outcome;
      if (outcome === undefined) {
        if (settled !== null) continue;
        follow(id);
        show(setAside ? undefined : { type: "resumed", id, pending });
      } else if (settled === "refused" || settled === "dismissed") {
        if (outcome.kind !== "open") continue;
        // The chain tells nothing of it, so this tab ends as the other one did.
        settle(id, settled, true);
        show({ type: "setAside", id });
      } else if (currentId() === id) {
        if (setAside) show({ type: "setAside", id });
        else if (current.step === "sending" && pending.transactionHash !== null) showSent(intent);
      } else if (isOpen(intent) && pending.transactionHash !== null) {
        show({ type: "resumed", id, pending });
      }
    }
  }

  function showSent({ id, pending }: Intent) {
    show({ type: "sent", id, pending, kept: journal.keeps(id) });
    follow(id);
  }

  /** The wallet's answer is a hint: whatever it is, the purchase is followed on the chain. */
  async function hear(id: string, answer: Promise<string>, signal: AbortSignal) {
    try {
      const transactionHash = await answer;
      const intent = journal.learn(id, { transactionHash });
      if (intent === null) throw new MintError({ reason: "noTransactionHash" });
      if (signal.aborted) return;
      if (intent.settled === null) heard(intent);
      else takeUp();
    } catch (error) {
      const failure = failureOf(error);
      // The chain has shown its sale.
      if (isBought(id)) return;
      const isUncertain = mayHaveSent(failure);
      journal.learn(id, isUncertain ? { setAside: true } : { settled: "refused" });
      if (signal.aborted) return;
      const isCurrent = currentId() === id;
      if (isUncertain) show({ type: "failed", id, failure });
      else {
        tellNotBought(id, failure);
        settle(id, "refused", isCurrent);
      }
      takeUp();
    }
  }

  function heard(intent: Intent) {
    const { id } = intent;
    const outcome = tracked.get(id)?.outcome;
    const isOther = outcome?.kind === "bought" && !names(intent, outcome.purchase.transactionHash);
    if (isOther) report(id, { type: "unmined" });
    giveUp();
    if (!isBought(id)) showSent(intentOf(id) ?? intent);
  }

  /** What a telephone's wallet answers to the request that was open when the page was left. */
  async function recall(signal: AbortSignal) {
    const asked = journal
      .list()
      .filter(({ pending, settled }) => pending.transactionHash === null && settled === null)
      .at(-1);
    if (asked === undefined || Date.now() > asked.askedAt + ANSWERED_WITHIN_MS) return;
    try {
      const found = await ports.wallet.recall(asked.askedAt);
      if (found === null || signal.aborted) return;
      const purchaser = await ports.loadPurchaser();
      await hear(asked.id, purchaser.hear(found.answer), signal);
    } catch (error) {
      console.warn("The wallet's late answer could not be had", error);
    }
  }

  /** From here on the purchase is in the journal, and followed by the sale's event. */
  function ask(id: string, { transaction: _, ...asked }: PreparedPurchase) {
    const pending = { ...asked, transactionHash: null };
    const fresh = { found: null, setAside: false, settled: null };
    journal.open({ id, askedAt: Date.now(), pending, ...fresh });
    follow(id);
    show({ type: "asked", id, order: asked.order });
  }

  async function mint(order: ShownOrder, signal: AbortSignal) {
    const id = newId();
    const onSale = (sale: Sale) => {
      if (signal.aborted) return;
      for (const listener of listeners) listener.onSale(sale);
    };
    const asking: AskedWallet[] = [];
    try {
      const isFirst = await ports.exclusively(async () => {
        if (journal.list().some(isOpen)) throw new MintError({ reason: "notSettled" });
        asking.push(await mintTicket(ports, order, onSale, (asked) => ask(id, asked), signal));
      });
      if (!isFirst) throw new MintError({ reason: "otherTabAsks" });
    } catch (error) {
      if (signal.aborted) return;
      show({ type: "refused", failure: failureOf(error) });
      takeUp();
    }
    for (const { answer } of asking) await hear(id, answer, signal);
  }

  return {
    getState: status.getState,
    subscribe: status.subscribe,
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    open() {
      visit = new AbortController();
      takeUp();
      void recall(visit.signal);
      const unsubscribe = journal.subscribe(takeUp);
      return () => {
        unsubscribe();
        visit.abort();
        for (const { controller } of tracked.values()) controller.abort();
        tracked.clear();
        status.setState(nothingUnderWay);
      };
    },

    start(order) {
      if (!isAtRest(status.getState().current)) return;
      if (journal.list().some(isOpen)) {
        return show({ type: "refused", failure: { reason: "notSettled" } });
      }
      show({ type: "pressed", order });
      void mint(order, visit.signal);
    },

    stop() {
      const { current } = status.getState();
      if (current.step !== "sending" && current.step !== "mining") return;
      journal.learn(current.id, { setAside: true });
      show({ type: "setAside", id: current.id });
    },

    dismiss() {
      const id = currentId();
      if (id !== null && isBought(id)) track(id, { dismissed: true });
      show({ type: "dismissed" });
    },

    dismissEarlier(id) {
      settle(id, isBought(id) ? "certain" : "dismissed", true);
    },

    estimateFee: (order, buyer) => estimateFees(ports, status, order, buyer),
  };
}
