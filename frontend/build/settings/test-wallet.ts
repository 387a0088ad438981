import type { Plugin } from "vite";
import { networkOf } from "./settings.ts";

/** Gives the local chain's page a wallet that needs no browser extension. No build ever has it. */
export function testWallet(): Plugin {
  return {
    name: "test-wallet",
    apply: (_, { command, mode, isPreview }) =>
      command === "serve" && isPreview !== true && networkOf(mode) === "localhost",
    transformIndexHtml: () => [
      {
        tag: "script",
        attrs: { type: "module", src: "/local/announce.ts" },
        // Module scripts run in their order in the document: this one before the page's own.
        injectTo: "head-prepend",
      },
    ],
  };
}
