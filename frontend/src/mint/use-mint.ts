import { useCallback, useEffect, useReducer, useRef } from "react";
import type { LinkedAffiliate } from "../domain/link.ts";
import {
  idle,
  type MintEvent,
  type MintFailure,
  type MintState,
  mintReducer,
} from "../domain/mint.ts";
import type { Order, Sale } from "../domain/sale.ts";
import { followPurchase, type MintPorts, mintTicket } from "./mint-ticket.ts";

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

/**
 * Joins the mint machine to its ports. One purchase at a time, however often Mint is pressed.
 * @param onSale told of the sale as it was read on the way
 */
export function useMint(
  ports: MintPorts,
  onSale: (sale: Sale) => void,
  onMinted: () => void,
): Mint {
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
        if (event.type === "mined") onMinted();
      };
      void task(report, controller.signal).finally(() => {
        if (underWay.current === controller) underWay.current = null;
      });
    },
    [onMinted],
  );

  // A purchase that was sent before a reload is followed again.
  useEffect(() => {
    const pending = ports.pendingStore.load();
    if (pending !== null) {
      dispatch({ type: "resumed", pending });
      run((report, signal) => followPurchase(ports, pending, report, signal));
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
      run((report, signal) => mintTicket(ports, order, affiliate, report, onSale, signal));
    },
    [ports, onSale, run],
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
