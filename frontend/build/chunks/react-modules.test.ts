import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { build, type Plugin } from "vite";
import { describe, expect, it } from "vitest";
import { reactModules, toModule } from "./react-modules.ts";

const require = createRequire(import.meta.url);

describe("toModule", () => {
  it.each(["react", "scheduler"])("has every export of %s", async (name) => {
    const folder = path.dirname(require.resolve(`${name}/package.json`));
    const file = path.join(folder, `cjs/${name}.production.js`);
    const code = toModule(readFileSync(file, "utf8"));
    const module = await import(
      /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`
    );
    const commonJs = require(file);
    const kinds = (exported: object) =>
      Object.entries(exported).map(([name, value]) => `${name}: ${typeof value}`);
    expect(kinds(module).sort()).toEqual(kinds(commonJs).sort());
  });

  it.each([
    ["all exports at once", "module.exports = { useState };"],
    ["an export that is only assigned inside a block", "if (fast) {\n  exports.now = fast;\n}"],
    ["an export by a computed name", 'exports["use"] = use;'],
    ["a module that is required late", 'function late() {\n  return require("late");\n}'],
  ])("refuses %s", (_, code) => {
    expect(() => toModule(code)).toThrow("Not in the form of React's files");
  });
});

describe("reactModules", () => {
  const MAIN = "virtual:main";
  const main = (used: string): Plugin => ({
    name: "main",
    resolveId: (id) => (id === MAIN ? id : null),
    load: (id) =>
      id === MAIN
        ? `import { ${used} } from "react";
           import { hydrateRoot } from "react-dom/client";
           hydrateRoot(document.body, ${used});`
        : null,
  });

  function refuseWarning(_: unknown, { message }: { readonly message: string }): never {
    throw new Error(message);
  }

  async function builtCode(used: string, ...plugins: Plugin[]): Promise<string> {
    const output = await build({
      configFile: false,
      root: import.meta.dirname,
      logLevel: "silent",
      plugins: [main(used), ...plugins],
      build: { write: false, rolldownOptions: { input: MAIN, onLog: refuseWarning } },
    });
    return [output]
      .flat()
      .flatMap((result) => ("output" in result ? result.output : []))
      .map((file) => (file.type === "chunk" ? file.code : ""))
      .join("\n");
  }

  it("leaves out of a build what it does not use of React, without a warning", async () => {
    const unused = ["useDebugValue", "cloneElement", "preinitModule"];
    const foundIn = (code: string) => unused.filter((name) => code.includes(`.${name}=`));
    expect(foundIn(await builtCode("useState"))).toEqual(unused);
    expect(foundIn(await builtCode("useState", reactModules()))).toEqual([]);
  });

  it("leaves view transitions out of a build, and refuses a build that needs them", async () => {
    const transitions = (code: string) => code.includes("startViewTransition");
    expect(transitions(await builtCode("ViewTransition"))).toBe(true);
    expect(transitions(await builtCode("useState", reactModules()))).toBe(false);
    await expect(builtCode("ViewTransition", reactModules())).rejects.toThrow(
      '"ViewTransition" is not exported',
    );
  });
});
