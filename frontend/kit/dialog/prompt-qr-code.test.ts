// @vitest-environment jsdom
import { expect, it, vi } from "vitest";
import { drawQrCodePromptly } from "./prompt-qr-code.ts";

/** Behaves as the kit's view. */
class View extends HTMLElement {
  uri: string | undefined;
  ready = false;

  onRenderProxy(): void {
    if (!this.ready && this.uri) setTimeout(() => (this.ready = true), 200);
  }

  render(): string | null {
    this.onRenderProxy();
    return this.ready && this.uri !== undefined ? `QR code of ${this.uri}` : null;
  }
}

it("is drawn in the frame after its text is known, and not before", async () => {
  vi.useFakeTimers();
  customElements.define("w3m-connecting-wc-qrcode", View);
  await drawQrCodePromptly();
  const view = document.createElement("w3m-connecting-wc-qrcode") as View;
  expect(view.render()).toBeNull();
  vi.advanceTimersToNextFrame();
  expect(view.ready).toBe(false);

  view.uri = "wc:1";
  expect(view.render()).toBeNull();
  vi.advanceTimersToNextFrame();
  expect(view.render()).toBe("QR code of wc:1");
  expect(vi.getTimerCount()).toBe(0);
});
