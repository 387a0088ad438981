import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { biomeLists, PAGE_ROOMS } from "../../lint/rooms.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const BIOME = fileURLToPath(import.meta.resolve("@biomejs/biome/bin/biome"));
const RULE = "lint/style/noRestrictedImports";
/** Biome's category for findings of `lint/visible-imports.grit`. */
const UNSEEN = "plugin";

const ROOMS = Object.keys(PAGE_ROOMS);
const KIT_OTHERS = ["doubles", "lab", "node_modules", "patches", "test"];

const TARGETS: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    ROOMS.map((room) => [room, [path.posix.join("frontend/src", room, "a.ts")]]),
  ),
  namespace: ["frontend/kit/namespace.ts"],
  collection: ["collection.ts"],
  networks: ["networks.ts"],
  "typechain-types": [
    "typechain-types/common.ts",
    "typechain-types/contracts/interfaces/ITicket.ts",
    "typechain-types/factories/contracts/interfaces/ITicket__factory.ts",
  ],
  "a room without a list": ["frontend/src/chain/deep/reader.ts", "frontend/src/domain/deep/a.ts"],
  deployments: ["deployments/mainnet/record.json"],
  local: ["frontend/local/wallet.ts"],
  test: [
    "frontend/src/domain/order/price.test.ts",
    "frontend/src/ui/Button.test.tsx",
    "test/contracts/fixture.ts",
    "test/doubles/rpc/faults.ts",
    "frontend/kit/doubles/element.ts",
    "frontend/kit/lab/main.ts",
    "frontend/kit/test/support/kit-lab.ts",
  ],
  build: ["frontend/build/settings/settings.ts", "frontend/vite.config.ts", "hardhat.config.ts"],
  scripts: ["scripts/tasks/deploy/deploy.ts", "scripts/dev/local-request.ts"],
  artifacts: ["artifacts/contracts/Ticket.sol/Ticket.json"],
  ethers: ["ethers", "ethers/abi"],
  "@reown": ["@reown/appkit", "@reown/appkit/networks"],
  react: ["react", "react/jsx-runtime"],
  package: ["viem", "vitest", "node:fs", "hardhat"],
};

const FORMS: Record<string, (specifier: string) => string> = {
  static: (specifier) => `import { a } from "${specifier}";`,
  "type-only": (specifier) => `import type { A } from "${specifier}";`,
  "side effect": (specifier) => `import "${specifier}";`,
  "re-export": (specifier) => `export { a } from "${specifier}";`,
  "re-export of all": (specifier) => `export * from "${specifier}";`,
  dynamic: (specifier) => `export const a = () => import("${specifier}");`,
};

/** Biome's rule can't read these forms, so the test refuses them. */
const UNSEEN_FORMS: Record<string, string> = {
  "dynamic import of a template": "export const a = import(`../chain/reader.ts`);",
  "dynamic import of a computed path": 'export const a = import("../chain/" + "reader.ts");',
  "type by import()": 'export type A = import("../chain/reader.ts").Reader;',
  "type of import()": 'export type A = typeof import("../chain/reader.ts");',
  "type by import() inside another":
    'export type A = import("./a.ts").A<import("../chain/reader.ts").A>;',
  "glob of modules": 'export const a = import.meta.glob("../chain/*.ts");',
  require: 'export const a = require("../chain/reader.ts");',
  "URL of a module": 'export const a = new URL("../chain/reader.ts", import.meta.url);',
  "path down and up again": 'import { a } from "./deep/../a.ts";',
  "re-export by a path down and up again": 'export { a } from "./deep/../a.ts";',
  "dynamic import by a path down and up again": 'export const a = import("./deep/../a.ts");',
};

interface Case {
  readonly name: string;
  readonly source: string;
  readonly refused: boolean;
}

class Cases {
  readonly #category: string;
  readonly #files = new Map<string, Case>();
  #refused: Promise<ReadonlySet<string>> | null = null;

  constructor(category: string) {
    this.#category = category;
  }

  add(folder: string, name: string, source: string, refused: boolean): Case {
    const added = { name, source, refused };
    this.#files.set(path.posix.join(folder, `case-${this.#files.size}.ts`), added);
    return added;
  }

  async wrong(cases: readonly Case[]): Promise<string[]> {
    this.#refused ??= this.#judge();
    const refused = await this.#refused;
    const asked = new Set(cases);
    return [...this.#files]
      .filter(([file, one]) => asked.has(one) && refused.has(file) !== one.refused)
      .map(([, one]) => `${one.refused ? "passed" : "refused"}: ${one.name}`);
  }

  async #judge(): Promise<ReadonlySet<string>> {
    const directory = await mkdtemp(path.join(tmpdir(), "import-direction-"));
    try {
      await cp(path.join(ROOT, "biome.jsonc"), path.join(directory, "biome.jsonc"));
      await cp(path.join(ROOT, "lint"), path.join(directory, "lint"), { recursive: true });
      for (const [file, { source }] of this.#files) {
        await mkdir(path.dirname(path.join(directory, file)), { recursive: true });
        await writeFile(path.join(directory, file), `${source}\n`);
      }
      return await refusedFiles(directory, this.#category);
    } finally {
      await rm(directory, { recursive: true });
    }
  }
}

describe("import direction", () => {
  const byRule = new Cases(RULE);
  const byPlugin = new Cases(UNSEEN);

  it("has in lint/rooms.json what the table says: write it by npm run lint:rooms", async () => {
    expect(await readFile(path.join(ROOT, "lint/rooms.json"), "utf8")).to.equal(biomeLists());
  });

  it("has a list for every room of the page, and no room without one", async () => {
    const entries = await readdir(path.join(ROOT, "frontend/src"), {
      withFileTypes: true,
      recursive: true,
    });
    const rooms = entries
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(path.join(ROOT, "frontend/src"), entry.parentPath) || ".");
    const folders = (await readdir(path.join(ROOT, "frontend/kit"), { withFileTypes: true }))
      .filter((entry) => entry.isDirectory() && !KIT_OTHERS.includes(entry.name))
      .map(({ name }) => `../kit/${name}`);
    expect([...new Set(rooms), ...folders]).to.have.members(ROOMS);
  });

  // The forms take turns, because the rule reads a specifier without regard to its form.
  const forms = Object.entries(FORMS);
  let turn = 0;
  for (const [room, allowed] of Object.entries(PAGE_ROOMS)) {
    const folder = path.posix.join("frontend/src", room);
    const cases = Object.entries(TARGETS).flatMap(([target, files]) =>
      files.flatMap((file) =>
        specifiers(folder, target, file).map((specifier) => {
          const refused =
            specifier.startsWith("./../") || !(target === room || allowed.includes(target));
          const [form = "", source = String] = forms[turn++ % forms.length] ?? [];
          const name = `${form} import of ${specifier} in ${room}`;
          return byRule.add(folder, name, source(specifier), refused);
        }),
      ),
    );
    it(`lets ${room} import its own files, ${allowed.join(", ")}, and nothing else`, async () => {
      expect(cases.filter(({ refused }) => refused)).not.to.be.empty;
      expect(await byRule.wrong(cases)).to.deep.equal([]);
    });
  }

  const paths = [
    "../../wallet",
    "../../chain",
    "/src/chain/reader.ts",
    "#chain/reader.ts",
    "@/chain",
  ];
  const notPaths = paths.map((specifier) =>
    byRule.add("frontend/src/domain/order", specifier, `import { a } from "${specifier}";`, true),
  );
  it("refuses a bare folder, an address from the root and an alias", async () => {
    expect(await byRule.wrong(notPaths)).to.deep.equal([]);
  });

  const unseen = ROOMS.flatMap((room) =>
    Object.entries(UNSEEN_FORMS).map(([form, source]) =>
      byPlugin.add(path.posix.join("frontend/src", room), `${form} in ${room}`, source, true),
    ),
  );
  it("refuses forms that the rule does not see", async () => {
    expect(await byPlugin.wrong(unseen)).to.deep.equal([]);
  });

  const lazy = [
    'export type A = typeof import("./kit.ts");',
    'export const a: () => Promise<typeof import("./kit.ts")> = () => import("./kit.ts");',
  ];
  const addLazy = (judge: Cases) =>
    lazy.map((source) => judge.add("frontend/src/wallet", source, source, false));
  const [lazyByPlugin, lazyByRule] = [addLazy(byPlugin), addLazy(byRule)];
  it("lets a file import a neighbour's type, and load it lazily", async () => {
    expect(await byPlugin.wrong(lazyByPlugin)).to.deep.equal([]);
    expect(await byRule.wrong(lazyByRule)).to.deep.equal([]);
  });
});

async function refusedFiles(directory: string, category: string): Promise<Set<string>> {
  const output = await new Promise<string>((resolve) => {
    execFile(
      process.execPath,
      [
        BIOME,
        "lint",
        "--reporter=json",
        "--max-diagnostics=none",
        "--vcs-enabled=false",
        // Selects one rule, because others take most of the time. A plugin can't be selected.
        ...(category === RULE ? ["--only=style/noRestrictedImports"] : []),
        ".",
      ],
      { cwd: directory, maxBuffer: 256 * 1024 * 1024 },
      (_error, stdout) => resolve(stdout),
    );
  });
  const report = JSON.parse(output) as {
    diagnostics: { category: string; severity: string; location: { path: string } }[];
  };
  return new Set(
    report.diagnostics
      .filter((found) => found.category === category && found.severity === "error")
      .map((found) => found.location.path),
  );
}

function specifiers(from: string, target: string, file: string): string[] {
  if (target === "package" || target === "react" || target === "ethers" || target === "@reown") {
    return [file];
  }
  const relative = path.posix.relative(from, file);
  return relative.startsWith(".") ? [relative, `./${relative}`] : [`./${relative}`];
}
