import type { Ended } from "../../support/process.ts";

function listen() {
  const { log, error } = console;
  const printed = { output: [] as string[], errors: [] as string[] };
  console.log = (line: string) => void printed.output.push(line);
  console.error = (line: string) => void printed.errors.push(line);
  return { printed, stop: () => void Object.assign(console, { log, error }) };
}

export function printedBy(run: () => void): { output: string[]; errors: string[] } {
  const { printed, stop } = listen();
  try {
    run();
  } finally {
    stop();
  }
  return printed;
}

/** A command that runs in this process, and returns its exit code. */
export async function endedBy(run: () => Promise<number>): Promise<Ended> {
  const { printed, stop } = listen();
  const code = await run().finally(stop);
  const text = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join("");
  return { code, output: text(printed.output), errors: text(printed.errors) };
}
