// @vitest-environment jsdom
import { afterEach, expect, it, vi } from "vitest";
import { reduceMotion } from "./less-motion.ts";

const { attachShadow } = Element.prototype;
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

afterEach(() => {
  Element.prototype.attachShadow = attachShadow;
});

it("stills the style of each tree", () => {
  prefer(true);
  expect(inShadowOf("w3m-modal").root.textContent).toMatch(/^:host,\*\{animation-duration:\.01ms/);
  expect(inShadowOf("wui-card").root.querySelectorAll("style")).toHaveLength(1);
});

it("changes nothing for other visitors", () => {
  prefer(false);
  expect(Element.prototype.attachShadow).toBe(attachShadow);
  expect(inShadowOf("w3m-modal").root.textContent).toBe("");
});
