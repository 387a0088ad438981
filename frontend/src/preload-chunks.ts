/** Those that have been asked for: reaching for a button again asks for nothing more. */
const asked = new Set<string>();

/**
 * Stands in for Vite's own helper around each `import()` of a build: the chunk and what it imports are fetched side by
 * side instead of one after the other. It leaves out style sheets, of which the page has one, in its HTML.
 * @param files those of the chunk, relative to `importer`
 */
export function preloadChunks<Module>(
  load: () => Promise<Module>,
  files: readonly string[] | undefined,
  importer: string,
): Promise<Module> {
  for (const file of files ?? []) {
    const { href } = new URL(file, importer);
    if (asked.has(href)) continue;
    asked.add(href);
    const link = document.createElement("link");
    link.rel = "modulepreload";
    link.crossOrigin = "";
    link.href = href;
    document.head.append(link);
  }
  return load();
}
