import { CoreHelperUtil } from "@reown/appkit-controllers";
import { inside, onEachElement, replaceMethod } from "./each-element.ts";

export interface TelephoneViewWords {
  readonly caption: string;
  readonly open: string;
  readonly showLink: string;
}

const VIEW = "w3m-connecting-wc-qrcode";

interface View extends HTMLElement {
  readonly uri?: string;
}

/** Adds a link to AppKit's QR code on a phone. The link opens a wallet on the phone. */
export function showTelephoneLink(words: TelephoneViewWords): void {
  if (!CoreHelperUtil.isMobile()) return;

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

/** The link's scheme is `wc:`. A phone offers every wallet that has registered this scheme. */
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
