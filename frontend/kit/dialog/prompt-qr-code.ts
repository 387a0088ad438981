import { definedElement } from "./each-element.ts";

/** The view with the QR code. */
const VIEW = "w3m-connecting-wc-qrcode";

interface View extends HTMLElement {
  /** The code's text, once there is one. */
  uri?: string;
  /** Whether the code is drawn. */
  ready: boolean;
  /** Called whenever the view is rendered. */
  onRenderProxy(): void;
}

/**
 * Kit 1.7.4 draws a QR code 200 ms after it has the text. The code is as wide as its view, so that it can't be drawn in the
 * view's first rendering; but in the next frame it can.
 */
export async function drawQrCodePromptly(): Promise<void> {
  const { prototype } = (await definedElement(VIEW)) as unknown as { prototype: View };
  prototype.onRenderProxy = function (this: View) {
    if (this.ready || !this.uri) return;
    requestAnimationFrame(() => {
      this.ready = true;
    });
  };
}
