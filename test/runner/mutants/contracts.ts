import { spawn } from "node:child_process";
import { globSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { copyCompiled, copyProject } from "../../support/project-copy.ts";
import { recordScore } from "../results/scores.ts";
import { apply, type Mutation, mutationsOf } from "./mutate.ts";

/**
 * `npm run test:mutants`: compiles each mutant of the sale here and writes its code into a copy of
 * the project, so no mocha run compiles.
 */
const ROOT = path.resolve(import.meta.dirname, "../../..");
const SOURCE = "contracts/Ticket.sol";
const MUTATED = [SOURCE, "contracts/Affiliates.sol", "contracts/Collection.sol"];
/**
 * A highest price that is a wei higher. A price is a multiple of the step, so both refuse the same.
 */
const EQUIVALENT = 1;
const COPIES = 2;
const LAST = ["supply", "metadata", "gas"].map((name) => `${name}.test.ts`);
/** Bindings, documents and pictures never change with a mutant. */
const LEFT_OUT = [
  "documents.test.ts",
  "typechain.test.ts",
  "compiler-bugs.test.ts",
  "ticket-renderer.test.ts",
  "art.test.ts",
];

interface Input {
  readonly sources: Record<string, { content: string }>;
  readonly settings: Record<string, unknown>;
}

interface Code {
  readonly bytecode: { readonly object: string };
  readonly deployedBytecode: { readonly object: string };
}

interface Mutant extends Mutation, Code {
  readonly what: string;
}

const solc: { compile(input: string): string } = createRequire(import.meta.url)("solc");

function buildInput(): Input {
  const folder = path.join(ROOT, "artifacts/build-info");
  for (const file of readdirSync(folder)) {
    if (file.endsWith(".output.json")) continue;
    const { input }: { input: Input } = JSON.parse(readFileSync(path.join(folder, file), "utf8"));
    const isPresent = (source: string) =>
      input.sources[`project/${source}`]?.content === readFileSync(path.join(ROOT, source), "utf8");
    if (MUTATED.every(isPresent)) return input;
  }
  throw new Error("Build first: no build of the present contracts was found");
}

/** @returns `null` if it does not compile */
function compile(
  input: Input,
  sources: Input["sources"],
): { readonly code: Code; treeOf(source: string): unknown } | null {
  const settings = {
    ...input.settings,
    // Leaves out the metadata, because a changed comment would change it.
    metadata: { appendCBOR: false, bytecodeHash: "none" },
    outputSelection: {
      "*": { "": ["ast"] },
      [`project/${SOURCE}`]: { Ticket: ["evm.bytecode.object", "evm.deployedBytecode.object"] },
    },
  };
  const output = JSON.parse(solc.compile(JSON.stringify({ ...input, sources, settings })));
  const code = output.contracts?.[`project/${SOURCE}`]?.Ticket?.evm;
  if (code === undefined) return null;
  return { code, treeOf: (source) => output.sources[`project/${source}`].ast };
}

/** Skips mutations that compile to the same code as the original or an earlier mutant. */
function* mutants(): Generator<Mutant> {
  const input = buildInput();
  const original = compile(input, input.sources);
  if (original === null) throw new Error("The contracts do not compile");
  const seen = new Set([original.code.bytecode.object]);
  const short = (text: string) => text.replaceAll(/\s+/g, " ").trim() || "(nothing)";
  for (const source of MUTATED) {
    const name = `project/${source}`;
    const bytes = Buffer.from(input.sources[name]?.content ?? "");
    for (const mutation of mutationsOf(original.treeOf(source), bytes)) {
      const { start, length, replacement } = mutation;
      const changed = { ...input.sources, [name]: { content: apply(bytes, mutation) } };
      const compiled = compile(input, changed);
      if (compiled === null || seen.has(compiled.code.bytecode.object)) continue;
      seen.add(compiled.code.bytecode.object);
      const line = bytes.subarray(0, start).toString().split("\n").length;
      const before = bytes.subarray(start, start + length).toString();
      const what = `${source}:${line}  ${short(before)}  →  ${short(replacement)}`;
      yield { ...mutation, ...compiled.code, what };
    }
  }
}

const rank = (file: string) => LAST.indexOf(path.basename(file));
const files = globSync("test/contracts/**/*.test.ts", { cwd: ROOT })
  .filter((file) => !LEFT_OUT.includes(path.basename(file)))
  .sort((a, b) => rank(a) - rank(b) || a.localeCompare(b));

function passes(copy: string): Promise<boolean> {
  const hardhat = path.join(ROOT, "node_modules/hardhat/dist/src/cli.js");
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

const queue = mutants();
const survivors: string[] = [];
let made = 0;

async function work(copy: string): Promise<void> {
  const artifactFile = path.join(copy, "artifacts", SOURCE, "Ticket.json");
  const artifact: Record<string, unknown> = JSON.parse(readFileSync(artifactFile, "utf8"));
  for (const { what, bytecode, deployedBytecode } of queue) {
    const code = {
      bytecode: `0x${bytecode.object}`,
      deployedBytecode: `0x${deployedBytecode.object}`,
    };
    writeFileSync(artifactFile, JSON.stringify({ ...artifact, ...code }));
    const survived = await passes(copy);
    made += 1;
    if (survived) survivors.push(what);
    console.log(`${survived ? "survived" : "killed  "}  ${what}`);
  }
}

const copies = Array.from({ length: COPIES }, () => {
  const copy = copyProject("mutants");
  copyCompiled(copy);
  return copy;
});
if (!(await passes(copies[0] ?? ""))) throw new Error("The suite fails without any fault");
await Promise.all(copies.map(work));
console.log(`\n${made - survivors.length} of ${made} mutants killed. Survivors:`);
for (const survivor of survivors) console.log(`  ${survivor}`);
recordScore("npm run test:mutants", made - survivors.length, made);
if (survivors.length > EQUIVALENT) process.exitCode = 1;
