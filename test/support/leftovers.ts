import * as collection from "../../collection.ts";

/** Words that only this collection has. */
const WORDS: readonly string[] = [
  collection.name,
  collection.symbol,
  collection.summary,
  collection.tagline,
  collection.invitation,
  collection.description,
  collection.pictureInWords,
];

/** Numbers of its own, as they are written, and words that others may have. */
const FIGURES: readonly string[] = [
  String(collection.size),
  collection.size.toLocaleString("en-US"),
  `-${collection.discountPercent}%`,
  `${collection.discountPercent}% off`,
  `${collection.discountPercent} % off`,
  `1 to ${collection.maxPerPurchase}`,
  `Up to ${collection.maxPerPurchase}`,
];

/** @returns each word of this collection in a text, with what stands around it */
export function wordsIn(text: string): string[] {
  return found(text, WORDS);
}

/**
 * What a text still says of this collection, though it is of another one.
 * @param also words that this text in particular can't have
 * @returns each with what stands around it
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
