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

/** Outside the rooms. A room may import those that its list names. */
const OTHERS: Readonly<Record<string, string>> = {
  kit: "/frontend/kit/namespace.ts",
  collection: "/collection.ts",
  networks: "/networks.ts",
  "typechain-types": "/typechain-types/contracts/interfaces/ITicket.ts",
  ethers: "ethers/abi",
  "@reown": "@reown/appkit/networks",
  react: "react/jsx-runtime",
  // In no list.
  test: "/frontend/src/domain/order/price.test.ts",
  deeper: "/frontend/src/domain/deep/a.ts",
  doubles: "/frontend/kit/doubles/element.ts",
  build: "/frontend/build/settings/settings.ts",
  scripts: "/scripts/tasks/deploy/deploy.ts",
  record: "/deployments/mainnet/record.json",
  package: "viem",
  node: "node:fs",
};
/** For `domain/order`: not written as relative paths to files. */
const NOT_PATHS = [
  "./../mint/a.ts",
  "../../wallet",
  "/src/chain/reader.ts",
  "#chain/reader.ts",
  "@/chain",
];

const FORMS: readonly ((specifier: string) => string)[] = [
  (specifier) => `import { a } from "${specifier}";`,
  (specifier) => `import type { A } from "${specifier}";`,
  (specifier) => `import "${specifier}";`,
  (specifier) => `export { a } from "${specifier}";`,
  (specifier) => `export * from "${specifier}";`,
  (specifier) => `export const a = () => import("${specifier}");`,
];

/** Biome's rule can't read these forms, so the test refuses them. */
const UNSEEN_FORMS: readonly string[] = [
  "export const a = import(`../chain/reader.ts`);",
  'export const a = import("../chain/" + "reader.ts");',
  'export type A = import("../chain/reader.ts").Reader;',
  'export type A = typeof import("../chain/reader.ts");',
  'export type A = import("./a.ts").A<import("../chain/reader.ts").A>;',
  'export const a = import.meta.glob("../chain/*.ts");',
  'export const a = require("../chain/reader.ts");',
  'export const a = new URL("../chain/reader.ts", import.meta.url);',
  'import { a } from "./deep/../a.ts";',
  'export { a } from "./deep/../a.ts";',
  'export const a = import("./deep/../a.ts");',
];

interface Case {
  readonly folder: string;
  readonly source: string;
  readonly refused: boolean;
}

describe("import direction", () => {
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

  const lazy = [
    'export type A = typeof import("./kit.ts");',
    'export const a: () => Promise<typeof import("./kit.ts")> = () => import("./kit.ts");',
  ].map((source): Case => ({ folder: "frontend/src/wallet", source, refused: false }));

  it("lets each room import its own files and those of its list, and nothing else", async () => {
    const targets = [
      ...ROOMS.map((room) => [room, path.posix.join("/frontend/src", room, "a.ts")] as const),
      ...Object.entries(OTHERS),
    ];
    // The forms take turns, because the rule reads a specifier without regard to its form.
    let turn = 0;
    const importing = (specifier: string) => FORMS[turn++ % FORMS.length]?.(specifier) ?? "";
    const cases = Object.entries(PAGE_ROOMS).flatMap(([room, allowed]) => {
      const folder = path.posix.join("frontend/src", room);
      return targets.map(([target, file]): Case => {
        const source = importing(file.startsWith("/") ? relative(`/${folder}`, file) : file);
        return { folder, source, refused: target !== room && !allowed.includes(target) };
      });
    });
    const notPaths = NOT_PATHS.map(
      (specifier): Case => ({
        folder: "frontend/src/domain/order",
        source: importing(specifier),
        refused: true,
      }),
    );
    expect(cases.filter(({ refused }) => refused)).not.to.be.empty;
    expect(await wrong([...cases, ...notPaths, ...lazy], RULE)).to.deep.equal([]);
  });

  it("refuses forms that the rule does not see", async () => {
    const unseen = UNSEEN_FORMS.map(
      (source): Case => ({ folder: "frontend/src/domain/order", source, refused: true }),
    );
    expect(await wrong([...unseen, ...lazy], UNSEEN)).to.deep.equal([]);
  });
});

/** @returns the cases that Biome judges otherwise */
async function wrong(cases: readonly Case[], category: string): Promise<string[]> {
  const directory = await mkdtemp(path.join(tmpdir(), "import-direction-"));
  const fileOf = ({ folder }: Case, index: number) => path.posix.join(folder, `case-${index}.ts`);
  try {
    await cp(path.join(ROOT, "biome.jsonc"), path.join(directory, "biome.jsonc"));
    await cp(path.join(ROOT, "lint"), path.join(directory, "lint"), { recursive: true });
    for (const [index, one] of cases.entries()) {
      const file = path.join(directory, fileOf(one, index));
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, `${one.source}\n`);
    }
    const refused = await refusedFiles(directory, category);
    return cases
      .filter((one, index) => refused.has(fileOf(one, index)) !== one.refused)
      .map(
        ({ folder, source, refused }) =>
          `${refused ? "passed" : "refused"} in ${folder}: ${source}`,
      );
  } finally {
    await rm(directory, { recursive: true });
  }
}

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

function relative(from: string, file: string): string {
  const found = path.posix.relative(from, file);
  return found.startsWith(".") ? found : `./${found}`;
}
