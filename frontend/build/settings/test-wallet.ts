import type { Plugin } from "vite";
import { networkOf } from "./settings.ts";

/** Gives the local chain's page a wallet without a browser extension. */
export function testWallet(): Plugin {
  return {
    name: "test-wallet",
    apply: (_, { command, mode, isPreview }) =>
      command === "serve" && isPreview !== true && networkOf(mode) === "localhost",
    transformIndexHtml: () => [
      {
        tag: "script",
        attrs: { type: "module", src: "/local/announce.ts" },
        // Module scripts run in document order, so this one runs before the page's own.
        injectTo: "head-prepend",
      },
    ],
  };
}
