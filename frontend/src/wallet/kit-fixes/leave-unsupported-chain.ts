import { ModalController, RouterController } from "@reown/appkit-controllers";

type Closer = Readonly<Record<string, unknown>> & { prototype: Record<string, () => unknown> };

/** By Escape or a click outside, and by its button. */
const CLOSE = { "w3m-modal": "handleClose", "w3m-header": "onClose" };

/**
 * Kit 1.7.4 does not let a visitor close its view for an unsupported network: it shakes. But the page says itself which
 * network it needs, when a purchase is tried, and a wallet may have none of those that the view offers.
 */
export function letUnsupportedChainBeClosed(): void {
  for (const [name, method] of Object.entries(CLOSE)) {
    void customElements.whenDefined(name).then((elementClass) => {
      const { prototype } = elementClass as unknown as Closer;
      const close = prototype[method];
      prototype[method] = function (this: unknown) {
        if (RouterController.state.view !== "UnsupportedChain") return close?.call(this);
        return ModalController.close();
      };
    });
  }
}
