import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import react from "@vitejs/plugin-react";
import { build } from "vite";

/**
 * Builds the gallery with React's warnings, and in fewer files than the development server would
 * serve.
 */
export async function buildGallery(outDir: string): Promise<void> {
  const root = path.resolve(import.meta.dirname, "..");
  await build({
    configFile: false,
    root,
    base: "./",
    mode: "development",
    // Sets this value, because a test runner sets another one.
    define: { "process.env.NODE_ENV": '"development"' },
    plugins: [react()],
    logLevel: "error",
    build: {
      outDir: path.resolve(outDir),
      emptyOutDir: true,
      target: "esnext",
      minify: false,
      chunkSizeWarningLimit: 5_000,
      rolldownOptions: { input: path.join(root, "gallery.html") },
    },
  });
  await inlineStyles(path.resolve(outDir));
}

async function inlineStyles(folder: string): Promise<void> {
  const file = path.join(folder, "gallery.html");
  const html = await readFile(file, "utf8");
  const [link, href] = html.match(/<link rel="stylesheet"[^>]* href="([^"]+)">/) ?? [];
  if (link === undefined || href === undefined) throw new Error("The gallery has no style sheet");
  const styles = await readFile(path.join(folder, href), "utf8");
  await writeFile(
    file,
    html.replace(link, () => `<style>${styles}</style>`),
  );
}
