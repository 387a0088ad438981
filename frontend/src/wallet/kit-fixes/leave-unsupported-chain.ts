import { ModalController, RouterController } from "@reown/appkit-controllers";
import { replaceMethod } from "./each-element.ts";

/** By Escape or a click outside, and by its button. */
const CLOSE = { "w3m-modal": "handleClose", "w3m-header": "onClose" };

/**
 * Kit 1.7.4 does not let a visitor close its view for an unsupported network: it shakes. But the page says itself which
 * network it needs, when a purchase is tried, and a wallet may have none of those that the view offers.
 */
export function letUnsupportedChainBeClosed(): void {
  for (const [name, method] of Object.entries(CLOSE)) {
    void replaceMethod(name, method, (_, close) =>
      RouterController.state.view === "UnsupportedChain" ? ModalController.close() : close(),
    );
  }
}
