// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { reduceMotion } from "./less-motion.ts";

const { attachShadow } = Element.prototype;
/** jsdom animates nothing. */
const animate = vi.fn<Element["animate"]>();

function prefer(matches: boolean): void {
  const asked = vi.fn(() => ({ matches }));
  vi.stubGlobal("matchMedia", asked);
  reduceMotion();
  expect(asked).toHaveBeenCalledWith("(prefers-reduced-motion: reduce)");
}

function inShadowOf(name: string) {
  const host = document.createElement(name);
  const root = host.attachShadow({ mode: "open" });
  const child = document.createElement("div");
  root.append(child);
  return { host, root, child };
}

beforeEach(() => {
  animate.mockClear();
  Element.prototype.animate = animate;
});

afterEach(() => {
  Element.prototype.attachShadow = attachShadow;
});

it("stills the style of each tree of the kit, and of no other", () => {
  prefer(true);
  expect(inShadowOf("w3m-modal").root.textContent).toMatch(/^:host,\*.*animation-duration:\.01ms/);
  expect(inShadowOf("wui-card").root.querySelectorAll("style")).toHaveLength(1);
  expect(inShadowOf("other-card").root.textContent).toBe("");
});

it("takes the time from what the kit animates by script, and from nothing else", () => {
  prefer(true);
  const kits = inShadowOf("wui-tabs");
  const others = inShadowOf("other-card");
  const frames = [{ opacity: 0 }];
  kits.host.animate(frames, { duration: 200, delay: 50, fill: "forwards" });
  kits.child.animate(frames, 200);
  others.child.animate(frames, 200);
  expect(animate.mock.calls).toEqual([
    [frames, { duration: 0, delay: 0, fill: "forwards" }],
    [frames, { duration: 0, delay: 0 }],
    [frames, 200],
  ]);
});

it("changes nothing for other visitors", () => {
  prefer(false);
  expect(Element.prototype.attachShadow).toBe(attachShadow);
  expect(Element.prototype.animate).toBe(animate);
  expect(inShadowOf("w3m-modal").root.textContent).toBe("");
});
