import { readFileSync } from "node:fs";
import path from "node:path";
import { expect } from "chai";
import { generatedDocuments } from "../../scripts/dev/docs/generated-documents.ts";
import { ROOT } from "../support/process.ts";

describe("The generated documents", () => {
  it("are what tasks, settings, scripts and NatSpec say now (npm run docs)", function () {
    this.timeout(60_000);
    const stale = Object.entries(generatedDocuments(ROOT)).filter(
      ([file, text]) => readFileSync(path.join(ROOT, file), "utf8") !== text,
    );
    expect(stale.map(([file]) => file)).to.deep.equal([]);
  });
});
