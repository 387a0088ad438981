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
    enabled: true,
    runs: 200,
    details: { yul: true, yulDetails: { stackAllocation: true, optimizerSteps } },
  },
});

/** The code ends with 53 bytes that have a hash of the settings. */
const withoutHash = (code = "") => code.slice(0, -2 * 53);

describe("The compiler's known bugs", () => {
  it("were looked up for the version that is used", async () => {
    const { version } = await compilerOf(hre);
    const page = readFileSync(new URL("../../../docs/audit/ethtrust.md", import.meta.url), "utf8");
    expect(page, "Read the compiler's list of known bugs again").to.include(
      `affects ${version.split("+")[0]}:`,
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
