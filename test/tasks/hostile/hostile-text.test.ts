import { writeFile } from "node:fs/promises";
import path from "node:path";
import { expect } from "chai";
import { visibleLine, visibleText } from "../../../scripts/tasks/cli/visible-text.ts";
import type { Interference } from "../../doubles/rpc/rpc-proxy.ts";
import { SYMBOL } from "../support/money.ts";
import { useSale } from "../support/sale.ts";

const ESC = "\u001b";
/**
 * This text clears the line, writes another, rings, uses the C1 control set, and reverses the text
 * direction.
 */
const HOSTILE = `${ESC}[2K\rpass  balance${ESC}]0;title\u0007\u009b31m\u202egnp\u2066`;
const OBEYED = /(?![\n\t]|\r\n)[\p{Cc}\p{Bidi_Control}]/u;

describe("Text of others", () => {
  const sale = useSale();

  it("in an endpoint's error is shown, and not obeyed", async () => {
    const hostile: Interference = {
      before: ({ method }) =>
        method === "eth_estimateGas" ? `${HOSTILE}\nEnter the password: ` : undefined,
    };
    const { code, errors } = await sale.taskOver(hostile, "ticket", "pause");
    expect(code).to.equal(1);
    expect(errors).not.to.match(OBEYED);
    expect(errors).to.match(/^Error: .+\n$/);
    expect(errors).to.contain("\\u001b[2K pass balance\\u001b]0;title\\u0007\\u009b31m\\u202egnp");
  });

  it("in a CSV's cells is shown by every report, each affiliate in a line of its own", async () => {
    const file = path.join(sale.project, "cache", "hostile.csv");
    await writeFile(file, `code,name\nalice,"${HOSTILE}\nbob    99  99  9.9 ETH"\ncarol,Carol\n`);
    await sale.done("affiliates", "import", file);
    const table = await sale.done("affiliates", "report");
    const csv = await sale.done("affiliates", "report", "--csv");
    const json = await sale.done("affiliates", "report", "--json");
    for (const text of [table, csv, json]) expect(text).not.to.match(OBEYED);
    expect(table).not.to.match(/^bob/m);
    expect(table).to.match(
      new RegExp(`^alice +0 +0 +0 ${SYMBOL} +\\\\u001b\\[2K\\\\u000dpass .+\\\\u000abob `, "m"),
    );
    expect(csv).to.contain("\\u001b[2K\\u000dpass");
    const [alice] = JSON.parse(json).affiliates;
    expect(alice.contact.name).to.contain(HOSTILE);
  });

  it("keeps its letters, its tabs and its lines", () => {
    const text = "Zoë 東京 عربي 👩‍💻\tone\ntwo\r\nthree";
    expect(visibleText(text)).to.equal(text);
    expect(visibleLine(text)).to.equal("Zoë 東京 عربي 👩‍💻\\u0009one\\u000atwo\\u000d\\u000athree");
    expect(visibleText("a\rb\u2028c")).to.equal("a\\u000db\\u2028c");
  });
});
