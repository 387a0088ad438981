import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { buildTarget, oldestBrowsers } from "./browsers.ts";

const RECORD = path.resolve(import.meta.dirname, "../../../docs/quality.md");
const TITLES: Readonly<Record<string, string>> = {
  chrome: "Chrome",
  edge: "Edge",
  firefox: "Firefox",
  safari: "Safari",
  ios_saf: "Safari on iOS",
};

it("the build's target has each of the oldest browsers in Vite's words", () => {
  const oldest = oldestBrowsers();
  expect(oldest.map(({ browser }) => browser)).toEqual(Object.keys(TITLES));
  expect(buildTarget()).toEqual(
    oldest.map(({ browser, version }) => browser.replace("ios_saf", "ios") + version),
  );
});

it("the docs name the same browsers", () => {
  const rows = readFileSync(RECORD, "utf8").matchAll(/^\| ([A-Z][\w ]*?) \| (\d[\d.]*) \|/gm);
  expect(Array.from(rows, ([, title, version]) => [title, version])).toEqual(
    oldestBrowsers().map(({ browser, version }) => [TITLES[browser], version]),
  );
});

it.each(["chrome > 92", "chrome 92", "last 2 versions", "chrome >= 92 and supports es6"])(
  "refuses %s",
  (entry) => {
    expect(() => oldestBrowsers([entry])).toThrow(`browserslist has "${entry}"`);
  },
);
