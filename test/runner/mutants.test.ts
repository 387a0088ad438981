import { execFile } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect } from "chai";

const ROOT = path.resolve(import.meta.dirname, "../..");
const VITEST = fileURLToPath(new URL("./vitest.mjs", import.meta.resolve("vitest/package.json")));
const CONFIG = "test/runner/mutants/vitest.config.ts";

describe("The tests of `npm run test:mutants:scripts`", () => {
  it("load in Vitest, though Mocha runs them otherwise", async () => {
    const words = [VITEST, "list", "--no-staticParse", "--config", CONFIG];
    const { stdout } = await promisify(execFile)(process.execPath, words, { cwd: ROOT });
    expect(stdout).to.contain("test/tasks/cli/amounts.test.ts > ");
  });
});
