import type { Theme } from "../../../frontend/build/page/theme.ts";

/** Pixels, recommended by X and Open Graph. */
export const CARD = { width: 1200, height: 630 } as const;

/** Pixels. */
const AWNING = 66;
/** An odd number, because the awning's two ends must look the same. */
const STRIPES = 21;
export const WORDS_HEIGHT = CARD.height - AWNING - 2 * 24;

/** Pixels. */
const PICTURE_ROOM = { width: 660, height: 450 } as const;

/** Pixels. A feed makes smaller words unreadable. */
export const FONT_SIZES = {
  h1: { largest: 124, smallest: 56 },
  p: { largest: 37, smallest: 28 },
} as const;

/** The share of each side that a mask may cut off (W3C Web Application Manifest). */
const SAFE_MARGIN = 0.1;

export interface Picture {
  readonly svg: string;
  readonly width: number;
  readonly height: number;
}

export interface CardWords {
  readonly name: string;
  readonly shareCardLines: readonly string[];
}

/** @throws for a file that is no SVG, or lacks both `viewBox` and `width` with `height` */
export function readPicture(file: string, svg: string): Picture {
  const root = /<svg\b[^>]*>/.exec(svg)?.[0];
  if (root === undefined) throw new Error(`${file} is not an SVG: it has no <svg> element`);
  const attribute = (name: string) =>
    new RegExp(`\\s${name}\\s*=\\s*["']([^"']*)["']`).exec(root)?.[1];
  const [, , width, height] = attribute("viewBox")
    ?.trim()
    .split(/[\s,]+/) ?? [
    "",
    "",
    attribute("width")?.replace(/px$/, ""),
    attribute("height")?.replace(/px$/, ""),
  ];
  const size = { width: Number(width), height: Number(height) };
  if (!(size.width > 0 && size.height > 0))
    throw new Error(`${file} does not say how large it is: give its <svg> a viewBox`);
  return { svg, ...size };
}

/** Draws the picture at the right, the words at the left, and the page's awning above. */
export function shareCard(words: CardWords, picture: Picture, theme: Theme): string {
  const scale = Math.min(PICTURE_ROOM.width / picture.width, PICTURE_ROOM.height / picture.height);
  const lines = words.shareCardLines.map((line) => `<span>${escaped(line)}</span>`);
  return `<!doctype html>
<style>
  * { box-sizing: border-box; margin: 0 }
  body {
    display: flex; align-items: center; gap: 44px; overflow: hidden;
    width: ${CARD.width}px; height: ${CARD.height}px; padding: ${AWNING}px 56px 0 64px;
    background: ${theme.paper}; color: ${theme.ink}; font-family: ${theme.serif};
  }
  header { display: flex; position: absolute; inset: 0 0 auto; height: ${AWNING}px }
  i { flex: 1; border-radius: 0 0 ${AWNING}px ${AWNING}px; background: ${theme["awning-light"]} }
  i:nth-child(odd) { background: ${theme.awning} }
  div { flex: 1; min-width: 0 }
  h1 { font-size: ${FONT_SIZES.h1.largest}px; line-height: 1; letter-spacing: -0.016em; white-space: nowrap }
  p { margin-top: 22px; color: ${theme["ink-soft"]}; font-size: ${FONT_SIZES.p.largest}px; line-height: 1.3; white-space: nowrap }
  span { display: block }
  img { flex: none; border-radius: 20px }
</style>
<header>${"<i></i>".repeat(STRIPES)}</header>
<div><h1>${escaped(words.name)}</h1><p>${lines.join("")}</p></div>
<img alt="" width="${Math.round(picture.width * scale)}" height="${Math.round(picture.height * scale)}"
  src="${dataUrl(picture)}">
`;
}

/**
 * Extends the background into the corners, because a launcher cuts out its own shape. A picture
 * without background gets the page's paper colour and a margin.
 * @param background the picture's own, or `null`
 */
export function launcherIcon(
  picture: Picture,
  size: number,
  background: string | null,
  theme: Theme,
): string {
  const margin = background === null ? Math.round(size * SAFE_MARGIN) : 0;
  return icon(picture, size, `padding: ${margin}px; background: ${background ?? theme.paper}`);
}

export function tabIcon(picture: Picture, size: number): string {
  return icon(picture, size, "");
}

function icon(picture: Picture, size: number, style: string): string {
  return `<!doctype html>
<style>
  body { margin: 0 }
  img { display: block; box-sizing: border-box; width: ${size}px; height: ${size}px; object-fit: contain; ${style} }
</style>
<img alt="" src="${dataUrl(picture)}">
`;
}

function dataUrl({ svg }: Picture): string {
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
