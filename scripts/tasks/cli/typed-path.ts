import path from "node:path";

/**
 * Resolves against `INIT_CWD`, the person's folder, because npm runs commands in the project root.
 */
export function typedPath(file: string, root: string): string {
  const { INIT_CWD } = process.env;
  const from = INIT_CWD && process.cwd() === path.resolve(root) ? INIT_CWD : process.cwd();
  return from === process.cwd() ? file : path.resolve(from, file);
}
