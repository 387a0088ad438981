import type { HtmlTagDescriptor, Plugin } from "vite";
import * as collection from "../../../collection.ts";
import { type Described, descriptionOf } from "./head.ts";
import { readTheme } from "./theme.ts";

const FILE = "site.webmanifest";
const TYPE = "application/manifest+json";
const DARK = "(prefers-color-scheme: dark)";

export function webManifest(): Plugin {
  return {
    name: "web-manifest",
    // An unreadable theme stops the build or the server before it starts.
    configResolved() {
      headTags();
    },
    transformIndexHtml: () => headTags(),
    generateBundle() {
      this.emitFile({ type: "asset", fileName: FILE, source: manifestText(collection) });
    },
    configureServer({ middlewares }) {
      middlewares.use(`/${FILE}`, (_request, response) => {
        response.setHeader("Content-Type", TYPE).end(manifestText(collection));
      });
    },
  };
}

/** A web manifest has only one colour for all schemes, so this uses the light scheme's. */
export function manifestText(words: Described): string {
  const { name } = words;
  const { paper } = readTheme();
  const manifest = {
    name,
    short_name: name,
    description: descriptionOf(words),
    start_url: "./",
    scope: "./",
    display: "browser",
    background_color: paper,
    theme_color: paper,
    icons: [
      { src: "favicon.svg", type: "image/svg+xml", sizes: "any" },
      { src: "apple-touch-icon.png", type: "image/png", sizes: "180x180" },
      { src: "icon-512.png", type: "image/png", sizes: "512x512", purpose: "any maskable" },
    ],
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

function headTags(): HtmlTagDescriptor[] {
  const themeColor = (media: string, content: string): HtmlTagDescriptor => ({
    tag: "meta",
    attrs: { name: "theme-color", media, content },
    injectTo: "head",
  });
  return [
    themeColor("(prefers-color-scheme: light)", readTheme().paper),
    themeColor(DARK, readTheme([DARK]).paper),
    { tag: "link", attrs: { rel: "manifest", href: FILE }, injectTo: "head" },
  ];
}
