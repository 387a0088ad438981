import type { Rolldown } from "vite";

type Name = Extract<Rolldown.CodeSplittingGroup["name"], (...args: never[]) => unknown>;
type Graph = Parameters<Name>[1];

interface Layer {
  /** `null` leaves the modules where they are. */
  readonly chunk: string | null;
  readonly roots: RegExp;
}

/**
 * From the bottom up: a layer has what its roots import and no earlier layer has, so chunks have no circular imports.
 * No name contains the word WalletConnect, because content blockers match it.
 */
const LAYERS: readonly Layer[] = [
  { chunk: null, roots: /\/frontend\/src\/main\.tsx$/ },
  // Whether a sale is paused or sold out is confirmed for every visitor, so without ethers.
  {
    chunk: "checkout",
    roots: /\/frontend\/src\/(create-checkout|chain\/sale\/confirm-sale)\.ts$/,
  },
  // A purchase needs it too.
  { chunk: "ethers", roots: /\/ethers\/lib\.esm\/index\.js$/ },
  { chunk: "purchase", roots: /\/frontend\/src\/chain\/purchase\/(purchase|pictures)\.ts$/ },
  { chunk: "relay", roots: /\/@walletconnect\/universal-provider\/dist\/index\.es\.js$/ },
  // With the views that the kit imports as soon as it is created.
  {
    chunk: "kit",
    roots:
      /\/frontend\/src\/create-kit\.ts$|\/appkit-scaffold-ui\/dist\/esm\/exports\/(index|w3m-modal)\.js$/,
  },
];

/** Those that connecting a wallet shows, of some eighty; the kit imports each when it renders it. */
const ICONS = [
  ...["all-wallets", "app-store", "arrow-bottom-circle", "browser", "checkmark", "chevron-left"],
  ...["chevron-right", "close", "copy", "cursor", "desktop", "disconnect", "extension"],
  ...["external-link", "help-circle", "info", "mobile", "network-placeholder", "play-store"],
  ...["qr-code", "refresh", "search", "verify", "wallet", "wallet-placeholder", "warning-circle"],
];
const ICON = new RegExp(`/appkit-ui/dist/esm/src/assets/svg/(${ICONS.join("|")})\\.js$`);

/**
 * The wallet kit splits into some sixty chunks, loaded in several round trips. What its wallet list needs goes into four
 * instead; the rest, such as the views of features that are off, stays in chunks that are never requested.
 */
export function kitChunks(): Rolldown.CodeSplittingOptions {
  let chunks: ReadonlyMap<string, string | null> | undefined;

  return {
    // Recursive groups include modules shared with the page, such as Vite's preload helper, and the page then loads the
    // kit at once (60 -> 396 kB, measured). The layers are complete without recursion.
    includeDependenciesRecursively: false,
    groups: [
      {
        debugName: "kit",
        name(module, graph) {
          chunks ??= chunksOf(graph, module);
          return chunks.get(module) ?? (ICON.test(module) ? "kit-icons" : null);
        },
      },
    ],
  };
}

/** @param start any module of the build */
function chunksOf(graph: Graph, start: string): Map<string, string | null> {
  const everything = [...reachable(graph, [start], everyNeighbour)];
  const chunks = new Map<string, string | null>();
  for (const { chunk, roots } of LAYERS) {
    const found = everything.filter((module) => roots.test(module));
    if (found.length === 0) throw new Error(`No module of the build matches ${roots}`);
    for (const module of reachable(graph, found, ({ importedIds }) => importedIds)) {
      if (!chunks.has(module)) chunks.set(module, chunk);
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
