import path from "node:path";
import { build } from "vite";
import { kitPatches } from "../../build/chunks/kit-patches.ts";

export async function buildKitLab(outDir: string): Promise<void> {
  await build({
    configFile: false,
    root: import.meta.dirname,
    base: "./",
    publicDir: false,
    logLevel: "error",
    plugins: [kitPatches({ features: true })],
    // Resolves packages from the frontend, because the examples are outside it.
    resolve: { dedupe: ["ethers", "@reown/appkit"] },
    build: { outDir: path.resolve(outDir), emptyOutDir: true, chunkSizeWarningLimit: 5_000 },
  });
}
