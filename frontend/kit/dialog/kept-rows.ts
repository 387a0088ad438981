import { ApiController, ConnectorController, StorageUtil } from "@reown/appkit-controllers";
import { onEachElement, replaceMethod } from "./each-element.ts";

const LIST = "w3m-connector-list";

/** AppKit fills its list up to this number of wallets, not counting WalletConnect. */
const FILLED_UP_TO = 2;
const INSTALLED = ["INJECTED", "ANNOUNCED", "MULTI_CHAIN"];

interface List extends HTMLElement {
  /**
   * AppKit's wallet list calls these functions when it is removed, but does not inform its Lit
   * controllers.
   */
  readonly unsubscribe: (() => void)[];
  requestUpdate(): void;
}

/**
 * AppKit 1.7.4 fills rows from its provider's directory, which may answer after the dialog has
 * opened (`patient-directory.ts`). This reserves the rows' place, because rows would otherwise move
 * under the visitor's finger. If no wallet comes, it shows a message.
 */
export async function keepRowsForDirectory(unavailable: string): Promise<void> {
  await onEachElement<List>(LIST, (list) => ({
    hostConnected() {
      list.unsubscribe.push(
        ApiController.subscribeKey("isFetchingRecommendedWallets", () => list.requestUpdate()),
      );
    },
  }));
  const kept = new WeakMap<List, { readonly key: string; readonly place: HTMLElement }>();
  await replaceMethod<List>(LIST, "connectorListTemplate", (list, wallets) => {
    const rows = missingRows();
    // The template always has two parts, because a row must stay the same element to keep its
    // focus.
    if (rows === 0) return [wallets(), null];
    const text = ApiController.state.isFetchingRecommendedWallets ? "" : unavailable;
    const key = `${rows} ${text}`;
    const before = kept.get(list);
    const place = before?.key === key ? before.place : placeOf(rows, text);
    kept.set(list, { key, place });
    return [wallets(), place];
  });
}

function missingRows(): number {
  const { connectors } = ConnectorController.state;
  const asksDirectory = connectors.some(({ id }) => id === "walletConnect");
  if (!asksDirectory || ApiController.state.recommended.length > 0) return 0;
  const installed = connectors.filter(
    ({ type, name }) => INSTALLED.includes(type) && name !== "Browser Wallet",
  );
  return Math.max(0, FILLED_UP_TO - installed.length - StorageUtil.getRecentWallets().length);
}

function placeOf(rows: number, text: string): HTMLElement {
  const place = document.createElement("div");
  place.style.cssText = `display: grid; gap: var(--wui-spacing-xs); grid-auto-rows: 54px`;
  if (text === "") {
    place.setAttribute("aria-hidden", "true");
    for (let row = 0; row < rows; row += 1) place.append(blankRow());
    return place;
  }
  // A box sets the styles, because `wui-text` overrides styles on itself.
  const box = document.createElement("div");
  box.setAttribute("role", "status");
  box.style.cssText = `grid-row: span ${rows}; place-self: center; padding: 0 16px`;
  const words = document.createElement("wui-text");
  words.setAttribute("variant", "small-400");
  words.setAttribute("color", "fg-100");
  words.setAttribute("align", "center");
  words.textContent = text;
  box.append(words);
  place.append(box);
  return place;
}

function blankRow(): HTMLElement {
  const row = document.createElement("div");
  row.style.cssText =
    "border-radius: var(--wui-border-radius-xs); background: var(--wui-color-gray-glass-005)";
  return row;
}
