import type { Plugin } from "vite";
import * as collection from "../../../collection.ts";

export type Described = Readonly<Record<"name" | "noun" | "summary", string>>;

/** The text of search results and of the web manifest. */
export function descriptionOf({ name, noun, summary }: Described): string {
  return `Mint ${noun} tickets of ${name}, a collection of ${summary}.`;
}

const SLOTS: Readonly<Record<string, string>> = {
  title: `${collection.name} · NFT minting dapp`,
  description: descriptionOf(collection),
};

export function head(): Plugin {
  return {
    name: "head",
    // The development server also serves the gallery, which has no slots.
    transformIndexHtml: (html, { path }) => (path === "/index.html" ? fillHead(html) : html),
  };
}

/** @throws Error if a slot is missing or unknown */
export function fillHead(html: string): string {
  const missing = new Set(Object.keys(SLOTS));
  const filled = html.replace(/\{(\w+)\}/g, (_, slot: string) => {
    const text = SLOTS[slot];
    if (text === undefined) throw new Error(`index.html has {${slot}}, which nothing fills`);
    missing.delete(slot);
    return escapeHtml(text);
  });
  if (missing.size > 0) throw new Error(`index.html has no {${[...missing].join("}, {")}}`);
  return filled.replace(/<html lang="\w+">/, `<html lang="${collection.language}">`);
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);
}
