import { expect } from "chai";
import { parseCsv } from "../../../scripts/tasks/sale/csv.ts";
import { literally, printed } from "../support/money.ts";
import { useSale } from "../support/sale.ts";

/** Every JavaScript object has properties with these names. */
const BUILT_IN = ["__proto__", "constructor", "tostring"] as const;

describe("Affiliates' contacts", () => {
  const sale = useSale({}, async () => {});

  const importCsv = async (text: string) =>
    sale.done("affiliates", "import", await sale.writeCsv(text));

  async function reported() {
    const { affiliates } = JSON.parse(await sale.done("affiliates", "report", "--json")) as {
      affiliates: readonly { code: string; contact?: Readonly<Record<string, string>> }[];
    };
    return affiliates.map(({ code, contact = {} }) => [code, ...Object.entries(contact)]);
  }

  it("and codes may have names that plain objects have already: imported, listed and reported, sales included", async () => {
    await sale.done("affiliates", "add", ...BUILT_IN);
    expect(await importCsv("code\nalice\n")).to.contain("On chain and not in the file: 3,");
    const value = await sale.buy(2, "__proto__");
    const output = await importCsv(
      "code,__proto__,constructor,toString\n" +
        "__proto__,P p,P c,P t\nconstructor,C p,C c,C t\ntoString,T p,T c,T t\n",
    );
    expect(output).to.contain("3 codes. On chain and not in the file: 1,");

    const sold = literally(printed(value));
    expect(await sale.done("affiliates", "list")).to.match(
      new RegExp(`^__proto__ +active +1 +2 {2}${sold}$`, "m"),
    );
    const report = await sale.done("affiliates", "report");
    expect(report).to.match(/^code +.+last sale +__proto__ +constructor +toString$/m);
    expect(report).to.match(new RegExp(`^__proto__ +1 +2 {2}${sold} .+ P p +P c +P t$`, "m"));
    const rows = parseCsv(await sale.done("affiliates", "report", "--csv"));
    expect(rows.map(({ cells }) => [cells[0], ...cells.slice(-3)])).to.deep.equal([
      ["code", "__proto__", "constructor", "toString"],
      ["__proto__", "P p", "P c", "P t"],
      ["alice", "", "", ""],
      ["constructor", "C p", "C c", "C t"],
      ["tostring", "T p", "T c", "T t"],
    ]);
    expect(await reported()).to.deep.equal([
      ["__proto__", ["__proto__", "P p"], ["constructor", "P c"], ["toString", "P t"]],
      ["alice"],
      ["constructor", ["__proto__", "C p"], ["constructor", "C c"], ["toString", "C t"]],
      ["tostring", ["__proto__", "T p"], ["constructor", "T c"], ["toString", "T t"]],
    ]);
  });

  it("change only in what a later file has, and not by one that is refused", async () => {
    await importCsv("code,name,contact\nalice,Alice A.,a@example.com\nbob,Bob,b@example.com\n");
    await importCsv("code,contact,phone\nalice,,555\n");
    const kept = [
      ["alice", ["name", "Alice A."], ["contact", ""], ["phone", "555"]],
      ["bob", ["name", "Bob"], ["contact", "b@example.com"]],
    ];
    expect(await reported()).to.deep.equal(kept);

    await importCsv("code\nalice\ncarol\n");
    await sale.done("affiliates", "remove", "alice");
    await sale.done("affiliates", "add", "alice");
    const refused = await sale.writeCsv("code,name\nalice,Mallory\nx y,\n");
    expect(await sale.refused("affiliates", "import", refused)).to.match(
      /line 3: not a code: "x y"/,
    );
    expect(await reported()).to.deep.equal([...kept, ["carol"]]);
  });

  it("come out of a report as they went in: quotes, commas, line ends, blanks", async () => {
    const rows = [
      ["code", 'the "name"', "note, with a comma", "plain"],
      ["quoted", '"', '""', 'say "hi", then go'],
      ["lines", "one\ntwo", "one\r\ntwo", "a,b;c\td"],
      ["mixed", '","', '"\n"', "#no comment"],
    ];
    const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
    await importCsv(`${rows.map((cells) => cells.map(quoted).join(",")).join("\n")}\n`);
    const report = parseCsv(await sale.done("affiliates", "report", "--csv"));
    expect(report.map(({ cells }) => [cells[0], ...cells.slice(-3)])).to.have.deep.members(rows);
  });
});
