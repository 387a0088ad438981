import { readFileSync } from "node:fs";
import path from "node:path";
import { expect } from "chai";

const ROOT = path.resolve(import.meta.dirname, "../..");

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

interface Manifests {
  readonly root: Manifest;
  readonly page: Manifest;
  readonly kit: Manifest;
}

interface Lockfile {
  readonly packages: Readonly<Record<string, { readonly version?: string }>>;
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

function versionsNamed(manifests: readonly Manifest[]): Map<string, string[]> {
  const named = new Map<string, string[]>();
  for (const { dependencies, devDependencies } of manifests) {
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies })) {
      named.set(name, [...(named.get(name) ?? []), version]);
    }
  }
  return named;
}

function secondCopies({ root, page, kit }: Manifests, { packages }: Lockfile): string[] {
  const named = versionsNamed([root, page, kit]);
  const inBoth = [...named].filter(([, versions]) => versions.length > 1).map(([name]) => name);
  const found: string[] = [];
  for (const name of inBoth) {
    const versions = [...new Set(named.get(name))];
    if (versions.length > 1) {
      found.push(`The manifests name ${name} ${versions.join(" and ")}`);
    }
  }
  const single = new Set([
    ...Object.keys({ ...page.dependencies, ...kit.dependencies }),
    ...inBoth,
    ...SHARED_BY_THE_KIT,
  ]);
  for (const name of single) {
    const copies = Object.entries(packages).filter(
      ([folder]) => folder === `node_modules/${name}` || folder.endsWith(`/node_modules/${name}`),
    );
    if (copies.length === 1) continue;
    const list = copies.map(([folder, { version }]) => `${folder} ${version}`).join(", ");
    found.push(`package-lock.json has ${name} ${copies.length} times: ${list}`);
  }
  return found;
}

describe("Packages that visitors load", () => {
  const manifests: Manifests = {
    root: json("package.json"),
    page: json("frontend/package.json"),
    kit: json("frontend/kit/package.json"),
  };
  const lockfile = json<Lockfile>("package-lock.json");

  it("are installed once, in the version that every manifest names", () => {
    expect(secondCopies(manifests, lockfile)).to.deep.equal([]);
  });
});
