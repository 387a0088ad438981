import { CoreHelperUtil } from "@reown/appkit-controllers";
import { inside, onEachElement, replaceMethod } from "./each-element.ts";

export interface TelephoneWords {
  /** Beside WalletConnect's entry. */
  readonly tag: string;
  /** Under the QR code. */
  readonly caption: string;
  readonly open: string;
  /** A button of All Wallets that has only an icon. */
  readonly showLink: string;
}

const ENTRY = "w3m-connect-walletconnect-widget";
const VIEW = "w3m-connecting-wc-qrcode";

interface Row extends HTMLElement {
  tagLabel?: string;
}

interface View extends HTMLElement {
  /** The pairing link, once there is one. */
  readonly uri?: string;
}

/**
 * On a telephone kit 1.7.4 offers only wallets of its provider's directory: without that, nothing but "All Wallets 0" and an
 * icon with no name. Here WalletConnect's entry is listed there too, and leads to a link that the telephone's own wallets
 * open.
 */
export function offerTelephoneLink(words: TelephoneWords): void {
  void onEachElement("w3m-all-wallets-widget", (widget) => ({
    hostUpdated() {
      const row = inside<Row>(widget, "wui-list-wallet");
      if (row?.tagLabel === "0") row.tagLabel = "";
    },
  }));
  if (!CoreHelperUtil.isMobile()) return;

  void replaceMethod(ENTRY, "render", (_, render) => {
    // It renders nothing on a telephone.
    const { isMobile } = CoreHelperUtil;
    CoreHelperUtil.isMobile = () => false;
    try {
      return render();
    } finally {
      CoreHelperUtil.isMobile = isMobile;
    }
  });
  void onEachElement(ENTRY, (entry) => ({
    hostUpdated() {
      const row = inside<Row>(entry, "wui-list-wallet");
      // The kit's is "QR code".
      if (row !== null) row.tagLabel = words.tag;
    },
  }));
  void onEachElement("w3m-all-wallets-view", (view) => ({
    hostUpdated() {
      const icon = inside(view, "wui-flex > wui-icon-box");
      if (icon !== null) makeButton(icon, words.showLink);
    },
  }));
  void onEachElement<View>(VIEW, (view) => ({
    hostUpdated() {
      const caption = inside(view, "wui-shimmer + wui-text");
      caption?.setAttribute("align", "center");
      if (caption !== null) caption.textContent = words.caption;
    },
  }));
  void replaceMethod<View>(VIEW, "copyTemplate", (view, copyLink) => [
    view.uri ? walletLink(view.uri, words.open) : null,
    copyLink(),
  ]);
}

/** The scheme is the protocol's: a telephone offers each wallet that has claimed it. */
function walletLink(uri: string, text: string): HTMLElement {
  const link = document.createElement("a");
  link.href = uri;
  link.textContent = text;
  link.style.cssText =
    "padding: 10px 20px; border-radius: 100px; background: var(--wui-color-accent-100); color: var(--wui-color-inverse-100); font: 600 14px var(--wui-font-family); text-decoration: none";
  return link;
}

function makeButton(icon: HTMLElement, name: string): void {
  if (icon.getAttribute("role") === "button") return;
  icon.setAttribute("role", "button");
  icon.setAttribute("aria-label", name);
  icon.tabIndex = 0;
  icon.addEventListener("keydown", ({ key }) => {
    if (key === "Enter" || key === " ") icon.click();
  });
}
