import { StrictMode } from "react";
import { createRoot, type Root } from "react-dom/client";
import { networks } from "../../networks.ts";
import "../src/styles.css";
import { fakesOf } from "./fakes.ts";
import { Overview } from "./Overview.tsx";
import { pageOf } from "./page-of.tsx";
import { type GalleryState, states } from "./states.ts";

/**
 * The page in every state, for review and for `test/e2e/page/states.spec.ts`. `gallery.html?state=<name>` shows one
 * state.
 */

const AFTER_MINT: Readonly<Record<string, string>> = {
  stopped: "Stop waiting",
  switching: `Switch to ${networks.mainnet.title}`,
};

/** @returns whether it has typed the text */
function typeRecipient(text: string): boolean {
  const field = document.querySelector<HTMLTextAreaElement>("#recipient");
  const details = field?.closest("details");
  if (field === null || !details || details.open) return false;
  details.open = true;
  // Uses the prototype's setter, because React otherwise misses a value that a script sets.
  const { set } = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value") ?? {};
  set?.call(field, text);
  field.dispatchEvent(new Event("input", { bubbles: true }));
  return text !== "";
}

function isTyped(): boolean {
  return document.querySelector("details.recipient[open]") !== null;
}

function arrive(state: GalleryState): () => void {
  let minting = false;
  const presses = [...(state.presses ?? [])];
  const observer = new MutationObserver(go);
  function go() {
    const button = (name: string) =>
      [...document.querySelectorAll("button")].find(
        ({ ariaLabel, textContent }) => (ariaLabel ?? textContent) === name,
      );
    const folded = document.querySelector<HTMLDetailsElement>(state.unfolded ?? "#none");
    if (folded?.open === false) folded.open = true;
    const quantity = Number(document.querySelector<HTMLInputElement>("#quantity")?.value ?? 1);
    if (quantity < (state.quantity ?? 1)) {
      button("Increase quantity")?.click();
    } else if (state.recipient !== undefined && button("Mint")?.disabled && !isTyped()) {
      // All of React's effects have run once the price is visible.
      return;
    } else if (state.recipient !== undefined && typeRecipient(state.recipient)) {
      return;
    } else if (state.recipient?.includes(".")) {
      button("Find address")?.click();
    } else if (state.mint !== undefined && !(minting && presses.length > 0)) {
      const after = AFTER_MINT[state.mint.until];
      const next = button(minting && after !== undefined ? after : "Mint");
      if (next === undefined || next.disabled) return;
      if ((minting || after === undefined) && presses.length === 0) observer.disconnect();
      minting = true;
      next.click();
    } else {
      const next = button(presses[0] ?? "");
      if (next === undefined) return;
      presses.shift();
      if (presses.length === 0) observer.disconnect();
      next.click();
    }
  }
  observer.observe(document.body, { attributes: true, childList: true, subtree: true });
  go();
  return () => observer.disconnect();
}

/**
 * Whether the state appears only after half a minute without answers. The gallery does not wait for
 * it.
 */
let hurried = false;
const { setTimeout } = globalThis;
globalThis.setTimeout = ((run: TimerHandler, ms?: number, ...rest: unknown[]) =>
  setTimeout(run, hurried && ms === 30_000 ? 0 : ms, ...rest)) as typeof globalThis.setTimeout;

// Replaces the clipboard, because browsers refuse to copy without a real click.
Object.defineProperty(navigator, "clipboard", { value: { writeText: async () => undefined } });

let root: Root | undefined;
let leave = () => {};

function show(name: string | null): void {
  const container = document.getElementById("root");
  if (container === null) throw new Error("gallery.html has no #root");
  const state = name === null ? undefined : states[name];
  if (name !== null && state === undefined) throw new Error(`No state is called ${name}`);
  leave();
  root?.unmount();
  hurried = state?.mint?.until === "sendingLate" || state?.mint?.until === "stopped";
  root = createRoot(container);
  root.render(
    <StrictMode>{state === undefined ? <Overview /> : pageOf(fakesOf(state))}</StrictMode>,
  );
  leave = state === undefined ? () => undefined : arrive(state);
}

show(new URLSearchParams(location.search).get("state"));
// Lets browser tests switch between states, because loading a document for each takes longer than
// the checks.
Object.assign(globalThis, { showState: show });
