import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect } from "chai";
import * as collection from "../../collection.ts";
import { leftoversIn, wordsIn } from "../support/leftovers.ts";
import { ROOT } from "../support/process.ts";

const READ = [
  "contracts/*.sol",
  "contracts/interfaces/*",
  "contracts/renderer/*.sol",
  "frontend/build/*",
  "frontend/index.html",
  "frontend/local/*",
  "frontend/public/*.webmanifest",
  "frontend/src/*",
  "scripts/*",
  "*.md",
];

const ABOUT_IT = [
  /^README\.md$/,
  /^contracts\/Collection\.sol$/,
  /\.test\.tsx?$/,
  // Allows the word hearth in these documents, because it is one of the homes' traits.
  /^docs\/(art|gallery)\.md$/,
  /^contracts\/renderer\/Homes\.sol$/,
  /^contracts\/TicketRenderer\.sol$/,
];

describe("The collection's words", () => {
  it("stand only in collection.ts, so that another name leaves none behind", () => {
    const output = execFileSync("git", ["ls-files", "-z", "--", ...READ], {
      cwd: ROOT,
      encoding: "utf8",
    });
    const files = output
      .split("\0")
      .filter((file) => file !== "" && !ABOUT_IT.some((pattern) => pattern.test(file)));
    expect(files).to.include("frontend/src/mint/Hero.tsx");
    const left = files.flatMap((file) =>
      wordsIn(readFileSync(path.join(ROOT, file), "utf8")).map((words) => `${file}: ${words}`),
    );
    expect(left, "take them from collection.ts").to.deep.equal([]);
  });

  it("are found if one is put back", () => {
    const { name } = collection;
    expect(wordsIn(`<h1>Welcome to ${name}</h1>`)).to.deep.equal([
      `${name}: …<h1>Welcome to ${name}</h1>…`,
    ]);
    expect(wordsIn(`read${name}s(${name}_NAMES)`)).to.deep.equal([]);
  });

  it("and numbers are found in what another collection says, and no part of a word is", () => {
    const { name, size, discountPercent, maxPerPurchase } = collection;
    const foreign = ["ETH", "homes"];
    const own = [name, String(size), `-${discountPercent}%`, `1 to ${maxPerPurchase}`];
    for (const planted of [...own, "0.05 ETH", "many homes"]) {
      expect(leftoversIn(`before ${planted}, after`, foreign)).to.not.deep.equal([]);
    }
    const others = `${name}s, 1${size} or ${size}1; ETHER; ${discountPercent}%5`;
    expect(leftoversIn(others, foreign)).to.deep.equal([]);
  });
});
