import type { Plugin } from "vite";
import { HOST_POLICY } from "./content-security-policy.ts";

/** What only a host can say; the page's own policy stands in its HTML, where every host and gateway delivers it. */
const HEADERS = {
  "Content-Security-Policy": HOST_POLICY,
  "X-Frame-Options": "DENY",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "Strict-Transport-Security": "max-age=63072000; includeSubDomains",
  // Some wallets answer from a window of their own.
  "Cross-Origin-Opener-Policy": "same-origin-allow-popups",
  "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=()",
};
const PAGE = { "Cache-Control": "no-cache" };
/** Their names change with their content. */
const ASSETS = { "Cache-Control": "public, max-age=31536000, immutable" };

/** Read by hosts, and not served by them. */
export const HOST_FILES: readonly string[] = ["_headers", "vercel.json", ".htaccess"];

/** Writes the headers into the build as common hosts want them: Netlify and Cloudflare Pages, Vercel, Apache. */
export function hosting(): Plugin {
  return {
    name: "hosting",
    apply: "build",
    generateBundle() {
      const sources = [netlify(), vercel(), apache()];
      for (const [i, fileName] of HOST_FILES.entries()) {
        this.emitFile({ type: "asset", fileName, source: sources[i] ?? "" });
      }
    },
  };
}

function netlify(): string {
  const block = (where: string, headers: Readonly<Record<string, string>>) =>
    [where, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`)].join("\n");
  return `${[
    block("/*", HEADERS),
    block("/", PAGE),
    block("/index.html", PAGE),
    block("/assets/*", ASSETS),
  ].join("\n")}\n`;
}

function vercel(): string {
  const entry = (source: string, headers: Readonly<Record<string, string>>) => ({
    source,
    headers: Object.entries(headers).map(([key, value]) => ({ key, value })),
  });
  const headers = [
    entry("/(.*)", HEADERS),
    entry("/", PAGE),
    entry("/index.html", PAGE),
    entry("/assets/(.*)", ASSETS),
  ];
  return `${JSON.stringify({ headers }, null, 2)}\n`;
}

function apache(): string {
  const lines = (headers: Readonly<Record<string, string>>) =>
    Object.entries(headers).map(([name, value]) => `Header always set ${name} "${value}"`);
  const [page] = lines(PAGE);
  const [assets] = lines(ASSETS);
  return `${[
    ...lines(HEADERS),
    `${page} "expr=%{REQUEST_URI} =~ m#(/|\\.html)$#"`,
    `${assets} "expr=%{REQUEST_URI} =~ m#/assets/#"`,
  ].join("\n")}\n`;
}
