export function printedBy(run: () => void): { output: string[]; errors: string[] } {
  const { log, error } = console;
  const printed = { output: [] as string[], errors: [] as string[] };
  console.log = (line: string) => void printed.output.push(line);
  console.error = (line: string) => void printed.errors.push(line);
  try {
    run();
  } finally {
    Object.assign(console, { log, error });
  }
  return printed;
}
