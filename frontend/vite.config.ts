import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { hosting } from "./vite-plugins/hosting.ts";
import { kitChunks } from "./vite-plugins/kit-chunks.ts";
import { localOnly } from "./vite-plugins/local-only.ts";
import { manifest } from "./vite-plugins/manifest.ts";
import { preloadHelper } from "./vite-plugins/preload-helper.ts";
import { settings } from "./vite-plugins/settings.ts";
import { staticPage } from "./vite-plugins/static-page.ts";
import { testWallet } from "./vite-plugins/test-wallet.ts";

/**
 * What React looks for and a visitor's browser has not, or has no use for: its developer tools, and what only Node has. Each
 * visitor would be sent the code that looks.
 */
const ABSENT = {
  __REACT_DEVTOOLS_GLOBAL_HOOK__: "undefined",
  setImmediate: "undefined",
  "process.emit": "undefined",
};

export default defineConfig(({ command }) => ({
  // Relative, so that the page works under any path, IPFS gateways included.
  base: "./",
  define: command === "build" ? ABSENT : {},
  plugins: [
    localOnly(),
    react(),
    preloadHelper(),
    settings(),
    testWallet(),
    staticPage(),
    hosting(),
    manifest(),
  ],
  build: {
    // The wallet kit is about 800 kB, loaded on intent.
    chunkSizeWarningLimit: 1_000,
    // A browser that can't preload modules loads them a moment later: no reason to send everybody code for it.
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: kitChunks() } },
  },
}));
