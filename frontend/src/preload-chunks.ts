/** Files that are loaded or loading, so that the page requests each once. */
const fetched: Record<string, Promise<unknown> | undefined> = {};

/** Files that are preloaded or imported. Firefox fires an error event if a page preloads an imported file. */
const inModuleMap: Record<string, Promise<unknown> | true | undefined> = {};

/** Set while `filesOf` asks an `import()` for its files. */
let asked: readonly string[] | null = null;

/**
 * Replaces Vite's own helper around each `import()` of a build. It fetches the chunk and its imports side by side, and
 * imports once all are there and as they were built: a browser may remember a failed import for as long as the page is
 * open, and a failed fetch can be tried again. Style sheets are left out, because the only one is in the HTML.
 * @param files those of the chunk, such as `./kit.js`: a build has all of them in one folder
 */
export async function preloadChunks<Module>(
  load: () => Promise<Module>,
  files: readonly string[] = [],
): Promise<Module> {
  if (asked !== null) {
    asked = files;
    // Nothing depends on the answer.
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
 * The files that an `import()` of a build needs, without loading any.
 * @param load does nothing but `import()`
 */
export function filesOf(load: () => Promise<unknown>): readonly string[] {
  asked = [];
  void load();
  const files = asked;
  asked = null;
  return files;
}

/**
 * Has the browser compile a file that was fetched, without running it.
 * @throws if the browser has not kept it and the host can't be reached: a failed preload would last as a failed import does
 */
export async function compileChunk(file: string): Promise<void> {
  const address = addressOf(file);
  // `only-if-cached` would write an error to the console where nothing is kept.
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

/**
 * Runs a file that was fetched, if it has not run.
 * @throws as `compileChunk`
 */
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

/** The hash in the page's import map. It also makes the browser refuse a host's error page. */
function fetchChunk(address: string, priority: RequestPriority): Promise<unknown> {
  const { textContent } = document.querySelector("[type=importmap]") as HTMLScriptElement;
  const pinned = { integrity: JSON.parse(textContent).integrity[address], priority };
  // A cache may still hold the wrong answer.
  return fetch(address, pinned).catch(() => fetch(address, { ...pinned, cache: "reload" }));
}
