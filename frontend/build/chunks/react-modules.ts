import path from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const FILES: Readonly<Record<string, string>> = {
  react: "react/cjs/react.production.js",
  "react/jsx-runtime": "react/cjs/react-jsx-runtime.production.js",
  "react-dom": "react-dom/cjs/react-dom.production.js",
  "react-dom/client": "react-dom/cjs/react-dom-client.production.js",
  scheduler: "scheduler/cjs/scheduler.production.js",
};
const PACKAGES = path.resolve(fileURLToPath(import.meta.resolve("react/package.json")), "../..");

/** Provides React as ES modules, because a bundler can drop unused parts only from ES modules. */
export function reactModules(): Plugin {
  const files = new Map(
    Object.entries(FILES).map(([entry, file]) => [entry, path.join(PACKAGES, file)]),
  );
  const ids = new Set(files.values());

  return {
    name: "react-modules",
    enforce: "pre",
    apply: "build",
    resolveId: (source) => files.get(source) ?? null,
    transform: (code, id) => (ids.has(id) ? toModule(withoutViewTransitions(code)) : null),
    // React asks for members of the scheduler that only some of its builds have.
    onLog: (_, { code, id }) => !(code === "IMPORT_IS_UNDEFINED" && id && ids.has(id)),
  };
}

/**
 * Removes `<ViewTransition>`, which saves 2.8 kB of the first load. A build that imports it fails.
 * Without that component, React does not call the emptied functions, or they do nothing.
 */
function withoutViewTransitions(code: string): string {
  return code
    .replace(/^exports\.ViewTransition = .*\n/m, "")
    .replaceAll(/^function (\w*ViewTransition\w*)\([\s\S]*?^\}$/gm, "function $1() {}");
}

/**
 * Turns a CommonJS file of React's form into an ES module. The file must start with its `require`
 * calls, and assign each export at the top level first.
 * @throws for any other form
 */
export function toModule(code: string): string {
  const declared = new Set<string>();
  const local = (name: string) => `exported_${name}`;
  const body = code
    .replace(/^var ((?:\s*\w+ = require\("[\w-]+"\)[,;])+)$/m, (_, calls: string) =>
      calls.replaceAll(/(\w+) = require\("([\w-]+)"\)[,;]/g, 'import * as $1 from "$2";'),
    )
    .replaceAll(/^exports\.(\w+) =/gm, (_, name: string) => {
      if (declared.has(name)) return `${local(name)} =`;
      declared.add(name);
      return `let ${local(name)} =`;
    })
    .replaceAll(/\bexports\.(\w+)/g, (use, name: string) =>
      declared.has(name) ? local(name) : use,
    );
  const left = /.*\b(?:require\(|exports\b|module\.).*/.exec(body);
  if (left !== null) throw new Error(`Not in the form of React's files: ${left[0].trim()}`);
  const names = [...declared].map((name) => `${local(name)} as ${name}`);
  return `${body}\nexport { ${names.join(", ")} };\n`;
}
