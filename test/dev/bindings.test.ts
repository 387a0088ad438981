import { execFile } from "node:child_process";
import { appendFile, cp, mkdtemp, readFile, rm, unlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";
import type { HookContext } from "hardhat/types/hooks";
import { recordedSources } from "../../scripts/dev/bindings/record-sources.ts";
import { digestSources } from "../../scripts/dev/bindings/source-digests.ts";
import { ROOT } from "../support/process.ts";

const CHECK = "scripts/dev/bindings/check-bindings.ts";
const DIGESTS = "typechain-types/sources.json";

describe("the check before tests that deploy by the bindings", () => {
  let copy: string;

  beforeEach(async () => {
    copy = await mkdtemp(path.join(tmpdir(), "bindings-"));
    await cp(path.join(ROOT, "contracts"), path.join(copy, "contracts"), { recursive: true });
    await cp(path.join(ROOT, DIGESTS), path.join(copy, DIGESTS), { recursive: true });
  });

  afterEach(async () => {
    await rm(copy, { recursive: true });
  });

  async function check(): Promise<[code: unknown, words: string]> {
    return await promisify(execFile)(process.execPath, [path.join(ROOT, CHECK), copy]).then(
      ({ stdout, stderr }) => [0, stdout + stderr],
      ({ code, stdout, stderr }) => [code, stdout + stderr],
    );
  }

  const refused = (which: string) => [
    1,
    `The bindings in typechain-types/ don't match ${which}. Run: npm run hardhat -- build --force\n`,
  ];

  it("says nothing if they are of the contracts as they are", async () => {
    expect(await check()).to.deep.equal([0, ""]);
  });

  it("refuses when a contract was edited, and names it", async () => {
    await appendFile(path.join(copy, "contracts/Ticket.sol"), "\n");
    expect(await check()).to.deep.equal(refused("contracts/Ticket.sol"));
  });

  it("refuses when a contract is new, and when one is gone", async () => {
    await writeFile(path.join(copy, "contracts/Another.sol"), "");
    expect(await check()).to.deep.equal(refused("contracts/Another.sol"));
    await unlink(path.join(copy, "contracts/Ticket.sol"));
    expect(await check()).to.deep.equal(refused("contracts/Another.sol and 1 more"));
  });

  it("refuses bindings of which nothing is known", async () => {
    await unlink(path.join(copy, DIGESTS));
    const [first, ...others] = Object.keys(digestSources(ROOT)).sort();
    expect(await check()).to.deep.equal(refused(`${first} and ${others.length} more`));
  });

  for (const script of ["test:frontend", "test:e2e", "test:kit:e2e"]) {
    it(`comes first in ${script}`, async () => {
      const { scripts } = JSON.parse(await readFile(path.join(ROOT, "package.json"), "utf8"));
      const [, first] = String(scripts[script]).split(" && ");
      expect(first).to.equal(`node ${CHECK}`);
    });
  }

  describe("knows the sources from the build, which", () => {
    const sources = Object.keys(digestSources(ROOT));

    async function build(built: readonly string[], noTypechain: boolean): Promise<unknown> {
      await writeFile(path.join(copy, DIGESTS), "{}");
      const handlers = await recordedSources.hookHandlers?.solidity?.();
      const { processArtifactsAfterSuccessfulBuild } = (await handlers?.default()) ?? {};
      const context = {
        config: { paths: { root: copy }, typechain: { outDir: "typechain-types" } },
        globalOptions: { noTypechain },
      } as unknown as HookContext;
      const roots = built.map((source) => path.join(copy, source));
      await processArtifactsAfterSuccessfulBuild?.(context, [], roots, {} as never);
      return JSON.parse(await readFile(path.join(copy, DIGESTS), "utf8"));
    }

    it("writes them with the bindings", async () => {
      expect(await build(sources, false)).to.deep.equal(digestSources(copy));
      expect(await check()).to.deep.equal([0, ""]);
    });

    it("writes nothing if it writes no bindings, or leaves a contract out", async () => {
      expect(await build(sources, true)).to.deep.equal({});
      expect(await build(sources.slice(1), false)).to.deep.equal({});
    });
  });
});
