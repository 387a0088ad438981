import { readFileSync } from "node:fs";
import { expect } from "chai";
import hre from "hardhat";
import { compilerOf } from "../../../scripts/tasks/record/compile.ts";
import { recompile } from "../recompile.ts";

/** The optimizer's default steps, without LoadResolver (L) and EqualStoreEliminator (E). */
const STEPS =
  "dhfoDgvulfnTUtnIf[xa[r]scMVcul[j]Trpeul]xa[r]cgvifMCTUca[r]SsTFOtfDnca[r]IulcscCTUtgvifM" +
  "x[scCTUt]TOntnfDIulgvifMjmul[jul]VcTOculjmul:fDnTOcmu";

const withSteps = (optimizerSteps: string) => ({
  optimizer: {
    ...{ enabled: true, runs: 200 },
    details: { yul: true, yulDetails: { stackAllocation: true, optimizerSteps } },
  },
});

/** The code ends with 53 bytes that have a hash of the settings. */
const withoutHash = (code = "") => code.slice(0, -2 * 53);

interface Bug {
  readonly name: string;
  readonly introduced: string;
  readonly fixed: string;
  readonly link: string;
}

interface KnownBugs {
  readonly compiler: string;
  readonly bugs: readonly Bug[];
}

const read = (name: string) => readFileSync(new URL(`../../../${name}`, import.meta.url), "utf8");
const known: KnownBugs = JSON.parse(read("docs/audit/compiler-bugs.json"));
const ethtrust = read("docs/audit/ethtrust.md");

/** Converts "0.8.37" to a sortable number, 8037. */
function order(version: string): number {
  const [major = 0, minor = 0, patch = 0] = version.split(".").map(Number);
  return (major * 1_000 + minor) * 1_000 + patch;
}

function appliesTo(version: string, { introduced, fixed }: Bug): boolean {
  return order(introduced) <= order(version) && order(version) < order(fixed);
}

describe("The compiler's known bugs", () => {
  it("were looked up for the version that is used", async () => {
    const { version } = await compilerOf(hre);
    expect(
      version.split("+")[0],
      "Read the compiler's list of known bugs anew, into docs/audit/compiler-bugs.json",
    ).to.equal(known.compiler);
  });

  it("each have an answer in docs/audit/ethtrust.md, and no other has one", () => {
    const section = ethtrust
      .split(/^## /m)
      .find((text) => text.startsWith("Known bugs of the compiler"));
    const rows = (section ?? "").split("\n").filter((line) => line.startsWith("| ["));
    const answered = rows.map((row) => {
      const [, name = "", link = "", versions = "", answer = ""] =
        /^\| \[(.+?)\]\((.+?)\) \| (.+?) \| (.+?) \|$/.exec(row) ?? [];
      expect(answer.length, row).to.be.greaterThan(20);
      return { name, link, versions };
    });
    expect(answered).to.deep.equal(
      known.bugs
        .filter((bug) => appliesTo(known.compiler, bug))
        .map(({ name, link, introduced, fixed }) => ({
          name,
          link,
          versions: `${introduced} to before ${fixed}`,
        })),
    );
  });

  it("of the Yul optimizer do not touch the contracts: without the steps that have it, their code is the same", async () => {
    const contracts = ["Ticket", "Payouts", "TicketRenderer", "FolderRenderer"];
    const present = await Promise.all(contracts.map((name) => hre.artifacts.readArtifact(name)));
    const code = present.map(({ bytecode }) => withoutHash(bytecode));
    const recompiled = await recompile(contracts, { settings: withSteps(STEPS) });
    expect(contracts.map((name) => withoutHash(recompiled[name]))).to.deep.equal(code);

    const { Payouts } = await recompile(["Payouts"], { settings: withSteps(":") });
    expect(withoutHash(Payouts), "the compiler obeys the steps").not.to.be.oneOf(code);
  });
});
