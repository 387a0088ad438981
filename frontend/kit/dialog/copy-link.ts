import { SnackController } from "@reown/appkit-controllers";
import { definedElement, onEachElement, renderShown } from "./each-element.ts";

interface ConnectingView {
  readonly uri?: string;
  onCopyUri(): void;
}

interface Link extends HTMLElement {
  readonly disabled: boolean;
}

/**
 * Fixes three faults of "Copy link" in AppKit 1.7.4: it reports success too early, does nothing
 * without a link, and looks the same when disabled.
 */
export async function copyLinkHonestly(words: {
  readonly copied: string;
  readonly notCopied: string;
  readonly noLinkYet: string;
}): Promise<void> {
  void onEachElement<Link>("wui-link", (link) => ({
    hostUpdated() {
      link.style.opacity = link.disabled ? "0.4" : "";
    },
  }));
  const view = await definedElement("w3m-connecting-wc-qrcode");
  // The base class of all views that connect by a link.
  const prototype = Object.getPrototypeOf(view?.prototype) as ConnectingView;
  prototype.onCopyUri = async function () {
    if (!this.uri) {
      SnackController.showError(words.noLinkYet);
      return;
    }
    try {
      await navigator.clipboard.writeText(this.uri);
      SnackController.showSuccess(words.copied);
    } catch {
      SnackController.showError(words.notCopied);
    }
  };
  renderShown(prototype.constructor as CustomElementConstructor);
}
