import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect } from "chai";
import { refusal, useSale } from "../support/sale.ts";

/** The units' tests tell each way to damage a file: record.test.ts and affiliate-file.test.ts. */
describe("A damaged file", () => {
  const sale = useSale({ codes: ["alice"] });
  let recorded: string;

  const RECORD = "deployments/rehearsal/record.json";
  const CONTACTS = "deployments/rehearsal/affiliates/contacts.json";
  const REMEDY =
    "Restore its last reviewed version, or write it again from the chain: " +
    "npm run hardhat -- ticket adopt 0xYourTicket --network rehearsal";

  before(async () => {
    recorded = await readFile(path.join(sale.project, RECORD), "utf8");
  });

  afterEach(() => write(RECORD, recorded));

  async function write(file: string, text: string): Promise<void> {
    await mkdir(path.dirname(path.join(sale.project, file)), { recursive: true });
    await writeFile(path.join(sale.project, file), text);
  }

  async function expectRefusal(tasks: readonly string[], line: string): Promise<void> {
    for (const task of tasks) {
      expect(await sale.task(...task.split(" ")), task).to.deep.equal(refusal(line));
    }
  }

  it("that is a record stops each task", async () => {
    await write(RECORD, "");
    const tasks = ["ticket status", "affiliates report", "ticket deploy"];
    await expectRefusal(tasks, `${RECORD}, line 1: it is empty. ${REMEDY}`);
  });

  it("that is a record without one of its fields is named with the field", async () => {
    const record = JSON.parse(recorded);
    const { owner: _owner, ...args } = record.arguments;
    for (const [field, change] of [
      ["blockNumber", { blockNumber: undefined }],
      ["codeHash", { codeHash: undefined }],
      ["arguments.owner", { arguments: args }],
    ] as const) {
      await write(RECORD, JSON.stringify({ ...record, ...change }));
      const tasks = ["ticket status", "affiliates report"];
      await expectRefusal(tasks, `${RECORD} has no ${field}. ${REMEDY}`);
    }
  });

  it("that has the affiliates' contacts stops the report, which shows them once it is whole", async () => {
    await write(CONTACTS, "");
    await expectRefusal(
      ["affiliates report"],
      `${CONTACTS}, line 1: it is empty. Move it away, and import the CSV with the contacts again: ` +
        "npm run hardhat -- affiliates import FILE --network rehearsal",
    );
    await write(CONTACTS, '{ "columns": ["name"], "rows": { "alice": { "name": "Alice" } } }');
    expect(await sale.done("affiliates", "report")).to.match(/^alice .+ Alice$/m);
  });
});
