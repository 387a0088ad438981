import { execFileSync } from "node:child_process";
import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect } from "chai";
import { testProject } from "../tasks/support/project.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");

/**
 * Names of partners, transactions for a Safe, caches and compiler output, settings: git ignores them, but a pull request
 * can add them, and tasks would trust them.
 */
const NEVER_COMMITTED = [
  ".env",
  ".env.[!e]*",
  "artifacts/**",
  "cache/**",
  "deployments/*/affiliates/**",
  "deployments/*/payouts/**",
  "deployments/*/safe/**",
  "deployments/*/watch/**",
  "deployments/localhost/**",
  "deployments/rehearsal/**",
];

function committed(root: string): string[] {
  const patterns = NEVER_COMMITTED.map((pattern) => `:(glob)${pattern}`);
  const output = execFileSync("git", ["ls-files", "-z", "--", ...patterns], {
    cwd: root,
    encoding: "utf8",
  });
  return output.split("\0").filter(Boolean);
}

describe("In the repository", () => {
  it("no file is in a folder for a machine's own files", () => {
    expect(committed(ROOT)).to.deep.equal([]);
  });

  it("one that is force-added there is found", async () => {
    const project = await testProject();
    const planted = [
      ".env.mainnet",
      "cache/sale-events/1.json",
      "deployments/mainnet/affiliates/journal.jsonl",
      "deployments/mainnet/payouts/journal.json",
      "deployments/mainnet/safe/pause.json",
      "deployments/mainnet/watch/journal.jsonl",
    ];
    const git = (...words: string[]) => execFileSync("git", words, { cwd: project });
    for (const file of planted) {
      await mkdir(path.dirname(path.join(project, file)), { recursive: true });
      await writeFile(path.join(project, file), "{}\n");
    }
    git("add", "--force", ...planted);
    const found = committed(project);
    git("rm", "--quiet", "--cached", ...planted);
    for (const file of planted) await rm(path.join(project, file));

    expect(found).to.deep.equal(planted);
  });
});
