import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { type StaticParts, staticHtml } from "./static-html.ts";

const CHARSET = '<meta charset="utf-8" />';
const ENTRY = '<script type="module" crossorigin src="./assets/index.js"></script>';
const STYLES = '<link rel="stylesheet" crossorigin href="./assets/index.css">';
const ROOT = '<div id="root"></div>';
const SHELL = `<!doctype html><html><head>${CHARSET}<title>The page</title>${ENTRY}${STYLES}</head><body>${ROOT}</body></html>`;

const PARTS: StaticParts = {
  page: `<main><noscript></noscript>the sum<p class="price" data-slot="price">the price</p></main>`,
  footer: "<footer>help</footer>",
  noScript: "<p>$& needs a script</p>",
  guard: 'guard("$&$1")',
  templates: '<template id="copy">a copy</template>',
  // `String.replace` interprets `$&` and `$1` as references to the match.
  inlineScript: 'fill("$&$1")',
  files: new Map([
    ["assets/index.js", Buffer.from("entry()")],
    ["assets/late.js", Buffer.from("late()")],
    ["assets/index.css", Buffer.from("p { color: red }\n")],
  ]),
  policyOf: (inlineScripts) => `script-src ${inlineScripts.length}`,
};

const hash = (text: string) => `sha384-${createHash("sha384").update(text).digest("base64")}`;

describe("staticHtml", () => {
  const html = staticHtml(SHELL, PARTS);

  it("starts the head with the encoding, then the policy and the pins of all scripts", () => {
    const pins = { "./assets/index.js": hash("entry()"), "./assets/late.js": hash("late()") };
    const head = /<head>(.*?)<title>/s.exec(html)?.[1]?.replaceAll(/\n */g, "");
    expect(head).toBe(
      `${CHARSET}<meta http-equiv="Content-Security-Policy" content="script-src 3" />` +
        `<script>${PARTS.guard}</script>` +
        `<script type="importmap">${JSON.stringify({ integrity: pins })}</script>`,
    );
    expect(html.split(CHARSET)).toHaveLength(2);
  });

  it("pins the entry by its hash, and what is preloaded for it", () => {
    const preload = '<link rel="modulepreload" crossorigin href="./assets/late.js"';
    expect(html).toContain(`src="./assets/index.js" integrity="${hash("entry()")}">`);
    expect(staticHtml(SHELL.replace(ENTRY, `${ENTRY}${preload}>`), PARTS)).toContain(
      `${preload} integrity="${hash("late()")}">`,
    );
  });

  it("has the styles inline", () => {
    expect(html).toContain("<style>p { color: red }</style>");
    expect(html).not.toContain("stylesheet");
  });

  it("has the templates, then the page in the root with the inline script before the price, then the footer", () => {
    expect(html).toContain(
      `<body>${PARTS.templates}<div id="root"><main><noscript>${PARTS.noScript}</noscript>the sum` +
        `<script>${PARTS.inlineScript}</script><p class="price" data-slot="price">the price</p>` +
        `</main></div>${PARTS.footer}</body>`,
    );
  });

  it.each([
    ["entry", ENTRY],
    ["style sheet", STYLES],
    ["root", ROOT],
    ["encoding", CHARSET],
    ["head", "<head>"],
  ])("refuses HTML without its %s, and with two", (_, place) => {
    expect(() => staticHtml(SHELL.replace(place, ""), PARTS)).toThrow("0 times, and not once");
    expect(() => staticHtml(SHELL.replace(place, place + place), PARTS)).toThrow(
      "2 times, and not once",
    );
  });

  it.each([
    ["place for the words of no script", "<noscript></noscript>"],
    ["price", '<p class="price" data-slot="price">'],
  ])("refuses a page without a %s, and with two", (_, place) => {
    const pageWith = (places: string) => ({ ...PARTS, page: PARTS.page.replace(place, places) });
    expect(() => staticHtml(SHELL, pageWith(""))).toThrow("0 times, and not once");
    expect(() => staticHtml(SHELL, pageWith(place + place))).toThrow("2 times, and not once");
  });

  it.each([
    ["a script", ENTRY.replace("index", "other")],
    ["a preload", `${ENTRY}<link rel="modulepreload" href="./assets/other.js">`],
  ])("refuses %s that is not in the build", (_, tags) => {
    expect(() => staticHtml(SHELL.replace(ENTRY, tags), PARTS)).toThrow(
      "index.html loads ./assets/other.js, which is not in the build",
    );
  });

  it("refuses a script without a hash", () => {
    const script = '<script defer src="https://cdn.example/a.js"></script>';
    expect(() => staticHtml(SHELL.replace(ENTRY, ENTRY + script), PARTS)).toThrow(
      "index.html loads a script without its hash: <script defer",
    );
  });
});
