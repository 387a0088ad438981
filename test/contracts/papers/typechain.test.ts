import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";
import hre from "hardhat";
import { createHardhatRuntimeEnvironment } from "hardhat/hre";
import config from "../../../hardhat.config.ts";
import { DIGESTS_FILE } from "../../../scripts/dev/bindings/source-digests.ts";

const FOLDER = "typechain-types";
const run = promisify(execFile);

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

async function isRepository(root: string): Promise<boolean> {
  try {
    const { stdout: prefix } = await run("git", ["rev-parse", "--show-prefix"], { cwd: root });
    return prefix.trim() === "";
  } catch {
    return false;
  }
}

async function committed(root: string, folder: string): Promise<Bindings> {
  const { stdout: listed } = await run("git", ["ls-files", "-z", "--", folder], { cwd: root });
  const files = listed.split("\0").filter((file) => file !== "");
  const texts: [string, string][] = [];
  for (const file of files) {
    const { stdout } = await run("git", ["cat-file", "blob", `:${file}`], {
      cwd: root,
      maxBuffer: 16 * 2 ** 20,
    });
    texts.push([path.posix.relative(folder, file), stdout]);
  }
  return new Map(texts);
}

async function isBeingEdited(root: string): Promise<boolean> {
  const listed = await run(
    "git",
    ["ls-files", "--modified", "--others", "--exclude-standard", "--", "contracts"],
    { cwd: root },
  );
  return listed.stdout !== "";
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

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

function stale(bindings: Bindings, generated: Bindings): string[] {
  const names = new Set([...bindings.keys(), ...generated.keys()]);
  return [...names].filter((name) => bindings.get(name) !== generated.get(name)).sort();
}

describe("TypeChain bindings", () => {
  let generated: Bindings;

  before(async () => {
    generated = await generatedBindings();
  });

  it("[C-09] cover the contracts that the page and the scripts use", () => {
    expect([...generated.keys()]).to.include.members([
      "contracts/Ticket.ts",
      "contracts/TicketRenderer.ts",
      "contracts/interfaces/ITicket.ts",
      "erc721a/contracts/IERC721A.ts",
      "factories/contracts/interfaces/ITicket__factory.ts",
    ]);
  });

  it("[C-09] in the working folder are byte for byte what the contracts give", async () => {
    const present = await bindingsIn(path.join(hre.config.paths.root, FOLDER));

    expect(
      stale(present, generated),
      "Run `npm run hardhat -- build`, and delete leftovers",
    ).to.deep.equal([]);
  });

  // Compares with git's copy, because without `--no-typechain` Hardhat's build updates the working
  // folder.
  it("[C-09] as committed are byte for byte what the contracts give", async () => {
    const { root } = hre.config.paths;
    if (!(await isRepository(root))) return;
    const bindings = await committed(root, FOLDER);
    if (!(await isBeingEdited(root))) {
      expect(stale(bindings, generated), "Commit typechain-types").to.deep.equal([]);
      return;
    }
    const sources = [...(await committed(root, "contracts"))].filter(([name]) =>
      name.endsWith(".sol"),
    );
    const digests = sources.map(([name, text]) => [`contracts/${name}`, sha256(text)]);
    expect(
      JSON.parse(bindings.get(DIGESTS_FILE) ?? "{}"),
      "Commit typechain-types with the contracts that they are of",
    ).to.deep.equal(Object.fromEntries(digests));
  });
});
