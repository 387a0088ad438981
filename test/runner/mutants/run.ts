import { spawn } from "node:child_process";
import {
  cpSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { mutantsOf, root, type Subject, Tally } from "./mutants.ts";

/** Compiles mutants here and writes them into project copies, so no mocha run compiles. */
const SALE: Subject = {
  source: "contracts/Ticket.sol",
  name: "Ticket",
  mutated: ["contracts/Ticket.sol", "contracts/Affiliates.sol", "contracts/Collection.sol"],
};
const COPIES = 2;
const LAST = ["initialize-ownership", "supply", "metadata", "gas"].map((name) => `${name}.test.ts`);
/** Bindings, documents and pictures never change with a mutant. */
const LEFT_OUT = [
  ...["papers.test.ts", "owner-tasks.test.ts", "typechain.test.ts"],
  ...["ticket-renderer.test.ts", "art.test.ts"],
];

function copyProject(): string {
  const copy = mkdtempSync(path.join(tmpdir(), "mutants-"));
  for (const item of [
    ...["artifacts", "cache", "contracts", "typechain-types", "scripts"],
    ...["test/contracts", "test/support"],
    ...["collection.ts", "hardhat.config.ts", "networks.ts"],
    ...["package.json", "tsconfig.json", "tsconfig.base.json"],
  ]) {
    cpSync(path.join(root, item), path.join(copy, item), { recursive: true });
  }
  symlinkSync(path.join(root, "node_modules"), path.join(copy, "node_modules"), "junction");
  return copy;
}

function testFiles(): string[] {
  const rank = (file: string) => LAST.indexOf(path.basename(file));
  return globSync("test/contracts/**/*.test.ts", { cwd: root })
    .filter((file) => !LEFT_OUT.includes(path.basename(file)))
    .sort((a, b) => rank(a) - rank(b) || a.localeCompare(b));
}

function passes(copy: string, files: readonly string[]): Promise<boolean> {
  const hardhat = path.join(root, "node_modules/hardhat/dist/src/cli.js");
  const child = spawn(
    process.execPath,
    [hardhat, "--no-typechain", "test", "mocha", "--no-compile", "--bail", ...files],
    { cwd: copy, stdio: "ignore" },
  );
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve(code === 0));
  });
}

const files = testFiles();
const queue = mutantsOf(SALE);
const tally = new Tally(SALE);

async function work(copy: string): Promise<void> {
  const artifactFile = path.join(copy, "artifacts", SALE.source, `${SALE.name}.json`);
  const artifact: Record<string, unknown> = JSON.parse(readFileSync(artifactFile, "utf8"));
  for (const mutant of queue) {
    writeFileSync(
      artifactFile,
      JSON.stringify({
        ...artifact,
        bytecode: `0x${mutant.bytecode.object}`,
        deployedBytecode: `0x${mutant.deployedBytecode.object}`,
      }),
    );
    tally.add(mutant, await passes(copy, files));
  }
}

const copies = Array.from({ length: COPIES }, copyProject);
try {
  const [first = ""] = copies;
  if (!(await passes(first, files))) throw new Error("The suite fails without any fault");
  await Promise.all(copies.map(work));
} finally {
  for (const copy of copies) rmSync(copy, { recursive: true });
}
tally.close();
