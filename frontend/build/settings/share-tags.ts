import type { HtmlTagDescriptor } from "vite";
import * as collection from "../../../collection.ts";

const TITLE = `${collection.name}: ${collection.summary}`;
const PICTURE = {
  file: "share-card.png",
  width: "1200",
  height: "630",
  alt: `${collection.pictureInWords}, beside the word ${collection.name}`,
};

/** Tags of Open Graph and X. Their URLs must be absolute, so without the page's URL they omit the picture. */
export function shareTags(siteUrl: string | null): HtmlTagDescriptor[] {
  const tags = [
    property("og:type", "website"),
    property("og:site_name", collection.name),
    property("og:title", TITLE),
    property("og:description", collection.invitation),
    name("twitter:card", siteUrl === null ? "summary" : "summary_large_image"),
  ];
  if (siteUrl === null) return tags;
  const picture = new URL(PICTURE.file, siteUrl).href;
  return [
    ...tags,
    { tag: "link", attrs: { rel: "canonical", href: siteUrl }, injectTo: "head" },
    property("og:url", siteUrl),
    property("og:image", picture),
    property("og:image:type", "image/png"),
    property("og:image:width", PICTURE.width),
    property("og:image:height", PICTURE.height),
    property("og:image:alt", PICTURE.alt),
    name("twitter:image", picture),
    name("twitter:image:alt", PICTURE.alt),
  ];
}

function property(key: string, content: string): HtmlTagDescriptor {
  return { tag: "meta", attrs: { property: key, content }, injectTo: "head" };
}

function name(key: string, content: string): HtmlTagDescriptor {
  return { tag: "meta", attrs: { name: key, content }, injectTo: "head" };
}
