import { readFileSync } from "node:fs";
import path from "node:path";

export interface SeededFault {
  readonly what: string;
  readonly file: string;
  readonly find: string;
  readonly replacement: string;
  readonly test: string;
  /** Part of the title of the test that must fail; in `INVARIANTS`, the invariant's sentence. */
  readonly red: string;
}

export const INVARIANTS = "test/contracts/invariants/Invariants.t.sol";

/**
 * Reads `<kind>.diff`. `test` and `file` apply to the faults below them. A fault is its description
 * (`@@`), the text to find (`-`), its replacement (`+`), and what the failing test says (`red`).
 */
export function readFaults(kind: string): readonly SeededFault[] {
  const text = readFileSync(path.join(import.meta.dirname, `${kind}.diff`), "utf8");
  const faults: SeededFault[] = [];
  const names = { test: "", file: "" };
  for (const part of text.split(/^(?=test |file |@@ )/m)) {
    const [head = "", ...lines] = part.trimEnd().split("\n");
    const [word = "", name = ""] = [head.split(" ", 1)[0], head.slice(head.indexOf(" ") + 1)];
    if (word === "test" || word === "file") names[word] = name;
    else faults.push({ ...names, what: name, ...change(lines) });
  }
  return faults;
}

function change(lines: readonly string[]): Pick<SeededFault, "find" | "replacement" | "red"> {
  const after = (start: string) =>
    lines.filter((line) => line.startsWith(start)).map((line) => line.slice(start.length));
  return {
    find: after("-").join("\n"),
    replacement: after("+").join("\n"),
    red: after("red ").join(" "),
  };
}
