// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from "vitest";

const SITE = "https://secure.walletconnect.org";
const cleanup: (() => void)[] = [];
/** What the kit hears. */
let heard: unknown[] = [];

function addFrame(id: string, src = `${SITE}/sdk?projectId=0`): Window {
  const frame = document.createElement("iframe");
  frame.id = id;
  document.body.append(frame);
  // Without loading it.
  Object.defineProperty(frame, "src", { value: src });
  if (frame.contentWindow === null) throw new Error("A frame without a window");
  return frame.contentWindow;
}

function post(data: unknown, source: Window | null, origin = SITE): void {
  window.dispatchEvent(new MessageEvent("message", { data, source, origin }));
}

beforeEach(async () => {
  vi.resetModules();
  heard = [];
  const listen = window.addEventListener.bind(window);
  vi.spyOn(window, "addEventListener").mockImplementation(
    (type: string, listener: EventListenerOrEventListenerObject, options?: object | boolean) => {
      listen(type, listener, options);
      cleanup.push(() => window.removeEventListener(type, listener, options));
    },
  );
  const { hearOwnFrameOnly } = await import("./own-frame-messages.ts");
  hearOwnFrameOnly();
  hearOwnFrameOnly();
  window.addEventListener("message", ({ data }) => heard.push(data));
});

afterEach(() => {
  for (const undo of cleanup.splice(0)) undo();
  document.body.replaceChildren();
});

const READY = { type: "@w3m-frame/READY" };

it("passes on what the kit's frame sends", () => {
  post(READY, addFrame("w3m-iframe"));
  expect(heard).toEqual([READY]);
});

it("drops the frame's messages of another window of the same site", () => {
  addFrame("w3m-iframe");
  post(READY, addFrame("other"));
  post(READY, window);
  post(READY, null);
  expect(heard).toEqual([]);
});

it("drops them if the frame shows another site", () => {
  post(READY, addFrame("w3m-iframe"), "https://attacker.example");
  expect(heard).toEqual([]);
});

it("drops them in a browser without URL.parse, which Safari has from 18 on", () => {
  Object.defineProperty(URL, "parse", { value: undefined, configurable: true });
  try {
    post(READY, addFrame("w3m-iframe"), "https://attacker.example");
    expect(heard).toEqual([]);
  } finally {
    Reflect.deleteProperty(URL, "parse");
  }
});

it("drops them if nothing is loaded into the frame", () => {
  post(READY, addFrame("w3m-iframe", ""), "null");
  expect(heard).toEqual([]);
});

it("drops them if there is no frame", () => {
  post(READY, null);
  post(READY, window, location.origin);
  expect(heard).toEqual([]);
});

it("drops a type that only contains the frame's, which the kit reads as well", () => {
  addFrame("w3m-iframe");
  post({ type: " @w3m-frame/READY" }, window);
  expect(heard).toEqual([]);
});

it.each([{ resultUri: "https://example.org" }, { type: 7 }, "text", null, undefined])(
  "passes on %j, from any window",
  (data) => {
    post(data, window, "https://example.org");
    expect(heard).toEqual([data ?? null]);
  },
);
