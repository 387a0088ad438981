// @vitest-environment jsdom
import { beforeAll, beforeEach, expect, it, vi } from "vitest";
import { showFocus } from "./visible-focus.ts";

const makeTree = () => {
  const close = document.createElement("wui-icon-link");
  const inner = close.attachShadow({ mode: "open" });
  inner.innerHTML = "<button>Close</button><button>Back</button>";
  return { close, inner };
};
let { close, inner } = makeTree();
const header = document.createElement("w3m-header");
const tree = header.attachShadow({ mode: "open" });

const outside = document.createElement("button");

const rings = (root: ShadowRoot | Document) =>
  [...root.querySelectorAll("style")].map(({ textContent }) => textContent);

beforeAll(showFocus);

beforeEach(() => {
  vi.useFakeTimers();
  document.body.replaceChildren(outside, header);
  ({ close, inner } = makeTree());
  tree.replaceChildren(close);
  outside.focus();
});

function press(): void {
  document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key: "Tab" }));
  vi.advanceTimersToNextFrame();
}

it("gives the tree of what a key brings the focus to a ring, once", () => {
  press();
  expect(rings(inner)).toEqual([]);
  for (const button of inner.querySelectorAll("button")) {
    button.focus();
    press();
    expect(rings(inner)).toEqual([expect.stringMatching(/^:focus-visible\{outline:solid 3px/)]);
  }
  expect(rings(document)).toEqual([]);
});

it("gives it at once if the focus comes from the page", () => {
  inner.querySelector("button")?.focus();
  expect(rings(inner)).toHaveLength(1);
});
