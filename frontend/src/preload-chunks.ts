/** What is here or on its way, by address: reaching for a button again asks for nothing more. */
const fetched: Record<string, Promise<unknown> | undefined> = {};

/** Set while `filesOf` asks an `import()` for its files. */
let asked: readonly string[] | null = null;

/**
 * Stands in for Vite's own helper around each `import()` of a build: the chunk and what it imports are fetched side by
 * side, and only imported once all are there and as they were built. A browser may remember a failed import as long as
 * the page is open, and never ask again; a failed fetch can be tried again. It leaves out style sheets, of which the page
 * has one, in its HTML.
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
  await Promise.all(files.map((file) => fetchOnce(file)));
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
 * Has the browser compile a file that it has kept, without running it.
 * @throws if it was not kept: a module that fails over a connection that is gone by now could fail for as long as the page
 * is open
 */
export async function compileChunk(file: string): Promise<void> {
  const address = addressOf(file);
  await fetch(address, { mode: "same-origin", cache: "only-if-cached" });
  document.head.append(
    Object.assign(document.createElement("link"), { rel: "modulepreload", href: address }),
  );
}

/**
 * Runs a file that the browser has kept, if it has not run.
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

/** As the page's import map pins it, so that a host's own error page is refused too. */
function fetchChunk(address: string, priority: RequestPriority): Promise<unknown> {
  const { textContent } = document.querySelector("[type=importmap]") as HTMLScriptElement;
  const pinned = { integrity: JSON.parse(textContent).integrity[address], priority };
  // What was wrong may have been kept by a cache.
  return fetch(address, pinned).catch(() => fetch(address, { ...pinned, cache: "reload" }));
}
