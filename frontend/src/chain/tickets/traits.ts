export interface Trait {
  readonly name: string;
  readonly value: string;
}

/** Our renderer has 16 traits. */
const MOST_TRAITS = 32;
const MOST_LETTERS = 40;

/** Accepts only short words and numbers, because the page does not trust the renderer. */
export function traitsOf(metadata: unknown): readonly Trait[] {
  const attributes = (metadata as Record<string, unknown> | null)?.attributes;
  if (!Array.isArray(attributes)) return [];
  const traits = new Map<string, string>();
  for (const attribute of attributes.slice(0, MOST_TRAITS)) {
    const { trait_type, value } = (attribute ?? {}) as Record<string, unknown>;
    const [name, text] = [asWords(trait_type), asWords(value)];
    if (name !== null && text !== null) traits.set(name, text);
  }
  return [...traits].map(([name, value]) => ({ name, value }));
}

function asWords(value: unknown): string | null {
  const text = typeof value === "number" ? String(value) : value;
  if (typeof text !== "string" || text.length > MOST_LETTERS) return null;
  // Rejects characters that control, reverse or hide other characters.
  return /^[\p{L}\p{N}\p{P}\p{S} ]+$/u.test(text) ? text : null;
}
