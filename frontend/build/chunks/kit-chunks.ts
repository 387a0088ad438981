import type { Rolldown } from "vite";

type Name = Extract<Rolldown.CodeSplittingGroup["name"], (...args: never[]) => unknown>;
type Graph = Parameters<Name>[1];

interface Layer {
  readonly chunk: string | null;
  readonly roots: RegExp;
  /** Modules for a later layer. The roots import them only through a package's index file. */
  readonly leaves?: RegExp;
}

/** Cryptography and transports of the relay's client. */
const OF_RELAY = /\/node_modules\/@noble\/|\/viem\/_esm\/(?!utils\/unit\/)/;
/**
 * Modules that the wallet list does not need, such as dates, which only the account's views show.
 */
const NOT_OF_LIST = new RegExp(
  `${OF_RELAY.source}|/dayjs/|/appkit-(common|ui)/.*/(Date|Transaction)Util\\.js$`,
);

/**
 * The layers of chunks, lowest first. A layer contains its roots and their imports, but no module
 * of a lower layer, because chunks must not import each other in a circle. No chunk's name contains
 * WalletConnect, because content blockers match that word.
 */
const LAYERS: readonly Layer[] = [
  { chunk: null, roots: /\/frontend\/src\/main\.tsx$/ },
  // Every visitor loads this chunk to confirm that a sale is paused or sold out, so it omits ethers.
  {
    chunk: "checkout",
    roots: /\/frontend\/src\/(create-checkout|chain\/sale\/confirm-refusal)\.ts$/,
  },
  // The wallet list needs only the address checksum of ethers. AppKit also needs the compiler's
  // helpers for classes in old browsers.
  {
    chunk: "address",
    roots: /\/ethers\/lib\.esm\/address\/address\.js$|@oxc-project\+runtime@/,
    leaves:
      /(?<!\/ethers\/lib\.esm\/(address\/address|crypto\/keccak|utils\/(data|errors|properties)|_version)|\/hashes\/esm\/(sha3|_u64|_assert|utils|crypto)|@oxc-project\+runtime@[^/]+\/helpers\/[\w/]+)\.js$/,
  },
  { chunk: "ethers", roots: /\/ethers\/lib\.esm\/index\.js$|^\0virtual:kit-ethers$/ },
  {
    chunk: "purchase",
    roots: /\/frontend\/src\/chain\/purchase\/(purchase|pictures|unsold-tickets)\.ts$/,
  },
  // AppKit imports these views as soon as it is created.
  {
    chunk: "kit",
    roots:
      /\/frontend\/src\/create-kit\.ts$|\/appkit-scaffold-ui\/dist\/esm\/exports\/(index|w3m-modal)\.js$/,
    leaves: NOT_OF_LIST,
  },
  { chunk: "kit-views", roots: /^\0virtual:kit-views$/, leaves: OF_RELAY },
  { chunk: "relay", roots: /^\0virtual:kit-relay$/ },
];

/** Only the icons of the wallet list, because AppKit has some eighty. */
const LIST_ICONS = [
  "all-wallets",
  "checkmark",
  "close",
  "cursor",
  "help-circle",
  "info",
  "wallet-placeholder",
];
const VIEW_ICONS = [
  "app-store",
  "arrow-bottom-circle",
  "browser",
  "chevron-left",
  "chevron-right",
  "copy",
  "desktop",
  "disconnect",
  "extension",
  "external-link",
  "mobile",
  "network-placeholder",
  "play-store",
  "qr-code",
  "refresh",
  "search",
  "verify",
  "wallet",
  "warning-circle",
];

function chunkOfIcon(module: string): string | null {
  const [, name = ""] =
    /\/appkit-ui\/dist\/esm\/src\/assets\/svg\/([\w-]+)\.js$/.exec(module) ?? [];
  if (LIST_ICONS.includes(name)) return "kit";
  return VIEW_ICONS.includes(name) ? "kit-views" : null;
}

/**
 * Joins AppKit's sixty or so chunks, because loading them takes several round trips. The wallet
 * list needs two of the joined chunks, and a connection three more.
 */
export function kitChunks(): Rolldown.CodeSplittingOptions {
  let chunks: ReadonlyMap<string, string | null> | undefined;

  return {
    // Not recursive, because recursion moves modules of the page into a group. The page would then
    // load AppKit at once (measured: 396 kB instead of 60).
    includeDependenciesRecursively: false,
    groups: [
      {
        debugName: "kit",
        name(module, graph) {
          chunks ??= chunksOf(graph, module);
          return chunks.get(module) ?? chunkOfIcon(module);
        },
      },
    ],
  };
}

function chunksOf(graph: Graph, start: string): Map<string, string | null> {
  const everything = [...reachable(graph, [start], everyNeighbour)];
  const chunks = new Map<string, string | null>();
  for (const { chunk, roots, leaves } of LAYERS) {
    const found = everything.filter((module) => roots.test(module));
    if (found.length === 0) throw new Error(`No module of the build matches ${roots}`);
    for (const module of reachable(graph, found, ({ importedIds }) => importedIds)) {
      if (!chunks.has(module) && !leaves?.test(module)) chunks.set(module, chunk);
    }
  }
  return chunks;
}

function everyNeighbour(module: Rolldown.ModuleInfo): string[] {
  return [
    ...module.importedIds,
    ...module.dynamicallyImportedIds,
    ...module.importers,
    ...module.dynamicImporters,
  ];
}

function reachable(
  graph: Graph,
  roots: readonly string[],
  next: (module: Rolldown.ModuleInfo) => readonly string[],
): Set<string> {
  const found = new Set<string>();
  const waiting = [...roots];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const module = found.has(id) ? null : graph.getModuleInfo(id);
    if (module === null) continue;
    found.add(id);
    waiting.push(...next(module));
  }
  return found;
}
