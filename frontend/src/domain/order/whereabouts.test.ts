import { expect, it } from "vitest";
import { isCopy, isFramedByAnother } from "./whereabouts.ts";

function view(origin: string, top?: object): Window {
  const own: Record<string, unknown> = { location: { origin } };
  own.top = top ?? own;
  return own as unknown as Window;
}

it.each([
  ["by itself", view("https://mint.example"), false],
  [
    "in a frame of its own origin",
    view("https://mint.example", { location: { origin: "https://mint.example" } }),
    false,
  ],
  [
    "in a frame of another origin that can be read",
    view("https://mint.example", { location: { origin: "https://www.mint.example" } }),
    true,
  ],
  [
    "in a frame of another origin, as browsers have it",
    view("https://mint.example", {
      get location(): never {
        throw new DOMException("Blocked a frame", "SecurityError");
      },
    }),
    true,
  ],
])("knows whether it is %s", (_, window, framed) => {
  expect(isFramedByAnother(window)).toBe(framed);
});

it.each([
  [[], "https://elsewhere.example", false],
  [["https://mint.example/"], "https://mint.example", false],
  [["https://mint.example/homes/"], "https://mint.example", false],
  [["https://mint.example/", "https://hearth.eth.limo/"], "https://hearth.eth.limo", false],
  [["https://mint.example/"], "https://mint.example.evil.example", true],
  [["https://mint.example/"], "http://mint.example", true],
  [["https://mint.example/"], "https://www.mint.example", true],
  [["https://mint.example/"], "null", true],
])("with the addresses %j at %s: a copy is %s", (siteUrls, origin, copy) => {
  expect(isCopy(siteUrls, origin)).toBe(copy);
});
