/**
 * Whether a picture is one that the contract's renderer could have drawn. A browser draws whatever it is given, and a few
 * hundred bytes (`<use>` of `<use>`, a filter, a pattern) keep it busy for minutes, in which nothing on the page answers.
 *
 * This reads the text itself: under the hosts' trusted types a string can't be given to the browser's own parser, and a
 * grammar this small leaves nothing for two parsers to disagree about.
 */

/** Measured over all of the drawn pictures: at most 6,230 letters, 94 elements and 5 levels. */
const MOST_LETTERS = 12_000;
const MOST_ELEMENTS = 200;
const MOST_DEPTH = 8;

/** What the renderer draws with. None of it refers to another part of the picture, or to anything outside. */
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

export function isPlainPicture(svg: string): boolean {
  if (svg.length > MOST_LETTERS) return false;
  const open: string[] = [];
  let elements = 0;
  let end = 0;
  for (const tag of svg.matchAll(TAG)) {
    // The picture is one element: nothing comes after it.
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
