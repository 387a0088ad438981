import path from "node:path";

/**
 * @param file as a person typed it
 * @param root of the project, where npm runs every command of it
 * @returns the file from where the person stands, which npm keeps in `INIT_CWD`
 */
export function typedPath(file: string, root: string): string {
  const { INIT_CWD } = process.env;
  const from = INIT_CWD && process.cwd() === path.resolve(root) ? INIT_CWD : process.cwd();
  return from === process.cwd() ? file : path.resolve(from, file);
}
