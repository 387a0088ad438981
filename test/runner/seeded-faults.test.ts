import { readFileSync } from "node:fs";
import path from "node:path";
import { expect } from "chai";
import { ACCEPTED as CONTRACT_SURVIVORS } from "./mutants/contract-accepted.ts";
import { FAULTS as CONTRACT_FAULTS } from "./mutants/contract-faults.ts";
import { FAULTS as INVARIANT_FAULTS } from "./mutants/faults.ts";
import { ROOT } from "./mutants/make-faults.ts";
import { ACCEPTED as PAGE_SURVIVORS } from "./mutants/page-accepted.ts";
import { FAULTS as PAGE_FAULTS } from "./mutants/page-faults.ts";
import { FAULTS as SCRIPT_FAULTS } from "./mutants/script-faults.ts";
import { SEEDED_FAULTS, untestedFaults } from "./mutants/seeded-faults.ts";

const read = (file: string) => readFileSync(path.join(ROOT, file), "utf8");

/** Making the faults takes hours, so that is done now and then. That each can still be made is seen at once. */
describe("The seeded faults", () => {
  it("have each its place in the sources, once", () => {
    const gone = SEEDED_FAULTS.filter(({ file, find }) => read(file).split(find).length !== 2);
    expect(gone.map(({ what }) => what)).to.deep.equal([]);
  });

  it("are each said by an invariant, or by the contract's own error", () => {
    const sources = [
      ...[
        "test/contracts/invariants/Invariants.t.sol",
        "test/contracts/invariants/TicketHandler.sol",
      ],
      "contracts/interfaces/ITicket.sol",
    ].map(read);
    const missing = INVARIANT_FAULTS.filter(({ says }) => !sources.join().includes(says));
    expect(missing.map(({ what }) => what)).to.deep.equal([]);
  });

  it("are as many as the document says", () => {
    const document = read("docs/mutants.md");
    const counts = (words: string) => {
      const [, made, noticed] =
        new RegExp(`(\\d+) faults made by hand${words}[^|]*\\| (\\d+) \\|`).exec(document) ?? [];
      return { made: Number(made), noticed: Number(noticed) };
    };
    const said = {
      page: counts(" in the page,"),
      tasks: counts(" in the tasks,"),
      contracts: counts(" in the contracts,"),
      invariants: counts(", one or more for each invariant"),
    };
    const all = ({ length }: readonly unknown[]) => ({ made: length, noticed: length });
    expect(said).to.deep.equal({
      page: all(PAGE_FAULTS),
      tasks: all(SCRIPT_FAULTS),
      contracts: all(CONTRACT_FAULTS),
      invariants: all(INVARIANT_FAULTS),
    });
  });

  it("are named when the test written against one has not passed", () => {
    const [fault] = CONTRACT_FAULTS;
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

describe("The mutants that are accepted", () => {
  it("have each its line in the sources", () => {
    const survivors = [
      ...PAGE_SURVIVORS,
      ...CONTRACT_SURVIVORS.map(({ source: file, line }) => ({ file, line })),
    ];
    const gone = survivors.filter(
      ({ file, line }) =>
        !read(file)
          .split("\n")
          .some((each) => each.trim() === line),
    );
    expect(gone.map(({ file, line }) => `${file}: ${line}`)).to.deep.equal([]);
  });
});
