const fetched: Record<string, Promise<unknown> | undefined> = {};

/**
 * Files that are preloaded or imported. Firefox fires an error event if a page preloads an imported
 * file.
 */
const inModuleMap: Record<string, Promise<unknown> | true | undefined> = {};

let asked: readonly string[] | null = null;

/**
 * Replaces Vite's helper around each `import()`. Fetches the chunk and its imports together, and
 * imports them after all hashes match. A failed fetch can be retried, but a browser may remember a
 * failed import.
 * @param files of the chunk, such as `./kit.js`
 */
export async function preloadChunks<Module>(
  load: () => Promise<Module>,
  files: readonly string[] = [],
): Promise<Module> {
  if (asked !== null) {
    asked = files;
    return new Promise(() => undefined);
  }
  await Promise.all(
    files.map(async (file) => {
      await fetchOnce(file);
      inModuleMap[file] ??= true;
      await inModuleMap[file];
    }),
  );
  return load();
}

/**
 * Lists the files of an `import()` without loading them.
 * @param load does nothing but import
 */
export function filesOf(load: () => Promise<unknown>): readonly string[] {
  asked = [];
  void load();
  const files = asked;
  asked = null;
  return files;
}

/**
 * Makes the browser compile a fetched file without running it.
 * @throws if the file is neither cached nor reachable, because a failed preload would be permanent
 */
export async function compileChunk(file: string): Promise<void> {
  const address = addressOf(file);
  // `only-if-cached` would log an error if nothing is cached.
  inModuleMap[file] ??= fetch(address, { cache: "force-cache" }).then(
    () =>
      document.head.append(
        Object.assign(document.createElement("link"), { rel: "modulepreload", href: address }),
      ),
    (error) => {
      inModuleMap[file] = undefined;
      throw error;
    },
  );
  await inModuleMap[file];
}

export async function runChunk(file: string): Promise<unknown> {
  await compileChunk(file);
  // biome-ignore lint/plugin: a file of the build, which is no module of the sources
  return import(/* @vite-ignore */ file);
}

function addressOf(file: string): string {
  return file.replace(".", "./assets");
}

export function fetchOnce(file: string, priority: RequestPriority = "auto"): Promise<unknown> {
  fetched[file] ??= fetchChunk(addressOf(file), priority).catch((error) => {
    fetched[file] = undefined;
    throw error;
  });
  return fetched[file];
}

/** The browser compares the hash from the import map, so it also rejects a host's error page. */
function fetchChunk(address: string, priority: RequestPriority): Promise<unknown> {
  const { textContent } = document.querySelector("[type=importmap]") as HTMLScriptElement;
  const pinned = { integrity: JSON.parse(textContent).integrity[address], priority };
  // The cached file may be damaged, so this skips the cache.
  return fetch(address, pinned).catch(() => fetch(address, { ...pinned, cache: "reload" }));
}
