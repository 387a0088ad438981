import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "chai";
import { id } from "ethers";
import { visibleLine, visibleText } from "../../../scripts/tasks/cli/visible-text.ts";
import { Ticket__factory } from "../../../typechain-types/index.ts";
import { startRpcProxy } from "../../doubles/rpc/rpc-proxy.ts";
import type { Ended } from "../../support/process.ts";
import { runTask } from "../support/command.ts";
import { SYMBOL } from "../support/money.ts";
import { startHardhatNode, type TestNode } from "../support/node.ts";
import { forgetDeployments, forgetKept, testProject } from "../support/project.ts";

const ESC = "\u001b";
/**
 * This text clears the line, writes another, rings, uses the C1 control set, and reverses the text
 * direction.
 */
const HOSTILE = `${ESC}[2K\rpass  balance${ESC}]0;title\u0007\u009b31m\u202egnp\u2066`;
const OBEYED = /(?![\n\t]|\r\n)[\p{Cc}\p{Bidi_Control}]/u;

describe("Text of others", () => {
  let project: string;
  let folder: string;
  let node: TestNode;

  before(async () => {
    project = await testProject();
    await forgetDeployments(project);
    folder = await mkdtemp(path.join(tmpdir(), "text-"));
    node = await startHardhatNode(1);
    const { code, errors } = await task(node.url, "ticket", "deploy");
    expect(code, errors).to.equal(0);
  });

  after(async () => {
    await node.close();
    await forgetDeployments(project);
    await rm(folder, { recursive: true });
  });

  const task = (url: string, ...words: string[]): Promise<Ended> =>
    runTask({ project, env: { REHEARSAL_RPC_URL: url } }, ...words, "--network", "rehearsal");

  it("in an endpoint's error is shown, and not obeyed", async () => {
    const endpoint = await startRpcProxy(node.url, {
      before: ({ method }) =>
        method === "eth_estimateGas" ? `${HOSTILE}\nEnter the password: ` : undefined,
    });
    const { code, errors } = await task(endpoint.url, "ticket", "pause");
    await endpoint.close();
    expect(code).to.equal(1);
    expect(errors).not.to.match(OBEYED);
    expect(errors).to.match(/^Error: .+\n$/);
    expect(errors).to.contain("\\u001b[2K pass balance\\u001b]0;title\\u0007\\u009b31m\\u202egnp");
  });

  it("in a CSV's cells is shown by every report, each affiliate in a line of its own", async () => {
    const file = path.join(folder, "affiliates.csv");
    await writeFile(file, `code,name\nalice,"${HOSTILE}\nbob    99  99  9.9 ETH"\ncarol,Carol\n`);
    const { code, errors } = await task(node.url, "affiliates", "import", file);
    expect(code, errors).to.equal(0);

    const table = (await task(node.url, "affiliates", "report")).output;
    expect(table).not.to.match(OBEYED);
    expect(table).not.to.match(/^bob/m);
    expect(table).to.match(
      new RegExp(`^alice +0 +0 +0 ${SYMBOL} +\\\\u001b\\[2K\\\\u000dpass .+\\\\u000abob `, "m"),
    );

    const csv = (await task(node.url, "affiliates", "report", "--csv")).output;
    expect(csv).not.to.match(OBEYED);
    expect(csv).to.contain("\\u001b[2K\\u000dpass");

    const { output } = await task(node.url, "affiliates", "report", "--json");
    expect(output).not.to.match(OBEYED);
    const [alice] = JSON.parse(output).affiliates;
    expect(alice.contact.name).to.contain(HOSTILE);
  });

  it("in a code that an endpoint invents stops the task", async () => {
    const { topics, data } = Ticket__factory.createInterface().encodeEventLog("AffiliateSet", [
      id("another code"),
      `${HOSTILE}code`,
      true,
    ]);
    const invented = { topics, data, blockNumber: "0x1", transactionHash: id("transaction") };
    const endpoint = await startRpcProxy(node.url, {
      before: ({ method }) => (method === "eth_getLogs" ? { result: [invented] } : undefined),
    });
    await forgetKept("sale-events.json");
    const { code, output, errors } = await task(endpoint.url, "affiliates", "list");
    await endpoint.close();
    expect({ code, output }).to.deep.equal({ code: 1, output: "" });
    expect(errors).not.to.match(OBEYED);
    expect(errors).to.match(
      /^Error: An endpoint reports a code that the contract would refuse: ".+"\n$/,
    );
  });

  it("keeps its letters, its tabs and its lines", () => {
    const text = "Zoë 東京 عربي 👩‍💻\tone\ntwo\r\nthree";
    expect(visibleText(text)).to.equal(text);
    expect(visibleLine(text)).to.equal("Zoë 東京 عربي 👩‍💻\\u0009one\\u000atwo\\u000d\\u000athree");
    expect(visibleText("a\rb\u2028c")).to.equal("a\\u000db\\u2028c");
  });
});
