import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "chai";
import hre from "hardhat";
import { createHardhatRuntimeEnvironment } from "hardhat/hre";
import config from "../../../hardhat.config.ts";

const FOLDER = "typechain-types";

type Bindings = ReadonlyMap<string, string>;

async function bindingsIn(folder: string): Promise<Bindings> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const bindings = await Promise.all(
    files.map(async (entry) => {
      const file = path.join(entry.parentPath, entry.name);
      const name = path.relative(folder, file).replaceAll(path.sep, "/");
      return [name, await readFile(file, "utf8")] as const;
    }),
  );
  return new Map(bindings);
}

async function generatedBindings(): Promise<Bindings> {
  const folder = await mkdtemp(path.join(tmpdir(), "typechain-"));
  try {
    const generator = await createHardhatRuntimeEnvironment(
      { ...config, typechain: { outDir: folder } },
      // Generates bindings even under `--no-typechain`, because the run then tests the committed
      // ones.
      { noTypechain: false },
      hre.config.paths.root,
    );
    await generator.tasks.getTask("build").run({ quiet: true, noTests: true });
    return await bindingsIn(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function stale(bindings: Bindings, generated: Bindings): string[] {
  const names = new Set([...bindings.keys(), ...generated.keys()]);
  return [...names].filter((name) => bindings.get(name) !== generated.get(name)).sort();
}

describe("TypeChain bindings", () => {
  it("[C-09] in the working folder are byte for byte what the contracts give", async () => {
    const generated = await generatedBindings();
    const present = await bindingsIn(path.join(hre.config.paths.root, FOLDER));

    expect(
      stale(present, generated),
      "Run `npm run hardhat -- build`, delete leftovers, and commit typechain-types",
    ).to.deep.equal([]);
  });
});
