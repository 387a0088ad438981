/** Our renderer draws at most 6,230 letters, 94 elements and 5 levels. */
const MOST_LETTERS = 12_000;
const MOST_ELEMENTS = 200;
const MOST_DEPTH = 8;

/** These attributes can't refer to another element or file. */
const ATTRIBUTES: Readonly<Record<string, RegExp>> = {
  d: /^[\d\s.MmLlHhVvCcSsQqTtAaZz,-]+$/,
  fill: /^(none|#[0-9a-f]{3}|#[0-9a-f]{6})$/,
  stroke: /^(none|#[0-9a-f]{3}|#[0-9a-f]{6})$/,
  transform: /^(translate|matrix)\([\d\s.,-]+\)$/,
  viewBox: /^[\d .]+$/,
  xmlns: /^http:\/\/www\.w3\.org\/2000\/svg$/,
  "stroke-linecap": /^round$/,
  "stroke-linejoin": /^round$/,
};
const NUMBERS = ["r", "fill-opacity", "stroke-opacity", "stroke-width"];
const NUMBER = /^\d{0,4}\.?\d{1,4}$/;

const TAG =
  /<(?:\/(?<closed>\w+)|(?<opened>svg|g|path|circle)(?<attributes>(?: [\w-]+="[^"<>&]*")*)(?<empty>\/?))>/gy;

/**
 * Whether a picture is safe to show. An SVG of a few hundred bytes (nested `<use>`, a filter, a
 * pattern) can block a browser for minutes. Parses the text itself, because Trusted Types forbid
 * the browser's parser.
 */
export function isPlainPicture(svg: string): boolean {
  if (svg.length > MOST_LETTERS) return false;
  const open: string[] = [];
  let elements = 0;
  let end = 0;
  for (const tag of svg.matchAll(TAG)) {
    // Nothing may follow the root element.
    if (elements > 0 && open.length === 0) return false;
    end = tag.index + tag[0].length;
    const { closed, opened, attributes, empty } = tag.groups ?? {};
    if (opened === undefined) {
      if (open.pop() !== closed) return false;
      continue;
    }
    elements += 1;
    const isRoot = elements === 1;
    if (isRoot !== (opened === "svg") || elements > MOST_ELEMENTS) return false;
    if (!hasPlainAttributes(attributes ?? "")) return false;
    if (empty === "") open.push(opened);
    if (open.length > MOST_DEPTH) return false;
  }
  return elements > 0 && open.length === 0 && end === svg.length;
}

function hasPlainAttributes(text: string): boolean {
  return [...text.matchAll(/ ([\w-]+)="([^"]*)"/g)].every(([, name = "", value = ""]) =>
    (NUMBERS.includes(name) ? NUMBER : ATTRIBUTES[name])?.test(value),
  );
}
