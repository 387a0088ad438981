import { ModalController, RouterController } from "@reown/appkit-controllers";
import { inside } from "./each-element.ts";

/**
 * AppKit 1.7.4 focuses its dialog before rendering it, so the focus stays on the page behind. This
 * moves the focus into the dialog, makes the page inert, and returns the focus on closing.
 */
export function keepFocusInDialog(): void {
  let opener: Element | null = null;
  let covered: Element[] = [];

  function enter(): void {
    if (!ModalController.state.open || covered.length > 0) return;
    const modal = document.querySelector("w3m-modal");
    const card = modal && inside(modal, "wui-card");
    // The page's own dialog covers AppKit's until the page knows that AppKit's is open.
    if (card === null || document.querySelector("dialog[open]") !== null) {
      requestAnimationFrame(enter);
      return;
    }
    opener = document.activeElement;
    // Keeps frames active, because the embedded wallet asks its user in one.
    covered = [...document.body.children].filter(
      (part) => part !== modal && part.tagName !== "IFRAME" && !part.hasAttribute("inert"),
    );
    for (const part of covered) part.toggleAttribute("inert", true);
    card.focus();
  }

  function leave(): void {
    for (const part of covered) part.toggleAttribute("inert", false);
    covered = [];
    if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    opener = null;
  }

  ModalController.subscribeKey("open", (open) => {
    if (open) requestAnimationFrame(enter);
    else leave();
  });
  // The focused element disappears with its view.
  RouterController.subscribeKey("view", () => {
    const modal = document.querySelector("w3m-modal");
    if (covered.length > 0 && modal !== null) inside(modal, "wui-card")?.focus();
  });
}
