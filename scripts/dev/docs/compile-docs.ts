import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import type { InterfaceAbi, NamedFragment } from "ethers";
import { runSolc } from "../solc.ts";

export interface Natspec {
  readonly title?: string;
  readonly notice?: string;
  readonly details?: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly returns?: Readonly<Record<string, string>>;
}

const KINDS = { function: "methods", event: "events", error: "errors" } as const;
export type FragmentType = keyof typeof KINDS;

type Document = Natspec &
  Readonly<
    Partial<
      Record<(typeof KINDS)[FragmentType], Readonly<Record<string, Natspec | readonly Natspec[]>>>
    >
  >;

export interface Variable {
  readonly label: string;
  readonly slot: string;
  readonly offset: number;
  readonly type: string;
}

export interface StoredType {
  readonly label: string;
  readonly numberOfBytes: string;
  readonly members?: readonly Variable[];
}

export interface StorageLayout {
  readonly storage: readonly Variable[];
  readonly types: Readonly<Record<string, StoredType>>;
}

export interface DocumentedContract {
  readonly abi: InterfaceAbi;
  readonly storageLayout: StorageLayout;
  readonly devdoc: Document;
  readonly userdoc: Document;
}

/**
 * Compiles without code, so it takes two seconds.
 * @returns a function that finds a contract by path, such as `interfaces/ITicket`
 */
export function compileDocs(root: string): (source: string) => DocumentedContract {
  const sources = globSync("contracts/**/*.sol", {
    cwd: root,
    exclude: (name) => name === "mocks",
  });
  const read = (file: string) => readFileSync(file, "utf8");
  const input = {
    language: "Solidity",
    sources: Object.fromEntries(
      sources.map((source) => [source, { content: read(path.join(root, source)) }]),
    ),
    settings: {
      evmVersion: "prague",
      outputSelection: { "*": { "*": ["abi", "storageLayout", "devdoc", "userdoc"] } },
    },
  };
  const contracts = runSolc<DocumentedContract>(JSON.stringify(input), {
    import: (source) => ({ contents: read(path.join(root, "node_modules", source)) }),
  });
  return (source) => {
    const contract = contracts[`contracts/${source}.sol`]?.[path.basename(source)];
    if (contract === undefined) throw new Error(`contracts/${source}.sol was not compiled`);
    return contract;
  };
}

/** Merges the compiler's two documents, for users and for developers. */
export function natspecOf(contract: DocumentedContract, fragment: NamedFragment): Natspec {
  const kind = KINDS[fragment.type as FragmentType];
  const signature = fragment.format("sighash");
  const first = (document: Document) => [document[kind]?.[signature] ?? {}].flat()[0];
  return { ...first(contract.devdoc), ...first(contract.userdoc) };
}
