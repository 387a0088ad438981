import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from "react";
import {
  createMintStore,
  type MintListeners,
  type MintStore,
  type MintStorePorts,
  type MintView,
} from "./mint-store.ts";

export interface Mint extends Omit<MintStore, "getState" | "subscribe" | "open"> {
  readonly view: MintView;
}

/** The store of purchases, while the page shows it. @param onSale told of the sale as it was read on the way */
export function useMint(
  ports: MintStorePorts,
  onSale: MintListeners["onSale"],
  onMinted: MintListeners["onMinted"],
): Mint {
  const [store] = useState(() => createMintStore(ports));
  const view = useSyncExternalStore(store.subscribe, store.getState);
  // What listens changes with the order, and what is followed must not end with that.
  const page = useRef({ onSale, onMinted });
  useLayoutEffect(() => {
    page.current = { onSale, onMinted };
  }, [onSale, onMinted]);
  useEffect(
    () =>
      store.open({
        onSale: (sale) => page.current.onSale(sale),
        onMinted: () => page.current.onMinted(),
      }),
    [store],
  );
  return { ...store, view };
}
