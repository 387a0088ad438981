import * as collection from "../../collection.ts";

const WORDS: readonly string[] = [
  collection.name,
  collection.symbol,
  collection.summary,
  collection.tagline,
  collection.invitation,
  collection.description,
  collection.pictureInWords,
];

/** This collection's numbers as the page writes them, and words that others may share. */
const FIGURES: readonly string[] = [
  String(collection.size),
  collection.size.toLocaleString(collection.language),
  `-${collection.discountPercent}%`,
  `${collection.discountPercent}% off`,
  `${collection.discountPercent} % off`,
  `1 to ${collection.maxPerPurchase}`,
  `Up to ${collection.maxPerPurchase}`,
];

export function wordsIn(text: string): string[] {
  return found(text, WORDS);
}

/**
 * @param also more words that this text must not contain
 * @returns each found word with its context
 */
export function leftoversIn(text: string, also: readonly string[] = []): string[] {
  return found(text, [...WORDS, ...FIGURES, ...also]);
}

function found(text: string, telltales: readonly string[]): string[] {
  return telltales.flatMap((telltale) => {
    const whole = new RegExp(`(?<![\\p{L}\\p{N}_])${escaped(telltale)}(?![\\p{L}\\p{N}_])`, "gu");
    return [...text.matchAll(whole)].map(
      ({ index }) => `${telltale}: …${text.slice(Math.max(0, index - 40), index + 60)}…`,
    );
  });
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
