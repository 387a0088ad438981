import { ModalController, RouterController } from "@reown/appkit-controllers";
import { inside } from "./each-element.ts";

/**
 * Kit 1.7.4 focuses its dialog before that is rendered, so the focus stays on the page behind it, which can still be reached
 * by Tab, and is lost when the dialog closes. This moves the focus in, makes the page inert meanwhile, and gives the focus
 * back to what had it.
 * @param instead selects what takes the place of that: a visitor who has connected finds no Connect Wallet any more
 */
export function keepFocusInDialog(instead: string): void {
  let opener: Element | null = null;
  let covered: Element[] = [];

  function enter(): void {
    if (!ModalController.state.open || covered.length > 0) return;
    const modal = document.querySelector("w3m-modal");
    const card = modal && inside(modal, "wui-card");
    // A dialog of the page's own stands above it until the page knows that this one is open.
    if (card === null || document.querySelector("dialog[open]") !== null) {
      requestAnimationFrame(enter);
      return;
    }
    opener = document.activeElement;
    // Frames stay: in one of them the embedded wallet asks its user.
    covered = [...document.body.children].filter(
      (part) => part !== modal && part.tagName !== "IFRAME" && !part.hasAttribute("inert"),
    );
    for (const part of covered) part.toggleAttribute("inert", true);
    card.focus();
  }

  function leave(): void {
    for (const part of covered) part.toggleAttribute("inert", false);
    covered = [];
    if (opener !== null) giveBack(opener, instead);
    opener = null;
  }

  ModalController.subscribeKey("open", (open) => {
    if (open) requestAnimationFrame(enter);
    else leave();
  });
  // What had the focus goes with the view that it is in.
  RouterController.subscribeKey("view", () => {
    const modal = document.querySelector("w3m-modal");
    if (covered.length > 0 && modal !== null) inside(modal, "wui-card")?.focus();
  });
}

/** To the element, and from it to its successor as long as the visitor does not go on. */
function giveBack(element: Element, instead: string): void {
  let place: Element | null = element;
  const keep = () => {
    if (!place?.isConnected) {
      place = document.querySelector(instead);
      if (place instanceof HTMLElement) place.focus({ preventScroll: true });
    }
    if (document.activeElement !== place) observer.disconnect();
  };
  const observer = new MutationObserver(keep);
  observer.observe(document.body, { childList: true, subtree: true });
  if (place instanceof HTMLElement) place.focus({ preventScroll: true });
  keep();
}
