import { readFileSync } from "node:fs";
import { expect } from "chai";
import hre from "hardhat";
import { compilerOf } from "../../../scripts/tasks/record/compile.ts";

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

  describe("of the Yul optimizer's knowledge, which two of its steps use", () => {
    /** The optimizer's default steps. L is LoadResolver, E is EqualStoreEliminator. */
    const STEPS =
      "dhfoDgvulfnTUtnIf[xa[r]EscLMVcul[j]Trpeul]xa[r]cLgvifMCTUca[r]LSsTFOtfDnca[r]IulcscCTUtgvifM" +
      "x[scCTUt]TOntnfDIulgvifMjmul[jul]VcTOculjmul:fDnTOcmu";
    const CONTRACTS = ["Ticket", "Payouts", "TicketRenderer", "FolderRenderer"];
    let compile: (
      steps: string | null,
      chosen?: readonly string[],
    ) => Readonly<Record<string, string>>;

    before(async () => {
      const id = await hre.artifacts.getBuildInfoId("contracts/Ticket.sol:Ticket");
      const file = (await hre.artifacts.getBuildInfoPath(id ?? "")) ?? "";
      const { input } = JSON.parse(readFileSync(file, "utf8"));
      const name: string = "solc";
      const { default: solc } = (await import(name)) as {
        default: { compile(input: string): string };
      };
      compile = (steps, chosen = CONTRACTS) => {
        const { optimizer } = input.settings;
        const details = { yul: true, yulDetails: { stackAllocation: true, optimizerSteps: steps } };
        const settings = {
          ...input.settings,
          optimizer: steps === null ? optimizer : { ...optimizer, details },
          // Without this setting, the code ends with a hash of the settings.
          metadata: { bytecodeHash: "none", appendCBOR: false },
          outputSelection: Object.fromEntries(
            chosen.map((name) => [
              `project/contracts/${name}.sol`,
              { [name]: ["evm.bytecode.object"] },
            ]),
          ),
        };
        const { contracts } = JSON.parse(solc.compile(JSON.stringify({ ...input, settings })));
        const all = Object.values(contracts).flatMap((of) =>
          Object.entries(of as Readonly<Record<string, { evm: { bytecode: { object: string } } }>>),
        );
        return Object.fromEntries(
          all.map(([contract, { evm }]) => [contract, evm.bytecode.object]),
        );
      };
    });

    it("does not touch the contracts: without those steps their code is the same", function () {
      this.timeout(180_000);
      const code = compile(null);
      expect(Object.keys(code)).to.have.members(CONTRACTS);
      expect(compile(STEPS), "the sequence is the compiler's").to.deep.equal(code);
      const without = STEPS.replaceAll(/[LE]/g, "");
      expect(compile(without)).to.deep.equal(code);
      const { Payouts } = compile(":", ["Payouts"]);
      expect(Payouts, "the compiler obeys the sequence").not.to.equal(code.Payouts);
    });
  });
});
