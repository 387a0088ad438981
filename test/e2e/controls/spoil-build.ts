import { createHash } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { CONTROLS } from "./controls.ts";

/** Breaks the feature named by `E2E_CONTROL`, then recomputes the page's hashes. */
export async function spoilBuild(folder: string): Promise<void> {
  const name = process.env.E2E_CONTROL;
  if (name === undefined) return;
  const control = CONTROLS[name];
  if (control === undefined) throw new Error(`No control ${name}`);

  const page = path.join(folder, "index.html");
  let html = await readFile(page, "utf8");
  const pinsBefore = importMapOf(html);
  let places = 0;
  for (const script of await readdir(folder, { recursive: true })) {
    if (!script.endsWith(".js")) continue;
    const file = path.join(folder, script);
    const before = await readFile(file, "utf8");
    places += before.match(control.find)?.length ?? 0;
    const after = before.replaceAll(control.find, control.replacement);
    await writeFile(file, after);
    html = html.replaceAll(hash("sha384", before), hash("sha384", after));
  }
  if (places === 0) throw new Error(`Nothing in ${folder} to break for ${name}: ${control.find}`);

  // The Content Security Policy allows the import map by its hash.
  html = html.replaceAll(hash("sha256", pinsBefore), hash("sha256", importMapOf(html)));
  await writeFile(page, html);
}

function importMapOf(html: string): string {
  return html.match(/<script type="importmap">(.*?)<\/script>/)?.[1] ?? "";
}

function hash(algorithm: string, text: string): string {
  return `${algorithm}-${createHash(algorithm).update(text).digest("base64")}`;
}
