import { readFileSync } from "node:fs";
import path from "node:path";
import { expect } from "chai";

const ROOT = path.resolve(import.meta.dirname, "../..");

type Versions = Readonly<Record<string, string>>;

interface Manifest {
  readonly dependencies?: Versions;
  readonly devDependencies?: Versions;
  readonly optionalDependencies?: Versions;
}

function json<Value>(file: string): Value {
  return JSON.parse(readFileSync(path.join(ROOT, file), "utf8"));
}

/** Packages in which page and kit share state; two copies would not share it. */
const SHARED_BY_THE_KIT = [
  "@reown/appkit-common",
  "@walletconnect/core",
  "@walletconnect/sign-client",
  "@walletconnect/universal-provider",
  "ox",
  "valtio",
  "viem",
];

const { packages } = json<{ packages: Readonly<Record<string, Manifest>> }>("package-lock.json");

describe("package-lock.json", () => {
  it("has the packages of every platform, which npm install can drop", () => {
    const missing = Object.entries(packages).flatMap(([folder, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies)
        .filter((name) => /linux|darwin|win32/.test(name))
        .filter((name) =>
          ["", `${folder}/`].every((parent) => !(`${parent}node_modules/${name}` in packages)),
        )
        .map((name) => `${name} of ${folder}`),
    );
    expect(missing, "Restore package-lock.json, and install without node_modules").to.deep.equal(
      [],
    );
  });
});

describe("Packages that visitors load", () => {
  const [root, page, kit] = ["", "frontend/", "frontend/kit/"].map((folder) =>
    json<Manifest>(`${folder}package.json`),
  );
  const named = [root, page, kit].flatMap((manifest) =>
    Object.entries({ ...manifest?.dependencies, ...manifest?.devDependencies }),
  );
  const inSeveral = named.filter(([name]) => named.filter(([other]) => other === name).length > 1);

  it("have one version in all manifests that name them", () => {
    const versions = new Map(inSeveral);
    expect(inSeveral.filter(([name, version]) => versions.get(name) !== version)).to.deep.equal([]);
  });

  it("are installed once", () => {
    const single = new Set([
      ...Object.keys({ ...page?.dependencies, ...kit?.dependencies }),
      ...inSeveral.map(([name]) => name),
      ...SHARED_BY_THE_KIT,
    ]);
    const copies = [...single].flatMap((name) => {
      const folders = Object.keys(packages).filter(
        (folder) => folder === `node_modules/${name}` || folder.endsWith(`/node_modules/${name}`),
      );
      return folders.length === 1 ? [] : [`${name}: ${folders.join(", ")}`];
    });
    expect(copies).to.deep.equal([]);
  });
});
