import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { applyPatch, parsePatch } from "diff";
import { normalizePath, type Plugin } from "vite";
import { enabledFeatures } from "./enabled-features.ts";

const KIT = fileURLToPath(import.meta.resolve("@reown/appkit"));
const PACKAGES = KIT.slice(0, KIT.lastIndexOf(path.join("@reown", "appkit", path.sep)));
const OURS = path.resolve(import.meta.dirname, "../../kit");

const FOLDERS = ["patches", "features"] as const;

/**
 * @param patches each patch's text by its name
 * @returns each patched file's text by Vite's id
 * @throws if a hunk does not apply to the installed AppKit; the error names it
 */
export function patchedFiles(patches: Readonly<Record<string, string>>): Map<string, string> {
  const patched = new Map<string, string>();
  for (const [name, text] of Object.entries(patches)) {
    for (const { oldFileName = "", hunks } of parsePatch(text)) {
      const file = normalizePath(path.join(PACKAGES, oldFileName));
      let code = patched.get(file) ?? readFileSync(file, "utf8");
      for (const hunk of hunks) {
        const next = applyPatch(code, { hunks: [hunk] } as Parameters<typeof applyPatch>[1]);
        if (next === false) {
          throw new Error(`${name}: the hunk at line ${hunk.oldStart} does not apply to ${file}`);
        }
        code = next;
      }
      patched.set(file, code);
    }
  }
  return patched;
}

export function readPatches(folders: readonly string[] = FOLDERS): Record<string, string> {
  const names = folders.flatMap((folder) => globSync(`${folder}/**/*.patch`, { cwd: OURS }).sort());
  return Object.fromEntries(
    names.map((name) => [name, readFileSync(path.join(OURS, name), "utf8")]),
  );
}

/**
 * Applies the patches of `frontend/kit` to AppKit's modules. Every patch has to apply, even one
 * that the build omits.
 * @param features true for a page with all features
 */
export function kitPatches({ features = false } = {}): Plugin {
  const patches = readPatches();
  let files = patchedFiles(patches);
  const load = (id: string) => files.get(id.replace(/\?.*/, "")) ?? null;
  // The development server and Vitest cache patched modules until a plugin's name changes.
  const digest = createHash("sha256").update(JSON.stringify(patches)).digest("hex").slice(0, 8);
  const name = `kit-patches-${digest}`;

  return {
    name,
    enforce: "pre",
    config: () => ({
      optimizeDeps: { rolldownOptions: { plugins: [{ name, load }] } },
    }),
    configResolved({ mode, command }) {
      if (command === "build" && !features && enabledFeatures(mode).length === 0) {
        files = patchedFiles(readPatches(["patches"]));
      }
    },
    load,
  };
}
