// @vitest-environment jsdom
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it, onTestFinished, vi } from "vitest";

const KIT = fileURLToPath(import.meta.resolve("@reown/appkit"));
const VIEWS = KIT.slice(0, KIT.indexOf(path.join("appkit", "dist")));

interface View {
  uri?: string;
  ready?: boolean;
  onRenderProxy(): void;
  firstUpdated(): void;
}

/** Returns only the methods, because jsdom can't render the view. */
async function methodsOf(folder: string, element: string): Promise<View> {
  const file = path.join(VIEWS, "appkit-scaffold-ui/dist/esm/src", folder, element, "index.js");
  await import(/* @vite-ignore */ file);
  return customElements.get(element)?.prototype;
}

// Outside the tests, because the modules take seconds to load on a busy machine.
const qrCode = await methodsOf("partials", "w3m-connecting-wc-qrcode");
const list = await methodsOf("views", "w3m-connect-view");

it("draws a QR code in the frame after its text is known, and not before", () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const view = { ready: false } as View;
  qrCode.onRenderProxy.call(view);
  vi.advanceTimersToNextFrame();
  expect(view.ready).toBe(false);
  view.uri = "wc:1";
  qrCode.onRenderProxy.call(view);
  vi.advanceTimersToNextFrame();
  expect(view.ready).toBe(true);
});

it("measures the list of wallets when the browser shows it, and not before", () => {
  const observe = vi.fn();
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe = observe;
    },
  );
  const shown = document.createElement("div");
  const view = { shadowRoot: { querySelector: () => shown }, handleConnectListScroll: vi.fn() };
  list.firstUpdated.call(view as never);
  expect(observe).toHaveBeenCalledExactlyOnceWith(shown);
  expect(view.handleConnectListScroll).not.toHaveBeenCalled();
});
