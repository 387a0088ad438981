export interface Job {
  /** The id is random, because a command must not print it by chance. */
  readonly id: string;
  readonly words: readonly string[];
  readonly env: NodeJS.ProcessEnv;
}

export function endMark(id: string, code: number): string {
  return `<${id} ended with ${code}>`;
}

export function readToMark(
  id: string,
  printed: string,
): { readonly text: string; readonly code: number } | null {
  const found = new RegExp(`<${id} ended with (\\d+)>`).exec(printed);
  return found === null ? null : { text: printed.slice(0, found.index), code: Number(found[1]) };
}
