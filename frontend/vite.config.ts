import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { kitChunks } from "./build/chunks/kit-chunks.ts";
import { kitPatches } from "./build/chunks/kit-patches.ts";
import { lateParts } from "./build/chunks/late-parts.ts";
import { preloadHelper } from "./build/chunks/preload-helper.ts";
import { reactModules } from "./build/chunks/react-modules.ts";
import { hosting } from "./build/hosting/hosting.ts";
import { manifest } from "./build/hosting/manifest.ts";
import { securityTxt } from "./build/hosting/security-txt.ts";
import { head } from "./build/page/head.ts";
import { ownFonts } from "./build/page/own-fonts.ts";
import { staticPage } from "./build/page/static-page.ts";
import { webManifest } from "./build/page/web-manifest.ts";
import { buildTarget } from "./build/settings/browsers.ts";
import { localOnly } from "./build/settings/local-only.ts";
import { settings } from "./build/settings/settings.ts";
import { testWallet } from "./build/settings/test-wallet.ts";

/** Globals that React checks for its developer tools and for Node. Defining them removes the code from the bundle. */
const ABSENT = {
  "document.documentMode": "undefined",
  __REACT_DEVTOOLS_GLOBAL_HOOK__: "undefined",
  setImmediate: "undefined",
  // React uses this global only during transitions, and the page has none.
  "typeof navigation": '"undefined"',
  "process.emit": "undefined",
};

/** Features of every browser that can run the page. Defining them removes React's substitutes. */
const PRESENT = {
  "typeof queueMicrotask": '"function"',
  "typeof setTimeout": '"function"',
  "typeof clearTimeout": '"function"',
  "typeof performance": '"object"',
  "typeof performance.now": '"function"',
  "typeof MessageChannel": '"function"',
  "typeof AbortController": '"function"',
  "typeof Promise": '"function"',
  "typeof WeakMap": '"function"',
  "typeof window": '"object"',
  "typeof document": '"object"',
  "typeof window.document": '"object"',
  "typeof window.document.createElement": '"function"',
  "typeof Object.is": '"function"',
  "typeof window.ErrorEvent": '"function"',
  "typeof Reflect": '"object"',
};

/**
 * Plugins that change the page's modules, such as a translation. The bundle, the prerendered HTML
 * and the inline script are separate builds, and each needs them.
 */
const modulePlugins = () => [react(), settings()];

export default defineConfig(({ command }) => {
  // Overrides the shell's value, because another value leaves the page empty.
  process.env.NODE_ENV = command === "build" ? "production" : "development";
  return {
    // Relative URLs let the page work under any path, IPFS gateways included.
    base: "./",
    define: command === "build" ? { ...ABSENT, ...PRESENT } : {},
    plugins: [
      localOnly(),
      ...modulePlugins(),
      preloadHelper(),
      reactModules(),
      kitPatches(),
      lateParts(),
      testWallet(),
      ownFonts(),
      head(),
      webManifest(),
      staticPage(modulePlugins),
      hosting(),
      securityTxt(),
      manifest(),
    ],
    build: {
      target: buildTarget(),
      // Allows this size, because the page loads AppKit (about 800 kB) only when a visitor needs
      // it.
      chunkSizeWarningLimit: 1_000,
      // The page needs no polyfill, because a browser without module preload only loads modules a
      // moment later.
      modulePreload: { polyfill: false },
      rolldownOptions: {
        // This option saves 214 B of the first load.
        optimization: { inlineConst: { mode: "all", pass: 2 } },
        output: { codeSplitting: kitChunks() },
      },
    },
  };
});
