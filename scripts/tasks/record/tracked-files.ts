import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { shortList } from "../cli/amounts.ts";
import { TaskError } from "../cli/task.ts";
import { quotedInput } from "../cli/visible-text.ts";

/** Local files that git ignores, although a pull request can still add them. */
const NEVER_TRACKED = new RegExp(
  `^(${[
    "\\.env(\\.(?!example$).*)?",
    "(artifacts|cache)(/.*)?",
    "deployments/(localhost|rehearsal)(/.*)?",
    "deployments/[^/]+/(affiliates|safe)(/.*)?",
  ].join("|")})$`,
);

/**
 * Finds tracked files that a pull request can add and a task or the compiler would trust: a link, a
 * local file, or a second spelling of a name that some file systems treat as equal.
 * @returns one line for each file; no line outside git
 */
export async function trackedProblems(root: string): Promise<readonly string[]> {
  const listing = await promisify(execFile)("git", ["ls-files", "--stage", "-z"], {
    cwd: root,
    maxBuffer: 100_000_000,
  }).catch(() => ({ stdout: "" }));
  const problems: string[] = [];
  const spellings = new Map<string, string>();
  for (const entry of listing.stdout.split("\0")) {
    const [, mode, file] = /^(\d+) \w+ \d\t(.*)$/s.exec(entry) ?? [];
    if (mode === undefined || file === undefined) continue;
    const name = quotedInput(file);
    if (!mode.startsWith("100")) problems.push(`${name} is a link`);
    else if (NEVER_TRACKED.test(folded(file))) problems.push(`${name} belongs to one machine`);
    const parts = file.split("/");
    for (const [i] of parts.entries()) {
      const path = parts.slice(0, i + 1).join("/");
      const other = spellings.get(folded(path));
      if (other === undefined) spellings.set(folded(path), path);
      else if (other !== path) problems.push(`${quotedInput(path)} is also ${quotedInput(other)}`);
    }
  }
  return [...new Set(problems)];
}

function folded(file: string): string {
  return file.normalize("NFKC").toUpperCase().toLowerCase();
}

export async function assertPlainFiles(root: string): Promise<void> {
  const problems = await trackedProblems(root);
  if (problems.length === 0) return;
  throw new TaskError(
    `This clone has files that no task trusts: ${shortList(problems)}. ` +
      "Find out who added them (git log -- FILE), and remove them. Nothing was sent.",
  );
}
