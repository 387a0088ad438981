import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import react from "@vitejs/plugin-react";
import { build, type Plugin, type ResolvedConfig, runnerImport } from "vite";
import { settings } from "../settings/settings.ts";
import { showForeignPictures } from "../settings/wallet-features.ts";
import { contentSecurityPolicy } from "./content-security-policy.ts";

/**
 * Makes the built page complete before its bundle arrives: the form prerendered, the style inline, and an inline primer
 * that inserts the link's words and starts the first read. Then restricts what may run: hashes of every script, and a
 * Content Security Policy that allows only those.
 */
export function staticPage(): Plugin {
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
        let html = readFileSync(file, "utf8");

        const { page, templates, rpcUrls, walletFeatures } = await prerenderedPage(config);
        const primer = await bundledPrimer(config);
        const integrity = Object.keys(bundle)
          .filter((name) => name.endsWith(".js"))
          .map((name) => [`./${name}`, sri(readFileSync(path.join(dir, name)))] as const);

        const importMap = JSON.stringify({ integrity: Object.fromEntries(integrity) });
        for (const [url, hash] of integrity) {
          html = html.replaceAll(`src="${url}"`, `src="${url}" integrity="${hash}"`);
          html = html.replaceAll(`href="${url}"`, `href="${url}" integrity="${hash}"`);
        }
        html = html.replace(
          /<link rel="stylesheet"[^>]* href="\.\/([^"]+)"[^>]*>/,
          (_, css: string) => `<style>${readFileSync(path.join(dir, css), "utf8").trim()}</style>`,
        );
        html = html.replace(
          '<div id="root"></div>',
          () => `<div id="root">${page}</div>${templates}<script>${primer}</script>`,
        );
        const policy = contentSecurityPolicy({
          inlineScripts: [importMap, primer],
          rpcUrls,
          foreignPictures: showForeignPictures(walletFeatures),
        });
        // The encoding stays first: browsers look for it in the first 1,024 bytes.
        const charset = '<meta charset="utf-8" />';
        if (!html.includes(charset)) throw new Error(`index.html has no ${charset}`);
        html = html
          .replace(charset, "")
          .replace(
            "<head>",
            () =>
              `<head>\n    ${charset}` +
              `\n    <meta http-equiv="Content-Security-Policy" content="${policy}" />` +
              `\n    <script type="importmap">${importMap}</script>`,
          );
        writeFileSync(file, html);
      },
    },
  };
}

async function prerenderedPage(config: ResolvedConfig) {
  const { module } = await runnerImport<typeof import("../../src/prerender.tsx")>(
    path.join(config.root, "src/prerender.tsx"),
    {
      configFile: false,
      root: config.root,
      base: config.base,
      mode: config.mode,
      logLevel: "error",
      plugins: [react(), settings()],
    },
  );
  return module.prerender();
}

/** The primer as one classic script. */
async function bundledPrimer(config: ResolvedConfig): Promise<string> {
  const output = await build({
    configFile: false,
    root: config.root,
    mode: config.mode,
    logLevel: "error",
    plugins: [settings()],
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: {
        input: path.join(config.root, "src/primer.ts"),
        output: { format: "iife" },
      },
    },
  });
  const [result] = [output].flat();
  if (result === undefined || !("output" in result)) throw new Error("The primer was not built");
  const [chunk] = result.output;
  return chunk.code.trim();
}

function sri(content: Buffer): string {
  return `sha384-${createHash("sha384").update(content).digest("base64")}`;
}
