import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

export const ROOT = path.resolve(import.meta.dirname, "../../..");

/** A place in the project that is broken on purpose, for a test to notice. */
export interface Fault {
  /** What would go wrong. */
  readonly what: string;
  /** From the root. */
  readonly file: string;
  /** Stands there once. */
  readonly find: string;
  readonly replacement: string;
}

export interface Trial<F extends Fault> {
  readonly faults: readonly F[];
  /** What the copy of the project holds, from the root. */
  readonly copied: readonly string[];
  /** Folders of packages, which are linked. */
  readonly linked: readonly string[];
  /** @returns the tests that fail without any fault, and so prove nothing about one */
  redBefore(copy: string, faults: readonly F[]): string;
  /** @returns `null` if a test has noticed the fault, or what was said in its place */
  missed(copy: string, fault: F): string | null;
}

/**
 * Makes one fault at a time in a copy of the project. A word on the command line selects the faults that have it in `what`.
 * Sets exit code 1 if a fault goes unnoticed.
 */
export function makeFaults<F extends Fault>(trial: Trial<F>): void {
  const chosen = trial.faults.filter(({ what }) => what.includes(process.argv[2] ?? ""));
  const copy = mkdtempSync(path.join(tmpdir(), "faults-"));
  let missed = 0;
  try {
    for (const item of trial.copied) {
      cpSync(path.join(ROOT, item), path.join(copy, item), { recursive: true });
    }
    for (const folder of trial.linked) {
      symlinkSync(path.join(ROOT, folder), path.join(copy, folder), "junction");
    }
    for (const fault of chosen) readSound(copy, fault);
    const red = trial.redBefore(copy, chosen);
    if (red !== "") throw new Error(`Red before anything is broken:\n${red}`);
    for (const fault of chosen) {
      const said = whileBroken(copy, fault, () => trial.missed(copy, fault));
      if (said !== null) missed += 1;
      console.log(`${said === null ? "noticed" : "MISSED "}  ${fault.what}`);
      if (said) console.log(said);
    }
  } finally {
    rmSync(copy, { recursive: true });
  }
  console.log(`\n${chosen.length - missed} of ${chosen.length} faults noticed`);
  process.exitCode = missed === 0 ? 0 : 1;
}

/** @throws Error if the place of the fault is gone */
function readSound(copy: string, fault: Fault): string {
  const sound = readFileSync(path.join(copy, fault.file), "utf8");
  if (sound.split(fault.find).length !== 2) {
    throw new Error(`${fault.what}: its place in ${fault.file} is gone`);
  }
  return sound;
}

function whileBroken<Result>(copy: string, fault: Fault, run: () => Result): Result {
  const file = path.join(copy, fault.file);
  const sound = readSound(copy, fault);
  writeFileSync(
    file,
    sound.replace(fault.find, () => fault.replacement),
  );
  try {
    return run();
  } finally {
    writeFileSync(file, sound);
  }
}
