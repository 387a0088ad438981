import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** npm, npx and their shells may run between the terminal and this process. */
const NPM = /^npm\b/;
const SHELL = /^(.*\/)?(sh|ash|bash|dash|zsh)\b/;
const POLL_MS = 500;

/**
 * Calls `gone` when one of these processes ends without forwarding a signal, like a killed npm.
 * Ignores shells above npm, because `npm start &` outlives its script.
 */
export function onLauncherGone(gone: () => void): void {
  const chain = launchers();
  setInterval(() => {
    if (!isWhole(chain)) gone();
  }, POLL_MS).unref();
}

function launchers(): number[] {
  const chain = [process.pid, process.ppid];
  let length = chain.length;
  for (let pid = process.ppid; pid > 1; ) {
    const { command, parent } = lookUp(pid) ?? { command: "", parent: 0 };
    if (NPM.test(command)) length = chain.length;
    else if (!SHELL.test(command)) break;
    chain.push(parent);
    pid = parent;
  }
  return chain.slice(0, length);
}

function isWhole(chain: readonly number[]): boolean {
  if (process.ppid !== chain[1]) return false;
  return chain.every((pid, i) => {
    const parent = chain[i + 1];
    if (parent === undefined) return true;
    // Checks the child's parent, because a zombie process keeps its id.
    return process.platform === "linux" ? readProc(pid)?.parent === parent : isAlive(parent);
  });
}

interface Process {
  readonly command: string;
  readonly parent: number;
}

function lookUp(pid: number): Process | null {
  return process.platform === "linux" ? readProc(pid) : askPs(pid);
}

/** Reads `/proc`, because slim images lack `ps`. */
function readProc(pid: number): Process | null {
  try {
    // "42 (npm start) S 41 …": the name may contain spaces and parentheses.
    const [, command, parent] =
      /\((.*)\) \S (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, "utf8")) ?? [];
    return { command: command ?? "", parent: Number(parent) };
  } catch {
    return null;
  }
}

function askPs(pid: number): Process | null {
  try {
    const line = execFileSync("ps", ["-o", "ppid=,command=", "-p", String(pid)], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
    const [, parent, command] = /(\d+)\s+(.*)/.exec(line) ?? [];
    return { command: command ?? "", parent: Number(parent) };
  } catch {
    return null;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}
