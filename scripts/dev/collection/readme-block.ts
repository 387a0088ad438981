import { wrapped } from "../docs/markdown.ts";
import type { AnyCollection } from "./check-collection.ts";

const HEAD = "<!-- Written by `npm run collection` from collection.ts. -->\n";
const TAIL = "<!-- End of the generated part. -->\n";
const LINE_WIDTH = 120;

export function writeReadmeBlock(readme: string, collection: AnyCollection): string {
  const start = readme.indexOf(HEAD);
  const end = readme.indexOf(TAIL, start);
  if (start === -1 || end === -1)
    throw new Error(`README.md has no ${HEAD.trim()} … ${TAIL.trim()}`);
  return readme.slice(0, start + HEAD.length) + paragraph(collection) + readme.slice(end);
}

function paragraph({ name, noun, size, maxPerPurchase, discountPercent }: AnyCollection): string {
  const text =
    `A mint page and its contracts. A visitor connects a wallet and buys 1 to ${maxPerPurchase} ${noun} tickets of ${name}, ` +
    `a collection of ${size}, with the chain's own currency. An affiliate link gives ${discountPercent} % off.`;
  return `${wrapped(text, LINE_WIDTH).join("\n")}\n`;
}
