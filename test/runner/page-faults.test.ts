import { readFileSync } from "node:fs";
import path from "node:path";
import { expect } from "chai";
import { ROOT } from "./mutants/make-faults.ts";
import { FAULTS } from "./mutants/page-faults.ts";

/** Making the faults takes minutes, so that is done now and then. That each can still be made is seen at once. */
describe("the faults that are kept for the page", () => {
  it("have each its place in the sources, once", () => {
    const gone = FAULTS.filter(({ file, find }) => {
      const source = readFileSync(path.join(ROOT, "frontend/src", file), "utf8");
      return source.split(find).length !== 2;
    });
    expect(gone.map(({ what }) => what)).to.deep.equal([]);
  });

  it("are as many as the document says", () => {
    const document = readFileSync(path.join(ROOT, "docs/mutants.md"), "utf8");
    const [, made, noticed] =
      /(\d+) faults made by hand in the page,[^|]*\| (\d+) \|/.exec(document) ?? [];
    expect([made, noticed]).to.deep.equal([String(FAULTS.length), String(FAULTS.length)]);
  });
});
