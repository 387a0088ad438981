import { ModalController } from "@reown/appkit-controllers";

/**
 * A visitor who has connected finds no Connect Wallet any more, to which kit 1.7.4's dialog gives the focus back. This hands it
 * on to what takes the place of that, as long as the visitor does not go on.
 * @param successor selects that
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
