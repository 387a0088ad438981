/** What is here or on its way, by address: reaching for a button again asks for nothing more. */
const fetched: Record<string, Promise<unknown> | undefined> = {};

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
  await Promise.all(
    files.map((file) => {
      fetched[file] ??= fetchChunk(file.replace(".", "./assets")).catch((error) => {
        fetched[file] = undefined;
        throw error;
      });
      return fetched[file];
    }),
  );
  return load();
}

/** As the page's import map pins it, so that a host's own error page is refused too. */
function fetchChunk(address: string): Promise<unknown> {
  const { textContent } = document.querySelector("[type=importmap]") as HTMLScriptElement;
  const pinned = { integrity: JSON.parse(textContent).integrity[address] };
  // What was wrong may have been kept by a cache.
  return fetch(address, pinned).catch(() => fetch(address, { ...pinned, cache: "reload" }));
}
