import { readFileSync } from "node:fs";
import path from "node:path";
import { expect } from "chai";

const ROOT = path.resolve(import.meta.dirname, "../..");

type Packages = Readonly<
  Record<string, { readonly optionalDependencies?: Readonly<Record<string, string>> }>
>;

function missing(packages: Packages): string[] {
  return Object.entries(packages).flatMap(([folder, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => /linux|darwin|win32/.test(name))
      .filter(
        (name) =>
          ![`node_modules/${name}`, `${folder}/node_modules/${name}`].some((at) => at in packages),
      )
      .map(
        (name) =>
          `${name} of ${folder}: restore package-lock.json and install without node_modules`,
      ),
  );
}

describe("package-lock.json", () => {
  const { packages }: { packages: Packages } = JSON.parse(
    readFileSync(path.join(ROOT, "package-lock.json"), "utf8"),
  );

  it("has the packages of every platform, which npm install can drop", () => {
    expect(missing(packages)).to.deep.equal([]);
  });
});
