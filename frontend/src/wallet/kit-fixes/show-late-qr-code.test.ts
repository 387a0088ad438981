// @vitest-environment jsdom
import { expect, it } from "vitest";
import { showLateQrCode } from "./show-late-qr-code.ts";

/** Behaves as the kit's entry. */
class Entry extends HTMLElement {
  ready = false;

  render(): string | null {
    if (this.ready) return "QR code";
    this.style.cssText = "display: none";
    return null;
  }
}

it("is rendered hidden while WalletConnect is not ready, and visible when it is", async () => {
  customElements.define("w3m-connect-walletconnect-widget", Entry);
  await showLateQrCode();
  const entry = document.createElement("w3m-connect-walletconnect-widget") as Entry;
  expect(entry.render()).toBeNull();
  expect(entry.style.display).toBe("none");
  entry.ready = true;
  expect(entry.render()).toBe("QR code");
  expect(entry.style.display).toBe("");
});
