import { existsSync, globSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import type { InterfaceAbi } from "ethers";

export interface Natspec {
  readonly title?: string;
  readonly notice?: string;
  readonly details?: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly returns?: Readonly<Record<string, string>>;
}

type Kind = "methods" | "events" | "errors";
export type NatspecOf = Natspec &
  Readonly<Partial<Record<Kind, Readonly<Record<string, Natspec | readonly Natspec[]>>>>>;

interface Variable {
  readonly label: string;
  readonly slot: string;
  readonly offset: number;
  readonly type: string;
}

export interface StorageLayout {
  readonly storage: readonly Variable[];
  readonly types: Readonly<
    Record<
      string,
      {
        readonly label: string;
        readonly numberOfBytes: string;
        readonly members?: readonly Variable[];
      }
    >
  >;
}

export interface DocumentedContract {
  readonly abi: InterfaceAbi;
  readonly storageLayout: StorageLayout;
  readonly devdoc: NatspecOf;
  readonly userdoc: NatspecOf;
}

interface CompilerOutput {
  readonly errors?: readonly { readonly severity: string; readonly formattedMessage: string }[];
  readonly contracts: Readonly<Record<string, Readonly<Record<string, DocumentedContract>>>>;
}

interface Compiler {
  compile(
    input: string,
    callbacks: { import(source: string): { contents: string } | { error: string } },
  ): string;
}

/**
 * Compiles without code, so it takes two seconds.
 * @returns a function that finds a contract by path, such as `interfaces/ITicket`
 */
export function compileDocs(root: string): (source: string) => DocumentedContract {
  const solc: Compiler = createRequire(import.meta.url)("solc");
  const sources = globSync("contracts/**/*.sol", {
    cwd: root,
    exclude: (name) => name === "mocks",
  });
  const input = {
    language: "Solidity",
    sources: Object.fromEntries(
      sources.map((source) => [source, { content: readFileSync(path.join(root, source), "utf8") }]),
    ),
    settings: {
      evmVersion: "prague",
      outputSelection: { "*": { "*": ["abi", "storageLayout", "devdoc", "userdoc"] } },
    },
  };
  const output: CompilerOutput = JSON.parse(
    solc.compile(JSON.stringify(input), {
      import(source) {
        const file = [root, path.join(root, "node_modules")]
          .map((folder) => path.join(folder, source))
          .find(existsSync);
        return file === undefined
          ? { error: `${source} was not found` }
          : { contents: readFileSync(file, "utf8") };
      },
    }),
  );
  const failed = output.errors?.find(({ severity }) => severity === "error");
  if (failed !== undefined) throw new Error(failed.formattedMessage);
  return (source) => {
    const contract = output.contracts[`contracts/${source}.sol`]?.[path.basename(source)];
    if (contract === undefined) throw new Error(`contracts/${source}.sol was not compiled`);
    return contract;
  };
}
