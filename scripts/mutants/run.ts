import { spawn } from "node:child_process";
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { apply, type Mutation, mutationsOf } from "./mutate.ts";

/**
 * `npm run test:mutants`: makes one small fault at a time in the contracts and runs the mocha suite on it, in copies of
 * the project. A fault that no test notices is a survivor. docs/mutants.md has the survivors and why they are accepted.
 *
 * The contracts are compiled here and put into the copies' artifacts, so that no run compiles. A fault that does not
 * compile, or that compiles to the same code, is not counted.
 */
const SOURCES = ["contracts/Ticket.sol", "contracts/Affiliates.sol"];
const CONTRACT = ["contracts/Ticket.sol", "Ticket"] as const;
const COPIES = 2;
const REQUIRED = 0.95;
/** What sells out or draws takes longest, so it comes last. */
const LAST = ["tickets", "supply", "metadata", "gas", "sell-out"];
/** They notice no fault: bindings and papers are the same for each, and pictures are another contract. */
const LEFT_OUT = ["papers.test.ts", "typechain.test.ts", "ticket-renderer.test.ts"];

interface BuildInfo {
  readonly input: {
    readonly language: string;
    readonly sources: Record<string, { content: string }>;
    readonly settings: Record<string, unknown>;
  };
}

interface CompilerOutput {
  readonly errors?: readonly { severity: string; formattedMessage: string }[];
  readonly sources: Record<string, { ast: unknown }>;
  readonly contracts?: Record<
    string,
    Record<string, { evm: { bytecode: Code; deployedBytecode: Code } }>
  >;
}

interface Code {
  readonly object: string;
}

interface Mutant extends Mutation {
  readonly source: string;
  readonly line: number;
  readonly original: string;
  readonly bytecode: Code;
  readonly deployedBytecode: Code;
}

const root = path.resolve(import.meta.dirname, "../..");
const solc: { compile(input: string): string } = createRequire(import.meta.url)("solc");

function buildInput(): BuildInfo["input"] {
  const folder = path.join(root, "artifacts/build-info");
  for (const file of readdirSync(folder)) {
    if (file.endsWith(".output.json")) continue;
    const { input }: BuildInfo = JSON.parse(readFileSync(path.join(folder, file), "utf8"));
    const content = input.sources[`project/${CONTRACT[0]}`]?.content;
    if (content === readFileSync(path.join(root, CONTRACT[0]), "utf8")) return input;
  }
  throw new Error("Build first: no build of the present contracts was found");
}

function compile(
  input: BuildInfo["input"],
  sources: BuildInfo["input"]["sources"],
): CompilerOutput | null {
  const output: CompilerOutput = JSON.parse(
    solc.compile(
      JSON.stringify({
        ...input,
        sources,
        settings: {
          ...input.settings,
          // Without it a changed comment would count as changed code.
          metadata: { appendCBOR: false, bytecodeHash: "none" },
          outputSelection: {
            "*": { "": ["ast"] },
            [`project/${CONTRACT[0]}`]: {
              [CONTRACT[1]]: ["evm.bytecode.object", "evm.deployedBytecode.object"],
            },
          },
        },
      }),
    ),
  );
  return output.errors?.some(({ severity }) => severity === "error") ? null : output;
}

function codeOf(output: CompilerOutput): { bytecode: Code; deployedBytecode: Code } {
  const contract = output.contracts?.[`project/${CONTRACT[0]}`]?.[CONTRACT[1]];
  if (contract === undefined) throw new Error("The compiler left the contract out");
  return contract.evm;
}

function* mutants(): Generator<Mutant> {
  const input = buildInput();
  const original = compile(input, input.sources);
  if (original === null) throw new Error("The contracts do not compile");
  const code = codeOf(original);
  const seen = new Set([code.bytecode.object]);
  for (const source of SOURCES) {
    const name = `project/${source}`;
    const bytes = Buffer.from(input.sources[name]?.content ?? "");
    for (const mutation of mutationsOf(original.sources[name]?.ast, bytes)) {
      const output = compile(input, {
        ...input.sources,
        [name]: { content: apply(bytes, mutation) },
      });
      if (output === null) continue;
      const { bytecode, deployedBytecode } = codeOf(output);
      if (seen.has(bytecode.object)) continue;
      seen.add(bytecode.object);
      const before = bytes.subarray(0, mutation.start).toString();
      yield {
        ...mutation,
        source,
        line: before.split("\n").length,
        original: bytes.subarray(mutation.start, mutation.start + mutation.length).toString(),
        bytecode,
        deployedBytecode,
      };
    }
  }
}

function copyProject(): string {
  const copy = mkdtempSync(path.join(tmpdir(), "mutants-"));
  for (const item of [
    ...["artifacts", "cache", "contracts", "typechain-types", "test/contracts", "scripts"],
    ...["hardhat.config.ts", "networks.ts", "package.json", "tsconfig.json", "tsconfig.base.json"],
  ]) {
    cpSync(path.join(root, item), path.join(copy, item), { recursive: true });
  }
  symlinkSync(path.join(root, "node_modules"), path.join(copy, "node_modules"), "junction");
  return copy;
}

function testFiles(): string[] {
  const rank = (file: string) => LAST.indexOf(file.replace(".test.ts", ""));
  return readdirSync(path.join(root, "test/contracts"))
    .filter((file) => file.endsWith(".test.ts") && !LEFT_OUT.includes(file))
    .sort((a, b) => rank(a) - rank(b) || a.localeCompare(b))
    .map((file) => `test/contracts/${file}`);
}

/** Whether all tests pass in the copy. */
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

function describe({ source, line, original, replacement }: Mutant): string {
  const short = (text: string) => text.replaceAll(/\s+/g, " ").trim();
  return `${source}:${line}  ${short(original)}  →  ${short(replacement) || "(nothing)"}`;
}

const files = testFiles();
const queue = mutants();
const survivors: string[] = [];
let made = 0;
const started = performance.now();

async function work(copy: string): Promise<void> {
  const artifactFile = path.join(copy, "artifacts", CONTRACT[0], `${CONTRACT[1]}.json`);
  const artifact: Record<string, unknown> = JSON.parse(readFileSync(artifactFile, "utf8"));
  for (const mutant of queue) {
    made += 1;
    writeFileSync(
      artifactFile,
      JSON.stringify({
        ...artifact,
        bytecode: `0x${mutant.bytecode.object}`,
        deployedBytecode: `0x${mutant.deployedBytecode.object}`,
      }),
    );
    const survived = await passes(copy, files);
    if (survived) survivors.push(describe(mutant));
    console.log(`${survived ? "survived" : "killed  "}  ${describe(mutant)}`);
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

const killed = made - survivors.length;
const share = killed / made;
console.log(
  `\n${killed} of ${made} mutants killed (${(share * 100).toFixed(1)} %) in ${Math.round((performance.now() - started) / 1000)} s. Survivors:`,
);
for (const survivor of survivors.sort()) console.log(`  ${survivor}`);
process.exitCode = share >= REQUIRED ? 0 : 1;
