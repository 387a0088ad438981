import { useCallback, useEffect, useReducer, useRef } from "react";
import type { LinkedAffiliate } from "../domain/link.ts";
import {
  idle,
  type MintEvent,
  type MintFailure,
  type MintState,
  mintReducer,
} from "../domain/mint.ts";
import type { Order } from "../domain/sale.ts";
import type { MintPorts } from "./mint-ticket.ts";
import type { SaleView } from "./use-sale.ts";

export interface Mint {
  readonly state: MintState;
  start(order: Order, affiliate: LinkedAffiliate | null): void;
  /** Ends waiting for a wallet that does not answer, or for a transaction that nobody knows. */
  stop(): void;
  dismiss(): void;
}

const STOPPED: MintFailure = {
  reason: "sendingFailed",
  detail:
    "you stopped waiting for your wallet. If it still shows the request, answer it there: a purchase that is approved later appears here.",
};

const STILL_OPEN: MintFailure = {
  reason: "sendingFailed",
  detail:
    "an earlier request is still open in your wallet. Answer it there first, or reload this page.",
};

const NOT_LOADED: MintFailure = {
  reason: "sendingFailed",
  detail: "a part of this page could not be loaded. Check your connection and try again.",
};

/** Not needed before somebody is connected, so not in what everybody loads first. */
const loadFlow = () => import("./mint-ticket.ts");

/** Fetches it ahead of a likely press; a failure is met again, and said, then. */
export function preloadFlow(): void {
  loadFlow().catch(() => undefined);
}

/** Joins the mint machine to its ports. One purchase at a time, however often Mint is pressed. */
export function useMint(ports: MintPorts, { accept, refresh }: SaleView): Mint {
  const [state, dispatch] = useReducer(mintReducer, idle);
  // Ahead of the state, which a second click in the same frame doesn't see yet.
  const underWay = useRef<AbortController | null>(null);

  const run = useCallback(
    (task: (report: (event: MintEvent) => void, signal: AbortSignal) => Promise<void>) => {
      const controller = new AbortController();
      underWay.current = controller;
      const report = (event: MintEvent) => {
        if (controller.signal.aborted) return;
        dispatch(event);
        if (event.type === "mined") refresh();
      };
      void task(report, controller.signal)
        .catch((error: unknown) => {
          console.warn("The code that mints could not be loaded", error);
          report({ type: "failed", failure: NOT_LOADED });
        })
        .finally(() => {
          if (underWay.current === controller) underWay.current = null;
        });
    },
    [refresh],
  );

  // A purchase that was sent before a reload is followed again.
  useEffect(() => {
    const pending = ports.pendingStore.load();
    if (pending !== null) {
      dispatch({ type: "resumed", pending });
      run(async (report, signal) => {
        const { followPurchase } = await loadFlow();
        await followPurchase(ports, pending, report, signal);
      });
    }
    return () => {
      underWay.current?.abort();
      underWay.current = null;
    };
  }, [ports, run]);

  const start = useCallback(
    (order: Order, affiliate: LinkedAffiliate | null) => {
      if (underWay.current !== null) {
        // Nothing comes of this while a mint is shown as under way; after a stop it says why.
        dispatch({ type: "stopped", failure: STILL_OPEN });
        return;
      }
      dispatch({ type: "pressed", order });
      run(async (report, signal) => {
        const { mintTicket } = await loadFlow();
        await mintTicket(ports, order, affiliate, report, accept, signal);
      });
    },
    [ports, accept, run],
  );

  const stop = useCallback(() => {
    if (state.step === "mining") {
      underWay.current?.abort();
      underWay.current = null;
      ports.pendingStore.clear();
      dispatch({ type: "stopped", failure: null });
    } else {
      // The request can't be taken back: what the wallet sends late is still followed.
      dispatch({ type: "stopped", failure: STOPPED });
    }
  }, [ports, state.step]);

  const dismiss = useCallback(() => dispatch({ type: "dismissed" }), []);
  return { state, start, stop, dismiss };
}
