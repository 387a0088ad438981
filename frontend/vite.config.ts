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

/**
 * React's checks for its developer tools and for Node, which are dead code in a visitor's browser. Defining them removes
 * the code from the bundle.
 */
const ABSENT = {
  "document.documentMode": "undefined",
  __REACT_DEVTOOLS_GLOBAL_HOOK__: "undefined",
  setImmediate: "undefined",
  // Keeps the browser's loading indicator up during a transition, and the page starts none.
  "typeof navigation": '"undefined"',
  "process.emit": "undefined",
};

/** What every browser has in which the page can run. React brings a substitute for each, which is removed likewise. */
const PRESENT = {
  ...{ "typeof queueMicrotask": '"function"' },
  ...{ "typeof setTimeout": '"function"', "typeof clearTimeout": '"function"' },
  ...{ "typeof performance": '"object"', "typeof performance.now": '"function"' },
  ...{ "typeof MessageChannel": '"function"', "typeof AbortController": '"function"' },
  ...{ "typeof Promise": '"function"', "typeof WeakMap": '"function"' },
  ...{ "typeof window": '"object"', "typeof document": '"object"' },
  ...{ "typeof window.document": '"object"', "typeof window.document.createElement": '"function"' },
  ...{ "typeof Object.is": '"function"', "typeof window.ErrorEvent": '"function"' },
  ...{ "typeof Reflect": '"object"' },
};

/**
 * The plugins that change the page's modules: another language's words, for example. Bundle, prerendered HTML and primer are
 * built apart, and each gets these. A plugin that stands only in `plugins` below changes the bundle, and not the HTML.
 */
const modulePlugins = () => [react(), settings()];

export default defineConfig(({ command }) => {
  // A shell may have another value. A build then mixes React's two versions, the development server takes its page for
  // prerendered, and either page stays empty.
  process.env.NODE_ENV = command === "build" ? "production" : "development";
  return {
    // Relative, so that the page works under any path, IPFS gateways included.
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
      // The wallet kit is about 800 kB, loaded on intent.
      chunkSizeWarningLimit: 1_000,
      // A browser without module preload loads modules a moment later, which does not justify a polyfill for all visitors.
      modulePreload: { polyfill: false },
      rolldownOptions: {
        // 214 B of the first load.
        optimization: { inlineConst: { mode: "all", pass: 2 } },
        output: { codeSplitting: kitChunks() },
      },
    },
  };
});
