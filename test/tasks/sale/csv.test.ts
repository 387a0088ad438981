import { expect } from "chai";
import fc from "fast-check";
import { csvLine } from "../../../scripts/tasks/cli/listing.ts";
import { TaskError } from "../../../scripts/tasks/cli/task.ts";
import { parseCsv } from "../../../scripts/tasks/sale/csv.ts";

const cellsOf = (text: string) => parseCsv(text).map(({ cells }) => cells);
/** The line on which each row starts, and its cells between bars. */
const linesOf = (text: string) =>
  parseCsv(text).map(({ line, cells }) => `${line}: ${cells.join("|")}`);

describe("parseCsv", () => {
  for (const [what, text, ...rows] of [
    ["reads a last line without an end", "a,b\nc,d", "1: a|b", "2: c|d"],
    ["reads the line ends of Windows", "a,b\r\nc,d\r\n\r\ne,f", "1: a|b", "2: c|d", "4: e|f"],
    ["reads the line ends of old Macs", "a,b\rc,d\r\re,f", "1: a|b", "2: c|d", "4: e|f"],
    ["reads different line ends in one file", "a\r\nb\nc\rd", "1: a", "2: b", "3: c", "4: d"],
    ["finds nothing in an empty file", ""],
    ["finds nothing in blank lines", " \r\n\t\r\n"],
    ["finds nothing in comments", "#\n\n# a,b"],
    [
      "counts blank lines and comments",
      "# one\n\n  \na,b\n# five\nc,#6\n #,7\nd\n",
      "4: a|b",
      "6: c|#6",
      "8: d",
    ],
    ["leaves out lines of tabs", "a\tb\n\t\nc\td", "1: a|b", "3: c|d"],
    ["drops a byte order mark at the start only", "\uFEFFcode,a\uFEFFb", "1: code|a\uFEFFb"],
    ["keeps empty cells, also at the end of a row", "a,,b,\n,\n", "1: a||b|", "2: |"],
    ["trims cells, in quotes or not", '  a b  ,  " c  d "  ,\t"e"\t\n', "1: a b|c  d|e"],
    ["separates by commas", "a,b;c\td\n1,2;3\t4", "1: a|b;c\td", "2: 1|2;3\t4"],
    ["separates by semicolons, else", "a;b\tc\n1,5;2\t3", "1: a|b\tc", "2: 1,5|2\t3"],
    ["separates by tabs, else", "a\tb\n1,5\t2;3", "1: a|b", "2: 1,5|2;3"],
    ["separates by commas if the header does not tell", "a\n1;2\n3,4", "1: a", "2: 1;2", "3: 3|4"],
    ["obeys Excel's separator line", "sep=;\r\na,b;c\n1,2;3", "2: a,b|c", "3: 1,2|3"],
    ["obeys it in capitals, with blanks", "SEP=;  \r\na,b;c\n1,2;3", "2: a,b|c", "3: 1,2|3"],
    ["takes it for a cell's elsewhere", "a,sep=;\n1,2", "1: a|sep=;", "2: 1|2"],
    ["takes it for a cell's before a text", "sep=;x,b\n1,2", "1: sep=;x|b", "2: 1|2"],
    [
      "looks for the separator below blank lines and comments",
      "\n  \r\n# with, commas\r\n # with, commas\r\na;b\n1;2,3",
      "5: a|b",
      "6: 1|2,3",
    ],
    ["takes a # within a line for a cell's", "code#;b\n1;2,3", "1: code#|b", "2: 1|2,3"],
    [
      "looks for the separator outside of quotes",
      'code;"name, first";"name, last"\nx;y;z',
      "1: code|name, first|name, last",
      "2: x|y|z",
    ],
    ["reads quoted separators", '"a;b"\n"c;d"', "1: a;b", "2: c;d"],
    ["reads quotes in quotes", '"a,b","say ""hi""","","""",x', '1: a,b|say "hi"||"|x'],
    ["reads quotes within a cell", 'a"b,c""d', '1: a"b|c""d'],
    [
      "reads line ends in quotes, and counts them",
      '"a\nb","c\r\nd\re"\nf,g\n"h"\r\ni',
      "1: a\nb|c\r\nd\re",
      "5: f|g",
      "6: h",
      "7: i",
    ],
  ] as const) {
    it(what, () => expect(linesOf(text)).to.deep.equal(rows));
  }

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
