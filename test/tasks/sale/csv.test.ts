import { expect } from "chai";
import fc from "fast-check";
import { csvLine } from "../../../scripts/tasks/cli/listing.ts";
import { TaskError } from "../../../scripts/tasks/cli/task.ts";
import { parseCsv } from "../../../scripts/tasks/sale/csv.ts";

const cellsOf = (text: string) => parseCsv(text).map(({ cells }) => cells);

describe("parseCsv", () => {
  it("reads rows with the lines on which they start", () => {
    expect(parseCsv("code,name\nalice,Alice\nbob,Bob\n")).to.deep.equal([
      { line: 1, cells: ["code", "name"] },
      { line: 2, cells: ["alice", "Alice"] },
      { line: 3, cells: ["bob", "Bob"] },
    ]);
  });

  it("reads the line ends of any system, and a last line without one", () => {
    for (const end of ["\n", "\r\n", "\r"]) {
      expect(parseCsv(`a,b${end}c,d${end}${end}e,f`)).to.deep.equal([
        { line: 1, cells: ["a", "b"] },
        { line: 2, cells: ["c", "d"] },
        { line: 4, cells: ["e", "f"] },
      ]);
    }
  });

  it("reads different line ends in one file", () => {
    expect(cellsOf("a\r\nb\nc\rd")).to.deep.equal([["a"], ["b"], ["c"], ["d"]]);
  });

  it("finds nothing in an empty file, in blank lines and in comments", () => {
    for (const text of ["", "\n", " \r\n\t\r\n", "# a,b", "#\n\n#"]) {
      expect(parseCsv(text)).to.deep.equal([]);
    }
  });

  it("leaves blank lines and comments out, and counts them", () => {
    expect(parseCsv("# one\n\n  \na,b\n# five\nc,#6\n #,7\nd\n")).to.deep.equal([
      { line: 4, cells: ["a", "b"] },
      { line: 6, cells: ["c", "#6"] },
      { line: 8, cells: ["d"] },
    ]);
    expect(parseCsv("a\tb\n\t\nc\td")).to.deep.equal([
      { line: 1, cells: ["a", "b"] },
      { line: 3, cells: ["c", "d"] },
    ]);
  });

  it("drops a byte order mark at the start alone", () => {
    expect(cellsOf("\uFEFFcode,a\uFEFFb")).to.deep.equal([["code", "a\uFEFFb"]]);
  });

  it("keeps empty cells, at the end of a row too", () => {
    expect(cellsOf("a,,b,\n,\n")).to.deep.equal([
      ["a", "", "b", ""],
      ["", ""],
    ]);
  });

  it("trims what is around a cell, in quotes or not", () => {
    expect(cellsOf('  a b  ,  " c  d "  ,\t"e"\t\n')).to.deep.equal([["a b", "c  d", "e"]]);
  });

  it("takes commas, else semicolons, else tabs, by the header", () => {
    expect(cellsOf("a,b;c\td\n1,2;3\t4")).to.deep.equal([
      ["a", "b;c\td"],
      ["1", "2;3\t4"],
    ]);
    expect(cellsOf("a;b\tc\n1,5;2\t3")).to.deep.equal([
      ["a", "b\tc"],
      ["1,5", "2\t3"],
    ]);
    expect(cellsOf("a\tb\n1,5\t2;3")).to.deep.equal([
      ["a", "b"],
      ["1,5", "2;3"],
    ]);
    expect(cellsOf("a\n1;2\n3,4")).to.deep.equal([["a"], ["1;2"], ["3", "4"]]);
  });

  it("takes the separator that Excel's first line names, whatever the header has", () => {
    for (const first of ["sep=;", "SEP=;  "]) {
      expect(cellsOf(`${first}\r\na,b;c\n1,2;3`)).to.deep.equal([
        ["a,b", "c"],
        ["1,2", "3"],
      ]);
    }
    expect(cellsOf("a,sep=;\n1,2")).to.deep.equal([
      ["a", "sep=;"],
      ["1", "2"],
    ]);
    expect(cellsOf("sep=;x,b\n1,2")).to.deep.equal([
      ["sep=;x", "b"],
      ["1", "2"],
    ]);
  });

  it("looks for the separator below blank lines and comments", () => {
    expect(cellsOf("\n  \r\n# with, commas\r\na;b\n1;2,3")).to.deep.equal([
      ["a", "b"],
      ["1", "2,3"],
    ]);
  });

  it("takes a # for a comment's only where it is the first of its line", () => {
    expect(cellsOf(" # with, commas\ncode#;b\n1;2,3")).to.deep.equal([
      ["code#", "b"],
      ["1", "2,3"],
    ]);
  });

  it("looks for the separator outside of quotes", () => {
    expect(cellsOf('code;"name, first";"name, last"\nx;y;z')).to.deep.equal([
      ["code", "name, first", "name, last"],
      ["x", "y", "z"],
    ]);
    expect(cellsOf('"a;b"\n"c;d"')).to.deep.equal([["a;b"], ["c;d"]]);
  });

  it("reads quoted cells: separators, doubled quotes, nothing at all", () => {
    expect(cellsOf('"a,b","say ""hi""","","""",x')).to.deep.equal([
      ["a,b", 'say "hi"', "", '"', "x"],
    ]);
    expect(cellsOf('a"b,c""d')).to.deep.equal([['a"b', 'c""d']]);
  });

  it("reads line ends in quotes, and counts them", () => {
    expect(parseCsv('"a\nb","c\r\nd\re"\nf,g\n"h"\r\ni')).to.deep.equal([
      { line: 1, cells: ["a\nb", "c\r\nd\re"] },
      { line: 5, cells: ["f", "g"] },
      { line: 6, cells: ["h"] },
      { line: 7, cells: ["i"] },
    ]);
  });

  it("reads rows longer than a screen", () => {
    const long = "x".repeat(10_000);
    expect(cellsOf(`${long},${long}\n"${long}"`)).to.deep.equal([[long, long], [long]]);
  });

  for (const [what, text, message] of [
    ["a quote that is never closed", 'a\n"b\nc', "line 2: a quote is never closed"],
    ["a quote that ends the file", 'a\nb\nc,"', "line 3: a quote is never closed"],
    ["text after a closing quote", 'a,b\nc,"d" e\n', "line 2: text follows a closing quote"],
    ["text right after a closing quote", '"a"b', "line 1: text follows a closing quote"],
  ] as const) {
    it(`refuses ${what}, by the row's first line`, () => {
      expect(() => parseCsv(text))
        .to.throw(TaskError)
        .with.property("message", message);
    });
  }
});

describe("csvLine", () => {
  it("quotes all cells where one has to be quoted, and no others", () => {
    for (const [cell, written] of [
      ["plain", "plain"],
      ["", ""],
      ["a b", "a b"],
      ["a;b", '"a;b"'],
      ["a,b", '"a,b"'],
      ['a"b', '"a""b"'],
      ['"', '""""'],
      ["a\nb", '"a\nb"'],
      ["a\rb", '"a\rb"'],
      [" a", '" a"'],
      ["a ", '"a "'],
    ] as const) {
      expect(csvLine([cell])).to.equal(written);
    }
    expect(csvLine(["a", "b,c", ""])).to.equal('"a","b,c",""');
  });

  it("writes no cell that a spreadsheet would take for a formula", () => {
    for (const [cell, written] of [
      ['=HYPERLINK("https://x.example","a")', `"'=HYPERLINK(""https://x.example"",""a"")"`],
      ["+1", "'+1"],
      ["-1", "'-1"],
      ["@SUM(A1)", "'@SUM(A1)"],
      ["\t=1", `"'\t'=1"`],
      ["a;=1", `"a;'=1"`],
      ['a;"=1', `"a;""'=1"`],
      ["a;\t+1", `"a;\t'+1"`],
      ["a,@SUM(A1)", `"a,'@SUM(A1)"`],
      ["\r=1", `"'\r=1"`],
      ["\n=1", `"'\n=1"`],
      ["\uFF1D1", "'\uFF1D1"],
      ["a=1", "a=1"],
      ["a@example.com", "a@example.com"],
      ["1-2", "1-2"],
    ] as const) {
      expect(csvLine([cell])).to.equal(written);
      const first = written.startsWith('"') ? '"a"' : "a";
      expect(csvLine(["a", cell])).to.equal(`${first},${written}`);
    }
  });

  it("writes what parseCsv reads back, whatever the cells hold", () => {
    const cell = fc
      .string({ unit: fc.constantFrom(..."ab,;\t\"'\r\n# \uFEFF") })
      .map((text) => text.trim());
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell)), (rows) => {
        const text = [["code", "name"], ...rows.map(([a, b]) => [`x${a}`, b])];
        expect(cellsOf(text.map(csvLine).join("\n"))).to.deep.equal(text);
      }),
      { seed: 12, numRuns: 300 },
    );
  });
});
