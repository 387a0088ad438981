import path from "node:path";

/** npm runs commands in the project's root. `INIT_CWD` is the folder where the user ran npm. */
export function typedPath(file: string, root: string): string {
  const { INIT_CWD } = process.env;
  const from = INIT_CWD && process.cwd() === path.resolve(root) ? INIT_CWD : process.cwd();
  return from === process.cwd() ? file : path.resolve(from, file);
}
