import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { name, noun, summary } from "../../../collection.ts";
import { fillHead } from "./head.ts";

const INDEX = readFileSync(path.resolve(import.meta.dirname, "../../index.html"), "utf8");

it("[P-03] the head has the collection's name as a minting dapp's title, and its words", () => {
  const html = fillHead(INDEX);
  expect(html).toContain(`<title>${name} · NFT minting dapp</title>`);
  expect(html).toContain(`content="Mint ${noun} tickets of ${name}, a collection of ${summary}."`);
});

it("a slot that is missing fails the build", () => {
  expect(() => fillHead(INDEX.replace("{title}", ""))).toThrow("index.html has no {title}");
});

it("a slot that nothing fills fails the build", () => {
  expect(() => fillHead(`${INDEX}{price}`)).toThrow("index.html has {price}, which nothing fills");
});
