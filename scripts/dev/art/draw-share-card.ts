import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { chromium } from "@playwright/test";
import { browserLaunchOptions } from "../browser.ts";

/**
 * Draws what programs want as PNG, from the page's own SVGs: the card that is shown where the page is shared, and the
 * icons for those that can't show an SVG. Run it with `npm run share-card` when a picture has changed, and commit the
 * results: fonts differ between machines, so a build doesn't draw.
 */
const PUBLIC = path.resolve(import.meta.dirname, "../../../frontend/public");
const ICON_SIZES = { "favicon.png": 48, "apple-touch-icon.png": 180, "icon-512.png": 512 } as const;

const [street, icon] = await Promise.all([readSvg("street.svg"), readSvg("favicon.svg")]);
const browser = await chromium.launch(await browserLaunchOptions());
try {
  await draw("share-card.png", 1200, 630, shareCard(street));
  for (const [file, size] of Object.entries(ICON_SIZES)) {
    await draw(file, size, size, touchIcon(icon, size));
  }
} finally {
  await browser.close();
}

async function readSvg(file: string): Promise<string> {
  return await readFile(path.join(PUBLIC, file), "utf8");
}

async function draw(file: string, width: number, height: number, svg: string): Promise<void> {
  const page = await browser.newPage({ viewport: { width, height }, colorScheme: "light" });
  await page.setContent(`<style>body { margin: 0 } svg { display: block }</style>${svg}`);
  const png = await page.screenshot({ omitBackground: true });
  await page.close();
  await writeFile(path.join(PUBLIC, file), png);
  console.log(`${file.padEnd(24)}${width} x ${height}${String(png.length).padStart(10)} bytes`);
}

/** The street to the right; its sky and its ground go on to the left, where the words are. */
function shareCard(svg: string): string {
  const wider = svg
    .replace(/^<svg[^>]*>|<\/svg>\s*$/g, "")
    .replace("M0 0h640v420H0z", "M-320-84h960v504h-960z")
    .replace("M0 346h640v74H0z", "M-320 346h960v74h-960z")
    .replace("M0 372h640v26H0z", "M-320 372h960v26h-960z")
    .replace(
      '<path class="ground"',
      '<path class="hill" d="M-320 300c110-50 220-60 322-36v84h-322z"/>$&',
    );
  return `
    <svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630" viewBox="0 0 1200 630">
      <g transform="translate(400 105) scale(1.25)">
        ${wider}
        <path class="leaf" d="M-250 346a26 20 0 0 1 52 0zm90 0a15 13 0 0 1 30 0zm92 0a18 24 0 0 1 36 0zm28 0a13 11 0 0 1 26 0z"/>
      </g>
      <g fill="#1f2d28" font-family="Palatino Linotype, Palatino, Georgia, Liberation Serif, serif">
        <text x="72" y="182" font-size="124" font-weight="700" letter-spacing="-2">Hearth</text>
        <g font-size="36">
          <text x="76" y="250">5,000 homes on chain,</text>
          <text x="76" y="298">each with its own</text>
          <text x="76" y="346">number on the door.</text>
        </g>
      </g>
    </svg>`;
}

/** Launchers round the corners of the larger ones; a tab's icon keeps its own. */
function touchIcon(svg: string, size: number): string {
  const sized = svg.replace("<svg ", `<svg width="${size}" height="${size}" `);
  return size < 100 ? sized : sized.replace(/ rx="\d+"/, "");
}
