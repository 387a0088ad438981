// @vitest-environment jsdom
import { ModalController, RouterController } from "@reown/appkit-controllers";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { keepFocusInDialog } from "./dialog-focus.ts";

const state = ModalController.state;

const modal = document.createElement("w3m-modal");
const shadow = modal.attachShadow({ mode: "open" });

const pageRoot = document.createElement("div");
pageRoot.innerHTML = "<button>Connect Wallet</button>";
const button = pageRoot.querySelector("button") as HTMLButtonElement;

const inert = (element: Element) => element.hasAttribute("inert");

/** AppKit renders the dialog, and the page notices it a frame later. */
async function open() {
  state.open = true;
  await Promise.resolve();
  shadow.innerHTML = '<wui-card tabindex="0"></wui-card>';
}

async function close() {
  state.open = false;
  await Promise.resolve();
  shadow.innerHTML = "";
}

beforeAll(keepFocusInDialog);

beforeEach(() => {
  vi.useFakeTimers();
  document.body.replaceChildren(pageRoot, modal);
  button.focus();
});

afterEach(async () => {
  await close();
  vi.useRealTimers();
});

it("goes into the dialog, which covers the page, and back to what had it", async () => {
  await open();
  vi.advanceTimersToNextFrame();
  expect(document.activeElement).toBe(modal);
  expect(shadow.activeElement?.tagName).toBe("WUI-CARD");
  expect(inert(pageRoot)).toBe(true);
  expect(inert(modal)).toBe(false);

  await close();
  expect(inert(pageRoot)).toBe(false);
  expect(document.activeElement).toBe(button);
});

it("waits for the page's own dialog above it, and goes back to what that gives the focus to", async () => {
  const placeholder = document.createElement("dialog");
  placeholder.open = true;
  placeholder.innerHTML = "<button>Cancel</button>";
  pageRoot.append(placeholder);
  placeholder.querySelector("button")?.focus();
  await open();
  vi.advanceTimersToNextFrame();
  expect(document.activeElement?.textContent).toBe("Cancel");
  expect(inert(pageRoot)).toBe(false);

  placeholder.remove();
  button.focus();
  vi.advanceTimersToNextFrame();
  expect(document.activeElement).toBe(modal);
  await close();
  expect(document.activeElement).toBe(button);
});

it("comes back from a part of the dialog that is replaced", async () => {
  await open();
  vi.advanceTimersToNextFrame();
  const row = document.createElement("button");
  shadow.append(row);
  row.focus();
  expect(shadow.activeElement).toBe(row);
  RouterController.push("AllWallets");
  await Promise.resolve();
  row.remove();
  expect(shadow.activeElement?.tagName).toBe("WUI-CARD");
});

it("leaves alone the frame of the embedded wallet, and what was inert before", async () => {
  const frame = document.createElement("iframe");
  const other = document.createElement("div");
  other.toggleAttribute("inert", true);
  document.body.append(frame, other);
  await open();
  vi.advanceTimersToNextFrame();
  expect(inert(frame)).toBe(false);
  await close();
  expect(inert(other)).toBe(true);
});

it("changes nothing if the dialog closes before it is rendered", async () => {
  state.open = true;
  await Promise.resolve();
  vi.advanceTimersToNextFrame();
  await close();
  vi.advanceTimersToNextFrame();
  expect(vi.getTimerCount()).toBe(0);
  expect(inert(pageRoot)).toBe(false);
  expect(document.activeElement).toBe(button);
});
