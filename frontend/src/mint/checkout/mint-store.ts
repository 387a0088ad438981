import type { PreparedPurchase } from "../../chain/purchase/purchase.ts";
import type { Following } from "../../chain/purchase/settlement.ts";
import type { Others } from "../../chain/purchase/sighting.ts";
import { feeMessage } from "../../domain/fee-words.ts";
import { isAtRest, type MintEvent, mintReducer } from "../../domain/mint.ts";
import { MintError } from "../../domain/mint-failure.ts";
import type { Order, ShownOrder } from "../../domain/order.ts";
import type { PendingPurchase, Purchase, Sale } from "../../domain/sale.ts";
import { checkAborted } from "../../platform/check-aborted.ts";
import { delay } from "../../platform/delay.ts";
import type { Wallet } from "../../wallet/wallet.ts";
import {
  createMintStatus,
  type EarlierPurchase,
  type MintStatus,
  type MintView,
  nothingUnderWay,
  type OwnedMintStatus,
} from "./mint-status.ts";
import { failureOf, type MintPorts, mintTicket } from "./mint-ticket.ts";
import type { PurchaseStore, StoredPurchase, StoredRequest } from "./purchase-store.ts";

export interface MintStorePorts extends MintPorts {
  readonly wallet: Pick<Wallet, "getState" | "getProvider" | "recall">;
  /** Of the currency that pays the network fee: "ETH". */
  readonly currencySymbol: string;
  readonly purchases: PurchaseStore;
  /** Runs the task unless another tab of this page is running one. @returns whether it was run */
  readonly exclusively: (task: () => Promise<void>) => Promise<boolean>;
}

export interface MintListener {
  /** Told of the sale as it was read on the way. */
  onSale(sale: Sale): void;
  onMinted(): void;
}

/**
 * The purchases of this browser: the one that the page is about, and those before it that have not settled. Each is
 * followed until its outcome is certain, whatever the visitor does meanwhile.
 */
export interface MintStore extends MintStatus {
  listen(listener: MintListener): () => void;
  /** Takes up what the browser remembers, and what its other tabs send. @returns ends all following */
  open(): () => void;
  start(order: ShownOrder): void;
  /** Waits no longer for a wallet that does not answer; sets a purchase aside that does not settle. */
  stop(): void;
  dismiss(): void;
  dismissEarlier(id: string): void;
  /**
   * Estimates the network fee of an order, now and again while the page is looked at and nothing is under way, until it is
   * ended. `order` is `null` if there is nothing to buy.
   * @returns ends it
   */
  estimateFee(order: Order | null, buyer: string | null): () => void;
}

/** After the last change: several quick steps of the quantity are one question. */
const FEE_DEBOUNCE_MS = 400;

/**
 * How long after an estimate the fee is estimated again while the order is looked at: at first as long as a browser keeps
 * an endpoint's answer to a CORS preflight, so that a press on Mint need not wait for another one; later about once a block.
 */
const FEE_REFRESH_MS = 5_000;
const LATER_FEE_REFRESH_MS = 15_000;

/** How many estimates come soon after one another. */
const SOON_REFRESHED = 12;

/** Before a purchase is followed again that could not be followed. */
const RETRY_MS = 4_000;

/** The wallet protocol gives a wallet five minutes for a request, and the relay keeps the answer for as long. */
const ANSWERED_WITHIN_MS = 600_000;

/** No transaction has it: the purchase is looked for by what the sale says of it. */
const UNKNOWN_HASH = `0x${"0".repeat(64)}`;

/** A purchase that is followed by this tab. */
interface Followed {
  stored: StoredPurchase;
  readonly controller: AbortController;
  /** The transaction that it turned out to be. */
  purchase: Purchase | null;
}

/** Whether the wallet's answer can't come any more. */
function isLate({ since }: StoredRequest): boolean {
  return Date.now() > since + ANSWERED_WITHIN_MS;
}

/** Whether it may still be mined, and is waited for. */
function isUnderWay({ mined, setAside }: StoredPurchase): boolean {
  return !mined && !setAside;
}

/** In the order of time, and unlike those of other tabs. */
function newId(): string {
  return `${Date.now()}-${Math.random().toString(36).slice(2)}`;
}

/** @param status what the page shows; nothing else changes it */
export function createMintStore(
  ports: MintStorePorts,
  status: OwnedMintStatus = createMintStatus(),
): MintStore {
  const { purchases } = ports;
  const listeners = new Set<MintListener>();
  const followed = new Map<string, Followed>();
  /** Transaction hashes by purchase, also where the browser's storage is forbidden. */
  const settledHere = new Map<string, readonly string[]>();
  /** Which of those that are followed the page is about. */
  let currentId: string | null = null;
  /** Ends when the page is left. */
  let visit = new AbortController();

  function show(changed: Partial<MintView>) {
    status.setState({ ...status.getState(), ...changed });
  }

  function dispatch(event: MintEvent) {
    const before = status.getState().current;
    const current = mintReducer(before, event);
    if (current !== before) show({ current });
  }

  function setEarlier(id: string, outcome: EarlierPurchase["outcome"], pending: PendingPurchase) {
    const others = status.getState().earlier.filter((earlier) => earlier.id !== id);
    const earlier = [...others, { id, pending, outcome }].sort((a, b) => (a.id < b.id ? -1 : 1));
    show({ earlier });
  }

  /** The page turns to something else: what it was about goes on as an earlier purchase. */
  function putBack() {
    const before = currentId === null ? undefined : followed.get(currentId);
    currentId = null;
    if (before === undefined) return;
    const { stored, purchase } = before;
    const outcome =
      purchase === null ? ({ kind: "open" } as const) : ({ kind: "bought", purchase } as const);
    setEarlier(stored.id, outcome, stored.pending);
  }

  function othersOf({ id, pending }: StoredPurchase): Others {
    const others = [...followed.values()].filter(({ stored }) => stored.id !== id);
    const hashes = others.flatMap(({ stored, purchase }) => [
      stored.pending.transactionHash.toLowerCase(),
      ...(purchase === null ? [] : [purchase.transactionHash.toLowerCase()]),
    ]);
    const settled = [...settledHere].flatMap(([other, all]) => (other === id ? [] : all));
    return {
      hashes: new Set([...purchases.settledHashes(id), ...settled, ...hashes]),
      // Also what is mined: a reorganisation can bring it back under another hash.
      unsettled: others.some(
        ({ stored }) => stored.pending.buyer.toLowerCase() === pending.buyer.toLowerCase(),
      ),
    };
  }

  /** With what another tab may have learnt. */
  function newest({ stored: { id, pending } }: Followed): PendingPurchase {
    const kept = purchases.list().find((stored) => stored.id === id);
    return { ...pending, nonce: pending.nonce ?? kept?.pending.nonce ?? null };
  }

  function remember(one: Followed, changed: Partial<StoredPurchase>) {
    // Another tab may have set it aside in the meantime.
    const kept = purchases.list().find(({ id }) => id === one.stored.id);
    const setAside = one.stored.setAside || kept?.setAside === true;
    one.stored = { ...one.stored, pending: newest(one), setAside, ...changed };
    purchases.save(one.stored);
  }

  function report(id: string, following: Following) {
    const one = followed.get(id);
    if (one === undefined) return;
    const isCurrent = id === currentId;
    switch (following.type) {
      case "noticed":
        if (isCurrent) dispatch(following);
        return;
      case "nonceKnown":
        remember(one, { pending: { ...newest(one), nonce: following.nonce } });
        return;
      case "mined":
        one.purchase = following.purchase;
        remember(one, { mined: true });
        if (isCurrent) dispatch(following);
        else setEarlier(id, { kind: "bought", purchase: following.purchase }, one.stored.pending);
        for (const listener of listeners) listener.onMinted();
        return;
      case "unmined":
        one.purchase = null;
        remember(one, { mined: false });
        if (isCurrent) dispatch(following);
        else setEarlier(id, { kind: "open" }, one.stored.pending);
        return;
      default:
        following satisfies never;
    }
  }

  async function followToItsEnd(one: Followed): Promise<void> {
    const { id } = one.stored;
    const { signal } = one.controller;
    const say = (following: Following) => {
      if (!signal.aborted) report(id, following);
    };
    for (;;) {
      try {
        const purchaser = await ports.loadPurchaser();
        checkAborted(signal);
        const purchase = await purchaser.follow(
          () => newest(one),
          () => othersOf(one.stored),
          say,
          signal,
        );
        checkAborted(signal);
        if (one.purchase === null) report(id, { type: "mined", purchase });
        settle(one, [purchase.transactionHash]);
        return;
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof MintError) {
          const failure = error.failure;
          if (id === currentId) dispatch({ type: "failed", failure });
          else setEarlier(id, { kind: "notBought", failure }, one.stored.pending);
          settle(one, []);
          return;
        }
        // Nothing is known by that, so nothing is said: its code may not have been loaded, or has a fault.
        console.warn("A purchase could not be followed", error);
        await delay(RETRY_MS, signal).catch(() => undefined);
        if (signal.aborted) return;
      }
    }
  }

  /** Its outcome is certain. */
  function settle({ stored }: Followed, hashes: readonly string[]) {
    const all = [stored.pending.transactionHash, ...hashes].map((hash) => hash.toLowerCase());
    settledHere.set(stored.id, all);
    purchases.settle(stored.id, all);
    followed.delete(stored.id);
    if (currentId === stored.id) currentId = null;
  }

  function follow(stored: StoredPurchase) {
    const one: Followed = { stored, controller: new AbortController(), purchase: null };
    followed.set(stored.id, one);
    void followToItsEnd(one);
  }

  /** The visitor waits for it no longer; it is followed all the same. */
  function leave(one: Followed) {
    one.stored = { ...one.stored, setAside: true };
    // What is mined is told here already.
    if (one.stored.id !== currentId || one.purchase !== null) return;
    putBack();
    dispatch({ type: "setAside" });
  }

  /** Another tab that follows a purchase may keep it again after it has settled here. */
  function unsettled(): readonly StoredPurchase[] {
    return purchases.list().filter(({ id }) => !settledHere.has(id));
  }

  /** Follows what the browser remembers and this tab does not know yet. */
  function takeUp() {
    for (const stored of unsettled()) {
      const known = followed.get(stored.id);
      if (known !== undefined) {
        if (stored.setAside && !known.stored.setAside) leave(known);
        continue;
      }
      const isShown = !stored.setAside && status.getState().current.step === "idle";
      if (isShown) {
        currentId = stored.id;
        dispatch({ type: "resumed", pending: stored.pending });
      } else {
        setEarlier(stored.id, { kind: "open" }, stored.pending);
      }
      follow(stored);
    }
  }

  /** Whether another tab has sent a purchase that may still be mined. */
  function isUnderWayElsewhere(): boolean {
    return unsettled().some((stored) => isUnderWay(stored) && !followed.has(stored.id));
  }

  function isOpenHere(): boolean {
    return [...followed.values()].some(({ stored }) => isUnderWay(stored));
  }

  /** What the wallet sends is kept before anything else: the page may be closed at any time. */
  function takeIn(id: string, pending: PendingPurchase, signal: AbortSignal) {
    const stored = { id, pending, mined: false, setAside: false };
    const kept = purchases.save(stored);
    purchases.forgetRequest();
    if (signal.aborted) return;
    const { step } = status.getState().current;
    if (step !== "sending" && step !== "unanswered") return takeUp();
    putBack();
    currentId = id;
    dispatch({ type: "sent", pending, kept });
    follow(stored);
  }

  function forgetting(error: unknown): never {
    purchases.forgetRequest();
    throw error;
  }

  /** Of the request that was left open when the page was; `null` if there is none, or the wallet knows nothing of it. */
  async function openAnswer() {
    const request = purchases.request();
    if (request === null || isLate(request)) return null;
    const found = await ports.wallet.recall(request.since);
    if (found === null) purchases.forgetRequest();
    return found && { request, answer: found.answer };
  }

  /** Waits for a wallet that was asked before the page was reloaded. */
  async function recall(signal: AbortSignal) {
    const left = purchases.request();
    if (left === null) return;
    const looking = new AbortController();
    const end = () => looking.abort(signal.reason);
    signal.addEventListener("abort", end);
    try {
      // Nothing comes any more, and Mint is free. What came of it is on the chain.
      if (isLate(left)) return takeIn(left.id, await sightingOf(left, looking.signal), signal);
      // A tab that is asking still waits by itself.
      await ports.exclusively(async () => {
        const open = await openAnswer();
        if (open === null || signal.aborted) return;
        const { request, answer } = open;
        dispatch({ type: "recalled", order: request.asked.order });
        const purchaser = await ports.loadPurchaser();
        const heard = purchaser.hear(request.asked, answer);
        const pending = await Promise.race([heard, sightingOf(request, looking.signal)]);
        takeIn(request.id, pending, signal);
      });
    } catch (error) {
      if (signal.aborted) return;
      purchases.forgetRequest();
      dispatch({ type: "failed", failure: failureOf(error) });
    } finally {
      signal.removeEventListener("abort", end);
      looking.abort();
    }
  }

  /** The purchase as the chain shows it, for an answer that was lost. */
  async function sightingOf({ id, asked }: StoredRequest, signal: AbortSignal) {
    const purchaser = await ports.loadPurchaser();
    const pending = { ...asked, transactionHash: UNKNOWN_HASH };
    const others = () => othersOf({ id, pending, mined: false, setAside: false });
    return await new Promise<PendingPurchase>((resolve, reject) => {
      const say = (following: Following) => {
        if (following.type !== "mined") return;
        resolve({ ...asked, transactionHash: following.purchase.transactionHash });
      };
      purchaser
        .follow(() => pending, others, say, signal)
        .catch((error: unknown) => {
          // That it is not found says nothing: the wallet may still be asking.
          if (signal.aborted) reject(error);
        });
    });
  }

  async function mint(order: ShownOrder, signal: AbortSignal) {
    const onSale = (sale: Sale) => {
      if (signal.aborted) return;
      for (const listener of listeners) listener.onSale(sale);
    };
    const id = newId();
    const onChecked = ({ transaction: _, ...asked }: PreparedPurchase) => {
      purchases.keepRequest({ id, since: Date.now(), asked });
      dispatch({ type: "checked" });
    };
    try {
      const isFirst = await ports.exclusively(async () => {
        if (isUnderWayElsewhere()) throw new MintError({ reason: "notSettled" });
        if ((await openAnswer()) !== null) throw new MintError({ reason: "requestOpen" });
        const asking = mintTicket(ports, order, onSale, onChecked, signal);
        takeIn(id, await asking.catch(forgetting), signal);
      });
      if (!isFirst) throw new MintError({ reason: "otherTabAsks" });
    } catch (error) {
      if (signal.aborted) return;
      dispatch({ type: "failed", failure: failureOf(error) });
      takeUp();
    }
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
      const unsubscribe = purchases.subscribe(takeUp);
      return () => {
        unsubscribe();
        visit.abort();
        for (const { controller } of followed.values()) controller.abort();
        followed.clear();
        currentId = null;
        show(nothingUnderWay);
      };
    },

    start(order) {
      const starts = isAtRest(status.getState().current);
      if (starts && isOpenHere()) {
        dispatch({ type: "refused", failure: { reason: "notSettled" } });
        return;
      }
      if (starts) putBack();
      dispatch({ type: "pressed", order });
      if (starts) void mint(order, visit.signal);
    },

    stop() {
      const one = currentId === null ? undefined : followed.get(currentId);
      if (one === undefined) {
        purchases.forgetRequest();
        dispatch({ type: "stoppedWaiting" });
      } else if (status.getState().current.step === "mining") {
        remember(one, { setAside: true });
        leave(one);
      }
    },

    dismiss() {
      if (isAtRest(status.getState().current)) currentId = null;
      dispatch({ type: "dismissed" });
    },

    dismissEarlier(id) {
      const one = followed.get(id);
      if (one !== undefined) {
        one.controller.abort();
        settle(one, one.purchase === null ? [] : [one.purchase.transactionHash]);
      }
      show({ earlier: status.getState().earlier.filter((earlier) => earlier.id !== id) });
    },

    estimateFee(order, buyer) {
      if (order === null || buyer === null || order.payable === 0n) return () => undefined;
      let current = true;
      let rounds = 0;
      const estimate = async () => {
        try {
          const purchaser = await ports.loadPurchaser();
          const fee = await purchaser.estimateFee(order, buyer);
          const words = feeMessage(fee, ports.currencySymbol, order.payable);
          if (current) show({ fee: { wei: fee, words } });
        } catch {
          // It is an extra: what keeps the purchase from succeeding is said when Mint is pressed. Endpoints get a rest.
          rounds = SOON_REFRESHED;
        }
      };
      const refresh = async () => {
        const isLookedAt = globalThis.document?.hidden !== true;
        const isWanted = isLookedAt && isAtRest(status.getState().current);
        if (rounds === 0 || isWanted) await estimate();
        rounds += 1;
        const wait = rounds < SOON_REFRESHED ? FEE_REFRESH_MS : LATER_FEE_REFRESH_MS;
        if (current) timer = setTimeout(refresh, wait);
      };
      let timer = setTimeout(refresh, FEE_DEBOUNCE_MS);
      return () => {
        current = false;
        clearTimeout(timer);
        show({ fee: null });
      };
    },
  };
}
