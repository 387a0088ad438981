import { ModalController, RouterController } from "@reown/appkit-controllers";
import { replaceMethod } from "../dialog/each-element.ts";

/** By Escape or a click outside, and by its button. */
const CLOSE = { "w3m-modal": "handleClose", "w3m-header": "onClose" };

/**
 * Kit 1.7.4 does not let a visitor close its view for an unsupported network: it shakes. A visitor whose wallet has none of
 * the networks that it offers could not leave it. The page itself names the network that it needs when Mint is pressed.
 */
export function letUnsupportedChainBeClosed(): void {
  for (const [name, method] of Object.entries(CLOSE)) {
    void replaceMethod(name, method, (_, close) =>
      RouterController.state.view === "UnsupportedChain" ? ModalController.close() : close(),
    );
  }
}
