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
 * "Copy link" of kit 1.7.4 reports success before the browser has copied, says nothing if there is no link yet, and
 * looks the same when disabled. This mends all three.
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
