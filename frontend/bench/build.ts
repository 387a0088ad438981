import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import react from "@vitejs/plugin-react";
import { build } from "vite";
import { replaceOnce } from "../build/page/static-html.ts";

const ROOT = path.resolve(import.meta.dirname, "..");

export async function buildFloor(name: "react" | "kit", outDir: string): Promise<void> {
  await build({
    configFile: false,
    root: path.join(import.meta.dirname, name),
    base: "./",
    publicDir: path.join(ROOT, "public"),
    logLevel: "error",
    plugins: [react()],
    resolve: {
      alias: {
        "virtual:wallet-features": path.join(import.meta.dirname, "kit/wallet-features.ts"),
        // The published kit, without patches.
        "virtual:kit-relay": "@walletconnect/universal-provider",
        "virtual:kit-views": "@reown/appkit-scaffold-ui",
      },
    },
    build: { outDir, emptyOutDir: true, chunkSizeWarningLimit: 5_000 },
  });
}

/** The built page without scripts. */
export async function writeStaticFloor(pageFolder: string, outDir: string): Promise<void> {
  const page = await readFile(path.join(pageFolder, "index.html"), "utf8");
  let floor = page
    .replaceAll(/<script\b[^>]*>.*?<\/script>/gs, "")
    .replaceAll(/<template\b[^>]*>.*?<\/template>/gs, "")
    .replaceAll(/<link rel="modulepreload"[^>]*>/g, "");
  floor = replaceOnce(floor, /<meta http-equiv="Content-Security-Policy"[^>]*>/, () => "");
  floor = replaceOnce(
    floor,
    /<p [^>]*data-slot="price"[^>]*>.*?<\/p>/,
    () => '<p class="price-line"><span class="price figures">0.050000 ETH</span></p>',
  );
  await writeFile(path.join(outDir, "index.html"), floor);
  await writeFile(path.join(outDir, "hero.svg"), await readFile(path.join(pageFolder, "hero.svg")));
}
