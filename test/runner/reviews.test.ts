import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect } from "chai";

const ROOT = path.resolve(import.meta.dirname, "../..");
const read = (name: string) => readFile(path.join(ROOT, name), "utf8");

const REVIEWED = [
  "contracts/Ticket.sol",
  "frontend/src/main.tsx",
  "frontend/package.json",
  "test/runner/test.ts",
  ".ci/run",
  ".github/CODEOWNERS",
  "package-lock.json",
  "scripts/launch.js",
  "networks.ts",
  "deployments/mainnet/record.json",
  "typechain-types/index.ts",
  "docs/examples/index.ts",
];

describe("A review", () => {
  it("is by a code owner for everything but prose and pictures", async () => {
    const lines = (await read(".github/CODEOWNERS"))
      .split("\n")
      .filter((line) => /^[*/]/.test(line));
    const rules = lines.map((line) => line.split(/\s+/).filter(Boolean));
    const [first, ...rest] = rules;
    expect(first).to.deep.equal(["*", "@maintainers"]);
    const exempt = rest.map(([pattern = "", owner]) => {
      expect(owner, pattern).to.equal(undefined);
      expect(pattern).to.match(/^\/docs\/\*\.\w+$/);
      return new RegExp(`^${pattern.slice(1).replaceAll(".", "\\.").replaceAll("*", "[^/]*")}$`);
    });
    expect(REVIEWED.filter((file) => exempt.some((one) => one.test(file)))).to.deep.equal([]);
  });

  it("is shown every file, none collapsed as generated", () => {
    const words = ["check-attr", "linguist-generated", "--", "contracts/renderer/Art.sol"];
    const answer = execFileSync("git", [...words, ...REVIEWED], { cwd: ROOT, encoding: "utf8" });
    expect(answer.split("\n").filter((line) => /: (set|true)$/.test(line))).to.deep.equal([]);
  });

  it("knows which code CI runs: actions are named by commit", async () => {
    const used = [...(await read(".github/workflows/ci.yml")).matchAll(/uses: (\S+)/g)];
    expect(used).not.to.have.length(0);
    for (const [, action] of used) expect(action).to.match(/@[0-9a-f]{40}$/);
  });
});
