// @vitest-environment jsdom
import { afterEach, expect, it, vi } from "vitest";
import { reduceMotion } from "./less-motion.ts";

const { attachShadow, animate } = Element.prototype;
function prefer(matches: boolean): void {
  const asked = vi.fn(() => ({ matches }));
  vi.stubGlobal("matchMedia", asked);
  reduceMotion();
  expect(asked).toHaveBeenCalledWith("(prefers-reduced-motion: reduce)");
}

function inShadowOf(name: string) {
  const host = document.createElement(name);
  const root = host.attachShadow({ mode: "open" });
  return { root };
}

const FADE = [{ opacity: 1 }, { opacity: 0 }];

/** Replaces animations, because jsdom has none. @returns the animations that a browser would get */
function browsersAnimate() {
  const asked = vi.fn();
  Element.prototype.animate = asked;
  return asked;
}

afterEach(() => {
  Object.assign(Element.prototype, { attachShadow, animate });
});

it("stills the style of each tree", () => {
  prefer(true);
  expect(inShadowOf("w3m-modal").root.textContent).toMatch(/^:host,\*\{animation-duration:\.01ms/);
  expect(inShadowOf("wui-card").root.querySelectorAll("style")).toHaveLength(1);
});

it.each([
  [
    { duration: 150, delay: 50, fill: "forwards", easing: "ease" },
    { fill: "forwards", easing: "ease" },
  ],
  [150, {}],
  [undefined, {}],
] as const)("takes the time from what a script animates in a tree: %o", (options, kept) => {
  const asked = browsersAnimate();
  prefer(true);
  const { root } = inShadowOf("w3m-router");
  const view = root.appendChild(document.createElement("div"));
  view.animate(FADE, options);
  expect(asked.mock.contexts).toEqual([view]);
  expect(asked.mock.calls).toEqual([[FADE, { ...kept, delay: 0, duration: 0 }]]);
});

it("leaves what a script animates elsewhere", () => {
  const asked = browsersAnimate();
  prefer(true);
  document.body.animate(FADE, 150);
  expect(asked.mock.calls).toEqual([[FADE, 150]]);
});

it("changes nothing for other visitors", () => {
  prefer(false);
  expect(Element.prototype.attachShadow).toBe(attachShadow);
  expect(Element.prototype.animate).toBe(animate);
  expect(inShadowOf("w3m-modal").root.textContent).toBe("");
});
