import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
import type { WalletFeature } from "../settings/wallet-features.ts";
import { enabledFeatures } from "./enabled-features.ts";

const WALLET = path.resolve(import.meta.dirname, "../../src/wallet");
const OURS = path.resolve(import.meta.dirname, "../../kit");

const KIT = fileURLToPath(import.meta.resolve("@reown/appkit"));
const ADAPTER = createRequire(KIT).resolve("@reown/appkit-adapter-ethers");
const VIEWS = createRequire(KIT).resolve("@reown/appkit-scaffold-ui");
const UTILS = createRequire(KIT).resolve("@reown/appkit-utils");

const ADAPTER_CLIENT = path.resolve(ADAPTER, "../../src/client.js");
const CLIENT = createRequire(KIT)
  .resolve("@walletconnect/universal-provider")
  .replace("index.cjs.js", "index.es.js");

const text = (file: string) => JSON.stringify(file);

const VIEWS_ID = "virtual:kit-views";

/** Code by id. A bundler's convention puts a null character before the id. */
const MODULES: Readonly<Record<string, string>> = {
  // Adds the logger that `late-logger.ts` omits, and a replacement for blocked storage.
  "virtual:kit-relay": `import { storageOptions } from ${text(path.resolve(OURS, "guards/refused-storage.ts"))};
    import { UniversalProvider as Client } from ${text(CLIENT)};
    import { LoggerUtil } from ${text(path.resolve(UTILS, "../../src/LoggerUtil.js"))};
    export const UniversalProvider = {
      init: ({ logger, ...options }) =>
        Client.init({ ...options, ...storageOptions(), logger: LoggerUtil.createLogger(logger) }),
    };`,
  [VIEWS_ID]: `
    export { mendViews } from ${text(path.resolve(WALLET, "view-fixes.ts"))};
    export { recallAnswer } from ${text(path.resolve(OURS, "relay/late-answers.ts"))};`,
  "virtual:kit-ethers": `export { JsonRpcProvider, formatEther } from "ethers";
    export { EthersMethods } from ${text(path.resolve(ADAPTER, "../../src/utils/EthersMethods.js"))};`,
  "kit-late-relay": `import { lateRelay } from ${text(path.resolve(WALLET, "shared-relay.ts"))};
    export default { init: (options) => lateRelay.init(options) };`,

  // Stubs for unreachable code.
  // The client of the embedded wallet, which email and social networks sign in to.
  "kit-no-frame": "export const W3mFrameProvider = undefined, W3mFrameHelpers = undefined;",
  "kit-no-field": "export {};",
  // Network transports that only wagmi's adapter uses.
  "kit-no-wagmi": "export const http = undefined, fallback = undefined;",
  "kit-no-feature-fixes":
    "export const mendFeatures = () => undefined, mendRelay = () => undefined;",
  "kit-no-universal-adapter": "export const UniversalAdapter = undefined;",
};

/** The views that the list of wallets needs. AppKit's index has some 27. */
const LIST_VIEWS = ["w3m-router", "w3m-connect-view", "w3m-connecting-external-view"];

/**
 * Moves code that AppKit's wallet list does not need into late parts (decision 23). The development
 * server uses the published AppKit.
 */
export function lateParts(): Plugin {
  let features: readonly WalletFeature[] = [];
  let build = false;
  const on = (...names: readonly WalletFeature[]) => names.some((name) => features.includes(name));

  return {
    name: "late-parts",
    enforce: "pre",
    configResolved({ mode, command }) {
      features = enabledFeatures(mode);
      build = command === "build";
    },
    resolveId(source, importer = "") {
      if (Object.hasOwn(MODULES, source)) return `\0${source}`;
      if (!build) return null;
      if (source.endsWith("/feature-fixes.ts") && features.length === 0) {
        return "\0kit-no-feature-fixes";
      }
      if (source === "@reown/appkit-wallet" && !on("email", "socials")) return "\0kit-no-frame";
      if (importer.includes("/@reown/")) {
        if (source === "@walletconnect/universal-provider") return "\0kit-late-relay";
        if (source.endsWith("/LoggerUtil.js")) return path.join(OURS, "late/late-logger.ts");
        if (source.includes("/w3m-email-login-widget/") && !on("email")) return "\0kit-no-field";
        if (source.includes("/w3m-social-login-widget/") && !on("socials")) return "\0kit-no-field";
        if (source === "viem" && importer.endsWith("/CaipNetworkUtil.js")) return "\0kit-no-wagmi";
        if (source.endsWith("/universal-adapter/client.js")) return "\0kit-no-universal-adapter";
      }
      // Sending and swapping convert amounts with ethers synchronously.
      if (importer === ADAPTER_CLIENT && !on("send", "swaps")) {
        if (source === "ethers" || source.endsWith("/EthersMethods.js")) {
          return path.join(OURS, "late/late-ethers.ts");
        }
      }
      return null;
    },
    load(id) {
      const code = id.startsWith("\0") ? (MODULES[id.slice(1)] ?? null) : null;
      // In the development server, AppKit contains the views already, and these files would define
      // them a second time.
      return build && id === `\0${VIEWS_ID}`
        ? viewsOf(readFileSync(VIEWS, "utf8")).late + code
        : code;
    },
    transform: (code, id) => (build && id === VIEWS ? viewsOf(code).list : null),
  };
}

/** @throws if AppKit's index lacks a view of the wallet list, or has another format */
export function viewsOf(index: string): { readonly list: string; readonly late: string } {
  const lines = index.split("\n").filter((line) => line.startsWith("export"));
  const inList = (line: string) => LIST_VIEWS.some((view) => line.includes(`/${view}/index.js'`));
  const list = lines.filter(inList);
  const late = lines
    .filter((line) => !inList(line))
    .map((line) => {
      const [, file] = /^export \* from '(\..+)';$/.exec(line) ?? [];
      if (file === undefined) throw new Error(`Not in the form of the kit's index: ${line}`);
      return `import ${text(path.resolve(VIEWS, "..", file))};`;
    });
  if (list.length !== LIST_VIEWS.length) throw new Error("The kit's index lacks the list's views");
  return { list: list.join("\n"), late: late.join("\n") };
}
