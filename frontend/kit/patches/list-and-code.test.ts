// @vitest-environment jsdom
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it, vi } from "vitest";
import { expectWarning } from "../../../test/frontend/support/quiet.ts";

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

it("draws a QR code in the frame after its text is known, and not before", async () => {
  expectWarning(/^Lit is in dev mode/);
  const { onRenderProxy } = await methodsOf("partials", "w3m-connecting-wc-qrcode");
  vi.useFakeTimers();
  const view = { ready: false } as View;
  onRenderProxy.call(view);
  vi.advanceTimersToNextFrame();
  expect(view.ready).toBe(false);
  view.uri = "wc:1";
  onRenderProxy.call(view);
  vi.advanceTimersToNextFrame();
  expect(view.ready).toBe(true);
  vi.useRealTimers();
});

it("measures the list of wallets when the browser shows it, and not before", async () => {
  const { firstUpdated } = await methodsOf("views", "w3m-connect-view");
  const observe = vi.fn();
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe = observe;
    },
  );
  const list = document.createElement("div");
  const view = { shadowRoot: { querySelector: () => list }, handleConnectListScroll: vi.fn() };
  firstUpdated.call(view as never);
  expect(observe).toHaveBeenCalledExactlyOnceWith(list);
  expect(view.handleConnectListScroll).not.toHaveBeenCalled();
});
