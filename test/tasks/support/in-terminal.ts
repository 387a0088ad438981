/** Uses the `script` command of Linux and macOS. */
export function inTerminal(command: readonly string[]): [string, string[]] {
  return process.platform === "darwin"
    ? ["script", ["-q", "/dev/null", ...command]]
    : // Without `exec`, Ctrl-C also ends the shell (dash), with 130 whatever the task's exit code.
      ["script", ["-qefc", `exec ${command.map(quoted).join(" ")}`, "/dev/null"]];
}

export function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
