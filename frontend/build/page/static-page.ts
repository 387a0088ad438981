import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import {
  build,
  minifySync,
  type Plugin,
  type PluginOption,
  type ResolvedConfig,
  runnerImport,
} from "vite";
import { buildTarget, oldestBrowsers } from "../settings/browsers.ts";
import { showForeignPictures } from "../settings/wallet-features.ts";
import { contentSecurityPolicy } from "./content-security-policy.ts";
import { staticHtml } from "./static-html.ts";

/**
 * Completes the built page: adds the prerendered form, the inline style and the inline script. Then
 * adds each script's hash and the Content Security Policy.
 * @param modulePlugins the bundle's plugins that change modules; the HTML and the inline script
 * need them too
 */
export function staticPage(modulePlugins: () => PluginOption[]): Plugin {
  let config: ResolvedConfig;

  return {
    name: "static-page",
    apply: "build",
    configResolved(resolved) {
      config = resolved;
    },
    writeBundle: {
      sequential: true,
      order: "post",
      async handler({ dir = "" }, bundle) {
        const file = path.join(dir, "index.html");
        const {
          page,
          footer,
          noScript,
          templates,
          firstReads,
          rpcUrls,
          picturesUrl,
          walletFeatures,
        } = await prerenderedPage(config, modulePlugins());
        const html = staticHtml(readFileSync(file, "utf8"), {
          page,
          footer,
          noScript,
          templates,
          guard: startGuard(config.root),
          inlineScript: await bundledInlineScript(config, modulePlugins(), firstReads),
          files: new Map(
            Object.keys(bundle).map((name) => [name, readFileSync(path.join(dir, name))]),
          ),
          policyOf: (inlineScripts) =>
            contentSecurityPolicy({
              inlineScripts,
              rpcUrls,
              picturesUrl,
              foreignPictures: showForeignPictures(walletFeatures),
            }),
        });
        writeFileSync(file, html);
      },
    },
  };
}

async function prerenderedPage(config: ResolvedConfig, plugins: PluginOption[]) {
  const { module } = await runnerImport<typeof import("../../src/prerender.tsx")>(
    path.join(config.root, "src/prerender.tsx"),
    {
      configFile: false,
      root: config.root,
      base: config.base,
      mode: config.mode,
      logLevel: "error",
      plugins,
    },
  );
  return module.prerender(oldestBrowsers());
}

/**
 * Only shortens names and removes indentation, because the minifier's other steps produce template
 * literals, which ES5 lacks.
 */
export function startGuard(root: string): string {
  const file = path.join(root, "src/start-guard.js");
  const { code } = minifySync(file, readFileSync(file, "utf8"), {
    compress: false,
    mangle: true,
    codegen: { removeWhitespace: false },
  });
  return code.replaceAll(/\s*\n\s*/g, "\n").trim();
}

const FIRST_READS = "virtual:first-reads";

async function bundledInlineScript(
  config: ResolvedConfig,
  plugins: PluginOption[],
  firstReads: unknown,
): Promise<string> {
  const output = await build({
    configFile: false,
    root: config.root,
    mode: config.mode,
    logLevel: "error",
    plugins: [
      ...plugins,
      {
        name: "first-reads",
        resolveId: (id) => (id === FIRST_READS ? `\0${id}` : null),
        load: (id) =>
          id === `\0${FIRST_READS}` ? `export const reads = ${JSON.stringify(firstReads)};` : null,
      },
    ],
    build: {
      target: buildTarget(),
      write: false,
      modulePreload: false,
      rolldownOptions: {
        input: path.join(config.root, "src/inline-script.ts"),
        output: { format: "iife" },
      },
    },
  });
  const [result] = [output].flat();
  if (result === undefined || !("output" in result))
    throw new Error("The inline script was not built");
  const [chunk] = result.output;
  return chunk.code.trim();
}
