import { useCallback, useEffect, useReducer, useRef } from "react";
import type { LinkedAffiliate } from "../domain/link.ts";
import { idle, type MintEvent, type MintState, mintReducer } from "../domain/mint.ts";
import type { Order } from "../domain/sale.ts";
import type { MintPorts } from "./mint-ticket.ts";
import { mintTicket } from "./mint-ticket.ts";
import type { SaleView } from "./use-sale.ts";

export interface Mint {
  readonly state: MintState;
  start(order: Order, affiliate: LinkedAffiliate | null): void;
  dismiss(): void;
}

/** Joins the mint machine to its ports. One purchase at a time, however often Mint is pressed. */
export function useMint(ports: MintPorts, { accept, refresh }: SaleView): Mint {
  const [state, dispatch] = useReducer(mintReducer, idle);
  // Ahead of the state, which a second click in the same frame doesn't see yet.
  const underWay = useRef<AbortController | null>(null);

  useEffect(() => () => underWay.current?.abort(), []);

  const start = useCallback(
    (order: Order, affiliate: LinkedAffiliate | null) => {
      if (underWay.current !== null) return;
      const controller = new AbortController();
      underWay.current = controller;
      const report = (event: MintEvent) => {
        if (controller.signal.aborted) return;
        dispatch(event);
        if (event.type === "mined") refresh();
      };
      dispatch({ type: "pressed", order });
      void mintTicket(ports, order, affiliate, report, accept, controller.signal).finally(() => {
        underWay.current = null;
      });
    },
    [ports, accept, refresh],
  );
  const dismiss = useCallback(() => dispatch({ type: "dismissed" }), []);
  return { state, start, dismiss };
}
