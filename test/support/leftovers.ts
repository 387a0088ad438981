import * as collection from "../../collection.ts";

/** What only this collection says. */
const TELLTALES: readonly string[] = [
  collection.name,
  collection.symbol,
  String(collection.size),
  collection.size.toLocaleString("en-US"),
  `-${collection.discountPercent}%`,
  `${collection.discountPercent}% off`,
  `${collection.discountPercent} % off`,
  `1 to ${collection.maxPerPurchase}`,
  `Up to ${collection.maxPerPurchase}`,
  collection.tagline,
  collection.invitation,
  collection.pictureInWords,
  ...collection.shareCardLines,
  "homes",
];

/**
 * What a text still says of this collection, though it is of another one.
 * @param currency the symbol of one that is not the text's, if that is known
 * @returns each with what stands around it
 */
export function leftoversIn(text: string, currency: string | null = null): string[] {
  return [...TELLTALES, ...(currency === null ? [] : [currency])].flatMap((telltale) => {
    const whole = new RegExp(`(?<![\\p{L}\\p{N}])${escaped(telltale)}(?![\\p{L}\\p{N}])`, "gu");
    return [...text.matchAll(whole)].map(
      ({ index }) => `${telltale}: …${text.slice(Math.max(0, index - 40), index + 60)}…`,
    );
  });
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
