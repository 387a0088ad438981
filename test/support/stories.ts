import { it } from "vitest";

/** An event or an expectation. */
export type Step = () => unknown;

/** An event and what follows from it. */
type Line = readonly Step[];

export async function run(...lines: readonly Line[]): Promise<void> {
  for (const step of lines.flat()) await step();
}

/** @param stories tests by title */
export function tell(stories: Readonly<Record<string, readonly Line[]>>): void {
  it.each(Object.entries(stories))("%s", (_, lines) => run(...lines));
}
