import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

interface Output<Contract> {
  readonly errors?: readonly { readonly severity: string; readonly formattedMessage: string }[];
  /** By source, then by name. */
  readonly contracts: Readonly<Record<string, Readonly<Record<string, Contract>>>>;
}

interface Callbacks {
  import(source: string): { readonly contents: string } | { readonly error: string };
}

/**
 * @param input the compiler's standard JSON
 * @param callbacks resolve imports that the input lacks
 * @throws the compiler's first error
 */
export function runSolc<Contract>(
  input: string,
  callbacks?: Callbacks,
): Output<Contract>["contracts"] {
  const solc: { compile(input: string, callbacks?: Callbacks): string } = require("solc");
  const { errors, contracts }: Output<Contract> = JSON.parse(solc.compile(input, callbacks));
  const failed = errors?.find(({ severity }) => severity === "error");
  if (failed !== undefined) throw new Error(failed.formattedMessage);
  return contracts;
}
