import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { build } from "vite";
import { afterEach, beforeEach, expect, it } from "vitest";
import { preloadHelper } from "./preload-helper.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "preload-helper-"));
  writeFileSync(path.join(folder, "index.html"), '<script type="module" src="./main.js"></script>');
  writeFileSync(path.join(folder, "main.js"), 'import("./late.js"); import("./later.js");');
  writeFileSync(path.join(folder, "shared.js"), "export const shared = document.title;");
  writeFileSync(
    path.join(folder, "late.js"),
    'import { shared } from "./shared.js"; alert(shared);',
  );
  writeFileSync(path.join(folder, "later.js"), 'import "./late.js"; import "./shared.js";');
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

async function builtCode(assetsDir?: string): Promise<string> {
  const output = await build({
    configFile: false,
    root: folder,
    base: "./",
    logLevel: "silent",
    plugins: [preloadHelper()],
    build: {
      write: false,
      modulePreload: { polyfill: false },
      ...(assetsDir !== undefined && { assetsDir }),
    },
  });
  return [output]
    .flat()
    .flatMap((result) => ("output" in result ? result.output : []))
    .map((file) => (file.type === "chunk" ? file.code : ""))
    .join("\n");
}

it("wraps every import() of a build", async () => {
  const code = await builtCode();
  expect(code).toContain("importmap");
  expect(code).not.toContain("vite:preloadError");
});

it("fails a build with a style sheet that would never be loaded", async () => {
  writeFileSync(path.join(folder, "main.css"), "p { color: red }");
  writeFileSync(path.join(folder, "late.css"), "p { color: blue }");
  writeFileSync(path.join(folder, "main.js"), 'import "./main.css"; import("./late.js");');
  writeFileSync(path.join(folder, "late.js"), 'import "./late.css"; alert(1);');
  await expect(builtCode()).rejects.toThrow("Only the HTML's style sheet is loaded");
});

it("fails a build whose chunks are outside assets/", async () => {
  await expect(builtCode("js")).rejects.toThrow("Chunks are loaded from assets/");
});
