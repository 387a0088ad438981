import { createHash } from "node:crypto";

export interface StaticParts {
  readonly page: string;
  readonly footer: string;
  readonly noScript: string;
  readonly templates: string;
  readonly guard: string;
  readonly inlineScript: string;
  readonly files: ReadonlyMap<string, Buffer>;
  policyOf(inlineScripts: readonly string[]): string;
}

const CHARSET = '<meta charset="utf-8" />';

const PRICE = /<p [^>]*data-slot="price"/;

/** @throws if a place in the HTML is missing or occurs twice, or if a script has no hash */
export function staticHtml(shell: string, parts: StaticParts): string {
  const { footer, guard, inlineScript, templates, files, policyOf } = parts;
  const read = (url: string) => {
    const content = files.get(url.replace(/^\.\//, ""));
    if (content === undefined)
      throw new Error(`index.html loads ${url}, which is not in the build`);
    return content;
  };
  const pin = (tag: string, url = "") => `${tag} integrity="${sri(read(url))}"`;

  let page = replaceOnce(parts.page, "<noscript>", () => `<noscript>${parts.noScript}`);
  page = replaceOnce(page, PRICE, (tag) => `<script>${inlineScript}</script>${tag}`);
  const scripts = [...files].filter(([name]) => name.endsWith(".js"));
  const integrity = scripts.map(([name, content]) => [`./${name}`, sri(content)]);
  const importMap = JSON.stringify({ integrity: Object.fromEntries(integrity) });
  const policy = policyOf([guard, importMap, inlineScript]);

  let html = replaceOnce(shell, /<script type="module"[^>]* src="([^"]*)"/, pin);
  html = html.replaceAll(/<link rel="modulepreload"[^>]* href="([^"]*)"/g, pin);
  html = replaceOnce(
    html,
    /<link rel="stylesheet"[^>]* href="([^"]*)"[^>]*>/,
    (_, url = "") => `<style>${read(url).toString("utf8").trim()}</style>`,
  );
  html = replaceOnce(
    html,
    '<div id="root"></div>',
    () => `${templates}<div id="root">${page}</div>${footer}`,
  );
  // The encoding's tag comes first, because browsers search for it only in the first 1,024 bytes.
  html = replaceOnce(html, CHARSET, () => "");
  html = replaceOnce(
    html,
    "<head>",
    () =>
      `<head>\n    ${CHARSET}` +
      `\n    <meta http-equiv="Content-Security-Policy" content="${policy}" />` +
      `\n    <script>${guard}</script>` +
      `\n    <script type="importmap">${importMap}</script>`,
  );
  const unpinned = /<script\b(?![^>]* integrity=)[^>]* src=[^>]*>/.exec(html);
  if (unpinned !== null)
    throw new Error(`index.html loads a script without its hash: ${unpinned[0]}`);
  return html;
}

function replaceOnce(
  text: string,
  place: string | RegExp,
  replacement: (...match: string[]) => string,
): string {
  const found =
    typeof place === "string"
      ? text.split(place).length - 1
      : Array.from(text.matchAll(new RegExp(place, "g"))).length;
  if (found !== 1) throw new Error(`The HTML has ${place} ${found} times, and not once`);
  return text.replace(place, replacement);
}

function sri(content: Buffer): string {
  return `sha384-${createHash("sha384").update(content).digest("base64")}`;
}
