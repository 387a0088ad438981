export function inTerminal(command: readonly string[]): [string, string[]] {
  return process.platform === "darwin"
    ? ["script", ["-q", "/dev/null", ...command]]
    : // Ctrl-C would also end the shell (dash) without `exec`, with exit code 130 instead of the task's.
      ["script", ["-qefc", `exec ${command.map(quoted).join(" ")}`, "/dev/null"]];
}

export function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
