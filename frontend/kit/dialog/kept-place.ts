import { ModalController } from "@reown/appkit-controllers";

/**
 * AppKit 1.7.4 returns the focus to Connect Wallet, which disappears after a connection. This moves
 * the focus to the button's replacement, unless the visitor has moved on.
 * @param successor selects the replacement
 */
export function keepPlace(successor: string): void {
  ModalController.subscribeKey("open", (open) => {
    if (open) return;
    let place = document.activeElement;
    const keep = () => {
      const { activeElement, body } = document;
      const isNowhere = activeElement === null || activeElement === body;
      if (isNowhere && (!place?.isConnected || place === body)) {
        place = document.querySelector(successor);
        if (place instanceof HTMLElement) place.focus({ preventScroll: true });
      }
      if (document.activeElement !== place) observer.disconnect();
    };
    const observer = new MutationObserver(keep);
    observer.observe(document.body, { childList: true, subtree: true });
    keep();
  });
}
