import type { Plugin } from "vite";
import { HOST_POLICY } from "../page/content-security-policy.ts";

/** Headers that HTML can't express. The Content Security Policy is in the HTML. */
const HEADERS = {
  "Content-Security-Policy": HOST_POLICY,
  "X-Frame-Options": "DENY",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "Strict-Transport-Security": "max-age=63072000; includeSubDomains",
  // Allows popups, because some wallets answer from one.
  "Cross-Origin-Opener-Policy": "same-origin-allow-popups",
  "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=()",
};
const PAGE = { "Cache-Control": "no-cache" };
/** The names of these files change with their content. */
const ASSETS = { "Cache-Control": "public, max-age=31536000, immutable" };

/** Keyed by path, in the syntax of `_headers`. A file gets the headers of every matching rule. */
export const HEADER_RULES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "/*": HEADERS,
  "/": PAGE,
  "/index.html": PAGE,
  "/assets/*": ASSETS,
};

/** Files that hosts read but don't serve. */
export const HOST_FILES: readonly string[] = ["_headers", "vercel.json", ".htaccess"];

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
  const blocks = Object.entries(HEADER_RULES).map(([where, headers]) =>
    [where, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`)].join("\n"),
  );
  return `${blocks.join("\n")}\n`;
}

function vercel(): string {
  const headers = Object.entries(HEADER_RULES).map(([where, values]) => ({
    source: where.replace("*", "(.*)"),
    headers: Object.entries(values).map(([key, value]) => ({ key, value })),
  }));
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
