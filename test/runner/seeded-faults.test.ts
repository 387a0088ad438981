import { readFileSync } from "node:fs";
import path from "node:path";
import { expect } from "chai";
import { FAULTS, untestedFaults } from "./faults/all-faults.ts";
import { TABLE, withScore } from "./results/scores.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const read = (file: string) => readFileSync(path.join(ROOT, file), "utf8");

/** Seeding takes hours, so this test only checks that each place still exists. */
describe("The seeded faults", () => {
  it("have each a test and its sentence, and one place in the sources", () => {
    const gone = Object.values(FAULTS)
      .flat()
      .filter(({ file, find, red }) => red === "" || read(file).split(find).length !== 2);
    expect(gone.map(({ what }) => what)).to.deep.equal([]);
  });

  it("are each said by an invariant, or by the contract's own error", () => {
    const sources = [
      "test/contracts/invariants/Invariants.t.sol",
      "test/contracts/invariants/TicketHandler.sol",
      "contracts/interfaces/ITicket.sol",
    ].map(read);
    const missing = FAULTS.invariants?.filter(({ red }) => !sources.join().includes(red));
    expect(missing?.map(({ what }) => what)).to.deep.equal([]);
  });

  it("are named when the test written against one has not passed", () => {
    const [fault] = FAULTS.contracts ?? [];
    if (fault === undefined) throw new Error("There is none");
    const result = { file: fault.test, title: `group ${fault.red}` };
    const failed = untestedFaults([{ ...result, status: "failed" }], () => true);
    const passed = untestedFaults([{ ...result, status: "passed" }], () => true);
    const elsewhere = untestedFaults([], (file) => file !== fault.test);
    expect(elsewhere).not.to.be.empty;
    expect(elsewhere.join()).not.to.include(fault.test);
    expect(failed.length - passed.length).to.equal(1);
    expect(failed.filter((line) => !passed.includes(line))).to.deep.equal([
      `${fault.what}: no test passed in ${fault.test} with the title: ${fault.red}`,
    ]);
  });
});

describe("A score", () => {
  const row = (command: string, cells: string) => `| ${command} | ${cells} |\n`;

  it("takes the place of the command's older one, in the table that docs/quality.md has", () => {
    expect(read("docs/quality.md")).to.include(TABLE);
    const document = (rows: string) => `# Scores\n\n${TABLE}${rows}\nMore.\n`;
    const old = document(row("test:b", "1 of 2") + row("test:c", "3 of 4"));
    const first = withScore(old, "test:a", "5 of 6");
    expect(withScore(first, "test:b", "2 of 2")).to.equal(
      document(row("test:a", "5 of 6") + row("test:b", "2 of 2") + row("test:c", "3 of 4")),
    );
  });
});
