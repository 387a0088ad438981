import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { recordScore } from "../results/scores.ts";
import { ACCEPTED, type Accepted } from "./contract-accepted.ts";
import { apply, type Mutation, mutationsOf } from "./mutate.ts";

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
  readonly contracts?: Record<string, Record<string, { evm: Bytecodes }>>;
}

interface Code {
  readonly object: string;
}

interface Bytecodes {
  readonly bytecode: Code;
  readonly deployedBytecode: Code;
}

export interface Subject {
  readonly source: string;
  readonly name: string;
  readonly mutated: readonly string[];
}

export interface Mutant extends Mutation, Bytecodes {
  readonly source: string;
  readonly line: number;
  readonly text: string;
  readonly original: string;
}

export const root = path.resolve(import.meta.dirname, "../../..");
const solc: { compile(input: string): string } = createRequire(import.meta.url)("solc");

function buildInput(subject: Subject): BuildInfo["input"] {
  const folder = path.join(root, "artifacts/build-info");
  for (const file of readdirSync(folder)) {
    if (file.endsWith(".output.json")) continue;
    const { input }: BuildInfo = JSON.parse(readFileSync(path.join(folder, file), "utf8"));
    const present = subject.mutated.every(
      (source) =>
        input.sources[`project/${source}`]?.content ===
        readFileSync(path.join(root, source), "utf8"),
    );
    if (present) return input;
  }
  throw new Error("Build first: no build of the present contracts was found");
}

function compile(
  subject: Subject,
  input: BuildInfo["input"],
  sources: BuildInfo["input"]["sources"],
  withTree: boolean,
): CompilerOutput | null {
  const output: CompilerOutput = JSON.parse(
    solc.compile(
      JSON.stringify({
        ...input,
        sources,
        settings: {
          ...input.settings,
          // Leaves out the metadata, because a changed comment would change it.
          metadata: { appendCBOR: false, bytecodeHash: "none" },
          outputSelection: {
            ...(withTree ? { "*": { "": ["ast"] } } : {}),
            [`project/${subject.source}`]: {
              [subject.name]: ["evm.bytecode.object", "evm.deployedBytecode.object"],
            },
          },
        },
      }),
    ),
  );
  return output.errors?.some(({ severity }) => severity === "error") ? null : output;
}

function codeOf(subject: Subject, output: CompilerOutput): Bytecodes {
  const contract = output.contracts?.[`project/${subject.source}`]?.[subject.name];
  if (contract === undefined) throw new Error("The compiler left the contract out");
  return contract.evm;
}

/** Skips mutations that compile to the same code as the original or an earlier mutant. */
export function* mutantsOf(subject: Subject): Generator<Mutant> {
  const input = buildInput(subject);
  const original = compile(subject, input, input.sources, true);
  if (original === null) throw new Error("The contracts do not compile");
  const seen = new Set([codeOf(subject, original).bytecode.object]);
  for (const source of subject.mutated) {
    const name = `project/${source}`;
    const bytes = Buffer.from(input.sources[name]?.content ?? "");
    for (const mutation of mutationsOf(original.sources[name]?.ast, bytes)) {
      const changed = { ...input.sources, [name]: { content: apply(bytes, mutation) } };
      const output = compile(subject, input, changed, false);
      if (output === null) continue;
      const { bytecode, deployedBytecode } = codeOf(subject, output);
      if (seen.has(bytecode.object)) continue;
      seen.add(bytecode.object);
      const before = bytes.subarray(0, mutation.start).toString();
      yield {
        ...mutation,
        source,
        line: before.split("\n").length,
        text: (bytes.toString().split("\n")[before.split("\n").length - 1] ?? "").trim(),
        original: bytes.subarray(mutation.start, mutation.start + mutation.length).toString(),
        bytecode,
        deployedBytecode,
      };
    }
  }
}

function describe({ source, line, original, replacement }: Mutant): string {
  const short = (text: string) => text.replaceAll(/\s+/g, " ").trim();
  return `${source}:${line}  ${short(original)}  →  ${short(replacement) || "(nothing)"}`;
}

function isOf(accepted: Accepted, mutant: Mutant): boolean {
  return (
    accepted.source === mutant.source &&
    accepted.line === mutant.text &&
    accepted.original === mutant.original &&
    accepted.replacement === mutant.replacement
  );
}

export class Tally {
  readonly #subject: Subject;
  readonly #survivors: Mutant[] = [];
  readonly #started = performance.now();
  #made = 0;

  constructor(subject: Subject) {
    this.#subject = subject;
  }

  add(mutant: Mutant, survived: boolean): void {
    this.#made += 1;
    if (survived) this.#survivors.push(mutant);
    console.log(`${survived ? "survived" : "killed  "}  ${describe(mutant)}`);
  }

  close(): void {
    const accepted = ACCEPTED.filter(({ source }) => this.#subject.mutated.includes(source));
    const unexpected = this.#survivors.filter((one) => !accepted.some((entry) => isOf(entry, one)));
    const stale = accepted.filter((entry) => !this.#survivors.some((one) => isOf(entry, one)));
    const killed = this.#made - this.#survivors.length;
    const seconds = Math.round((performance.now() - this.#started) / 1000);
    console.log(
      `\n${killed} of ${this.#made} mutants killed (${((100 * killed) / this.#made).toFixed(1)} %) in ${seconds} s, ` +
        `${this.#survivors.length - unexpected.length} accepted`,
    );
    recordScore(`npm run test:mutants: ${this.#subject.name}`, killed, this.#made);
    for (const survivor of unexpected) console.log(`  Survived: ${describe(survivor)}`);
    for (const { source, line, original, replacement } of stale) {
      console.log(
        `  Accepted, but killed or gone: ${source}: ${line}  ${original} → ${replacement}`,
      );
    }
    if (unexpected.length + stale.length > 0) process.exitCode = 1;
  }
}
