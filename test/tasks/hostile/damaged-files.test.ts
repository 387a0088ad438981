import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect } from "chai";
import { runTask } from "../support/command.ts";
import { startHardhatNode, type TestNode } from "../support/node.ts";
import { forgetDeployments, testProject } from "../support/project.ts";

describe("A damaged file", () => {
  let project: string;
  let node: TestNode;
  let recorded: string;

  const RECORD = "deployments/rehearsal/record.json";
  const CONTACTS = "deployments/rehearsal/affiliates/contacts.json";

  before(async () => {
    project = await testProject();
    await forgetDeployments(project);
    node = await startHardhatNode(1);
    const { code, errors } = await task("ticket", "deploy");
    expect(code, errors).to.equal(0);
    recorded = await readFile(path.join(project, RECORD), "utf8");
    expect((await task("affiliates", "add", "alice")).code).to.equal(0);
  });

  afterEach(async () => {
    await writeFile(path.join(project, RECORD), recorded);
    await rm(path.join(project, CONTACTS), { force: true });
  });

  after(async () => {
    await node.close();
    await forgetDeployments(project);
  });

  const task = (...words: string[]) =>
    runTask({ project, env: { REHEARSAL_RPC_URL: node.url } }, ...words, "--network", "rehearsal");

  async function write(file: string, text: string): Promise<void> {
    await mkdir(path.dirname(path.join(project, file)), { recursive: true });
    await writeFile(path.join(project, file), text);
  }

  async function expectRefusal(words: readonly string[], errors: string): Promise<void> {
    expect(await task(...words), words.join(" ")).to.deep.equal({ code: 1, output: "", errors });
  }

  const lineOf = (text: string) =>
    recorded.split("\n").findIndex((line) => line.includes(text)) + 1;

  it("that is a record is named with its line, and how to write it anew", async () => {
    const { blockNumber, address } = JSON.parse(recorded);
    const block = `"blockNumber": ${blockNumber}`;
    const cut = recorded.slice(0, recorded.indexOf('"blockNumber"') + 8);
    for (const [text, line, what] of [
      [cut, lineOf('"blockNumber"'), "it is not JSON"],
      [recorded.replace(`${block},`, `${block}`), lineOf(block) + 1, "it is not JSON"],
      ["", 1, "it is empty"],
      ["[]\n", 1, "it is not an object"],
      [
        recorded.replace(block, '"blockNumber": "x"'),
        lineOf(block),
        "its blockNumber is not a whole number: x",
      ],
      [
        recorded.replace(block, '"blockNumber": -1'),
        lineOf(block),
        "its blockNumber is not a whole number: -1",
      ],
      [
        recorded.replace(`"address": "${address}"`, `"address": "${address.toLowerCase()}"`),
        lineOf('"address"'),
        `its address is not an address with its checksum: ${address.toLowerCase()}`,
      ],
      [
        recorded.replace('"startPaused": false', '"startPaused": "no"'),
        lineOf('"startPaused"'),
        "its arguments.startPaused is neither true nor false: no",
      ],
    ] as const) {
      await write(RECORD, text);
      const errors =
        `Error: ${RECORD}, line ${line}: ${what}. Restore its last reviewed version, or write it again from the chain: ` +
        "npm run hardhat -- ticket adopt 0xYourTicket --network rehearsal\n";
      for (const words of [
        ["ticket", "status"],
        ["affiliates", "report"],
        ["ticket", "deploy"],
      ]) {
        await expectRefusal(words, errors);
      }
    }
  });

  it("that is a record without one of its fields is named with the field", async () => {
    const record = JSON.parse(recorded);
    const { owner: _owner, ...args } = record.arguments;
    for (const [field, text] of [
      ...["blockNumber", "address", "chainId", "codeHash"].map(
        (name) => [name, { ...record, [name]: undefined }] as const,
      ),
      ["arguments.owner", { ...record, arguments: args }],
      ["arguments", { ...record, arguments: undefined }],
    ] as const) {
      await write(RECORD, JSON.stringify(text));
      for (const words of [
        ["ticket", "status"],
        ["affiliates", "report"],
      ]) {
        await expectRefusal(
          words,
          `Error: ${RECORD} has no ${field}. Restore its last reviewed version, or write it again from the chain: ` +
            "npm run hardhat -- ticket adopt 0xYourTicket --network rehearsal\n",
        );
      }
    }
  });

  it("that is a record of another block gives no report, of zeros or of anything else", async () => {
    const { blockNumber } = JSON.parse(recorded);
    for (const other of [300, 999_999, blockNumber + 1, 0]) {
      await write(
        RECORD,
        recorded.replace(`"blockNumber": ${blockNumber}`, `"blockNumber": ${other}`),
      );
      await expectRefusal(
        ["affiliates", "report"],
        `Error: ${RECORD} is not proven by the chain: its transaction did not succeed in block ${other}. ` +
          "Compare it with its last reviewed version, and ask another endpoint.\n",
      );
    }
  });

  it("that has the affiliates' contacts is named with its line, and how to write it anew", async () => {
    const rows =
      '{\n  "columns": ["name"],\n  "rows": {\n    "alice": { "name": "Alice" }\n  }\n}\n';
    for (const [text, line, what] of [
      [rows.slice(0, 50), 4, "it is not JSON"],
      ["", 1, "it is empty"],
      ["null", 1, "it is not an object"],
      [rows.replace('["name"]', '"name"'), 2, "its columns is not a list of names"],
      [rows.replace('["name"]', "[1]"), 2, "its columns.0 is not text"],
      ['{\n"columns": []}', 1, "its rows is missing"],
      [rows.replace('"alice"', '"Al"'), 4, "its rows.Al is not a code"],
      [
        rows.replace('{ "name": "Alice" }', "null"),
        4,
        "its rows.alice is not an object of columns",
      ],
      [rows.replace('"Alice"', "{}"), 4, "its rows.alice.name is not text"],
    ] as const) {
      await write(CONTACTS, text);
      await expectRefusal(
        ["affiliates", "report"],
        `Error: ${CONTACTS}, line ${line}: ${what}. Move it away, and import the CSV with the contacts again: ` +
          "npm run hardhat -- affiliates import FILE --network rehearsal\n",
      );
    }
    await write(CONTACTS, rows);
    const whole = await task("affiliates", "report");
    expect(whole.code, whole.errors).to.equal(0);
    expect(whole.output).to.match(/^alice .+ Alice$/m);
  });
});
