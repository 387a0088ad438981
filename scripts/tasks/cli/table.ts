import { visibleLine } from "./visible-text.ts";

/** @param right right-aligned columns */
export function table(
  cells: readonly (readonly string[])[],
  right: readonly number[] = [],
): string {
  const rows = cells.map((row) => row.map(visibleLine));
  const widths: number[] = [];
  for (const row of rows) {
    for (const [column, cell] of row.entries()) {
      widths[column] = Math.max(widths[column] ?? 0, cell.length);
    }
  }
  return rows
    .map((row) =>
      row
        .map((cell, column) => {
          const width = widths[column] ?? 0;
          return right.includes(column) ? cell.padStart(width) : cell.padEnd(width);
        })
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

export function bar(done: number, of: number, width = 24): string {
  const full = of === 0 ? width : Math.floor((done / of) * width);
  return "█".repeat(full) + "░".repeat(width - full);
}

/** Rewrites one line in a terminal. Otherwise prints a new line each time. */
export function showProgress(done: number, of: number, unit: string): void {
  const line = `${bar(done, of)} ${done} of ${of} ${unit}`;
  if (process.stdout.isTTY) process.stdout.write(`\r${line}${done === of ? "\n" : ""}`);
  else console.log(line);
}
