import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";

const ROOT = path.resolve(import.meta.dirname, "../..");

interface Component {
  readonly name: string;
  readonly version: string;
  readonly purl: string;
}

async function pinnedBy(folder: string): Promise<string[]> {
  const text = await readFile(path.join(ROOT, folder, "package.json"), "utf8");
  const { dependencies = {}, devDependencies = {} } = JSON.parse(text);
  return Object.entries({ ...dependencies, ...devDependencies }).map(
    ([name, version]) => `${name}@${version}`,
  );
}

describe("npm run sbom", () => {
  it("prints a CycloneDX document that has each pinned dependency", async () => {
    const { stdout } = await promisify(execFile)("npm", ["run", "--silent", "sbom"], {
      cwd: ROOT,
      maxBuffer: 64 * 1024 * 1024,
    });
    const { bomFormat, components } = JSON.parse(stdout) as {
      readonly bomFormat: string;
      readonly components: readonly Component[];
    };
    expect(bomFormat).to.equal("CycloneDX");
    const listed = new Set(components.map(({ name, version }) => `${name}@${version}`));
    const pinned = [...(await pinnedBy(".")), ...(await pinnedBy("frontend"))];
    expect(pinned.filter((one) => !listed.has(one))).to.deep.equal([]);
    // A purl is a package's id in other programs.
    expect(components.every(({ purl }) => purl.startsWith("pkg:npm/"))).to.equal(true);
  });
});
