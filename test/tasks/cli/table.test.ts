import { expect } from "chai";
import { bar, showProgress, table } from "../../../scripts/tasks/cli/table.ts";
import { printedBy } from "../support/console.ts";

describe("table", () => {
  it("makes each column as wide as its widest cell, figures to the right", () => {
    expect(
      table(
        [
          ["code", "tickets", "note"],
          ["alice", "5", "first"],
          ["b", "1,000", ""],
        ],
        [1],
      ),
    ).to.equal("code   tickets  note\nalice        5  first\nb        1,000");
  });

  it("takes rows of different lengths", () => {
    expect(table([["a"], ["bb", "c"], []])).to.equal("a\nbb  c\n");
    expect(table([])).to.equal("");
  });

  it("leaves no blanks at a line's end, and keeps those at its start", () => {
    expect(
      table([
        ["", "x"],
        ["long", ""],
      ]),
    ).to.equal("      x\nlong");
  });
});

describe("bar", () => {
  it("is full when all is done, and not before", () => {
    expect(bar(0, 10, 10)).to.equal("░░░░░░░░░░");
    expect(bar(5, 10, 10)).to.equal("█████░░░░░");
    expect(bar(99, 100, 10)).to.equal("█████████░");
    expect(bar(10, 10, 10)).to.equal("██████████");
    expect(bar(1, 2)).to.equal("█".repeat(12) + "░".repeat(12));
  });

  it("is full when there is nothing to do", () => {
    expect(bar(0, 0, 4)).to.equal("████");
  });
});

describe("showProgress", () => {
  const isTTY = process.stdout.isTTY;
  const { write } = process.stdout;

  afterEach(() => {
    Object.assign(process.stdout, { isTTY, write });
  });

  it("prints a line for each step where nothing can be rewritten", () => {
    process.stdout.isTTY = false;
    expect(printedBy(() => showProgress(1, 2, "codes")).output).to.deep.equal([
      `${bar(1, 2)} 1 of 2 codes`,
    ]);
  });

  it("rewrites its line in a terminal, and ends it when all is done", () => {
    const written: string[] = [];
    const { output } = printedBy(() => {
      Object.assign(process.stdout, {
        isTTY: true,
        write: (text: string) => written.push(text) > 0,
      });
      showProgress(1, 2, "codes");
      showProgress(2, 2, "codes");
      Object.assign(process.stdout, { isTTY, write });
    });
    expect(output).to.deep.equal([]);
    expect(written).to.deep.equal([`\r${bar(1, 2)} 1 of 2 codes`, `\r${bar(2, 2)} 2 of 2 codes\n`]);
  });
});
