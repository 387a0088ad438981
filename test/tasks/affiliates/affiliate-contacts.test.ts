import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "chai";
import type { JsonRpcSigner } from "ethers";
import { parseCsv } from "../../../scripts/tasks/sale/csv.ts";
import type { Ticket } from "../../../typechain-types/index.ts";
import { Ticket__factory } from "../../../typechain-types/index.ts";
import { runTask } from "../support/command.ts";
import { literally, printed } from "../support/money.ts";
import { startHardhatNode, type TestNode } from "../support/node.ts";
import { forgetDeployments, testProject } from "../support/project.ts";

/** Every JavaScript object has properties with these names. */
const BUILT_IN = ["__proto__", "constructor", "tostring"] as const;

describe("Affiliates' contacts", () => {
  let project: string;
  let folder: string;
  let node: TestNode;
  let owner: JsonRpcSigner;
  let ticket: Ticket;
  let deployed: string;

  const task = (...words: string[]) =>
    runTask({ project, env: { REHEARSAL_RPC_URL: node.url } }, ...words, "--network", "rehearsal");

  async function done(...words: string[]): Promise<string> {
    const { code, output, errors } = await task(...words);
    expect(code, errors).to.equal(0);
    return output;
  }

  async function importCsv(text: string): Promise<string> {
    const file = path.join(folder, "affiliates.csv");
    await writeFile(file, text);
    return done("affiliates", "import", file);
  }

  async function reportedContacts(): Promise<ReadonlyMap<string, ReadonlyMap<string, string>>> {
    const { affiliates } = JSON.parse(await done("affiliates", "report", "--json")) as {
      affiliates: readonly { code: string; contact?: Readonly<Record<string, string>> }[];
    };
    return new Map(
      affiliates.map(({ code, contact }) => [code, new Map(Object.entries(contact ?? {}))]),
    );
  }

  before(async () => {
    project = await testProject();
    folder = await mkdtemp(path.join(tmpdir(), "contacts-"));
    await forgetDeployments(project);
    node = await startHardhatNode(1);
    owner = await node.provider.getSigner(0);
    await done("ticket", "deploy");
    const record = await readFile(path.join(project, "deployments/rehearsal/record.json"), "utf8");
    ticket = Ticket__factory.connect(JSON.parse(record).address, owner);
    deployed = await node.provider.send("evm_snapshot", []);
  });

  beforeEach(async () => {
    await node.provider.send("evm_revert", [deployed]);
    deployed = await node.provider.send("evm_snapshot", []);
    await rm(path.join(project, "deployments/rehearsal/affiliates"), {
      recursive: true,
      force: true,
    });
  });

  after(async () => {
    await node.close();
    await rm(folder, { recursive: true });
  });

  describe("under names that plain objects have already", () => {
    it("add, list and report the codes, sales included", async () => {
      await done("affiliates", "add", ...BUILT_IN);
      for (const code of BUILT_IN) expect(await ticket.isAffiliateActive(code)).to.equal(true);
      const value = await ticket.getAffiliatePriceForQuantity(2);
      const bought = await ticket.buyTicketWithAffiliate(owner.address, 2, "__proto__", { value });
      await bought.wait();

      const list = JSON.parse(await done("affiliates", "list", "--json"));
      expect(list.map(({ code }: { code: string }) => code)).to.deep.equal([...BUILT_IN]);
      expect(await done("affiliates", "list")).to.match(
        new RegExp(`^__proto__ +active +1 +2 {2}${literally(printed(value))}$`, "m"),
      );
      expect(await done("affiliates", "report")).to.match(
        new RegExp(`^__proto__ +1 +2 {2}${literally(printed(value))} `, "m"),
      );
      const { affiliates } = JSON.parse(await done("affiliates", "report", "--json"));
      expect(affiliates.map(({ code }: { code: string }) => code)).to.have.members([...BUILT_IN]);
      for (const affiliate of affiliates) expect(affiliate).not.to.have.own.property("contact");
    });

    it("import them with columns of the same names, and report all of it", async () => {
      const output = await importCsv(
        "code,__proto__,constructor,toString\n" +
          "__proto__,P p,P c,P t\nconstructor,C p,C c,C t\ntoString,T p,T c,T t\n",
      );
      expect(output).to.contain("3 codes. On chain and not in the file: 0,");
      expect(output).to.contain("3 codes     inactive -> active");
      for (const code of BUILT_IN) expect(await ticket.isAffiliateActive(code)).to.equal(true);

      expect(await done("affiliates", "report")).to.match(
        /^code +.+last sale +__proto__ +constructor +toString\n__proto__ .+ P p +P c +P t\nconstructor .+ C p +C c +C t\ntostring .+ T p +T c +T t\n/,
      );
      const [header, ...rows] = parseCsv(await done("affiliates", "report", "--csv"));
      expect(header?.cells.slice(-3)).to.deep.equal(["__proto__", "constructor", "toString"]);
      expect(rows.map(({ cells }) => [cells[0], ...cells.slice(-3)])).to.deep.equal([
        ["__proto__", "P p", "P c", "P t"],
        ["constructor", "C p", "C c", "C t"],
        ["tostring", "T p", "T c", "T t"],
      ]);
      const contacts = await reportedContacts();
      expect([...contacts.keys()]).to.deep.equal([...BUILT_IN]);
      expect([...(contacts.get("__proto__") ?? [])]).to.deep.equal([
        ["__proto__", "P p"],
        ["constructor", "P c"],
        ["toString", "P t"],
      ]);
      expect(contacts.get("constructor")?.get("__proto__")).to.equal("C p");
    });

    it("count those that are on chain and not in the file", async () => {
      await done("affiliates", "add", ...BUILT_IN);
      expect(await importCsv("code\nalice\n")).to.contain("On chain and not in the file: 3,");
    });
  });

  describe("at a later import", () => {
    beforeEach(() =>
      importCsv("code,name,contact\nalice,Alice A.,alice@example.com\nbob,Bob,bob@example.com\n"),
    );

    it("are updated in the columns that the file has, and kept in the others", async () => {
      await importCsv("code,contact,phone\nalice,new@example.com,555\n");
      const contacts = await reportedContacts();
      expect(Object.fromEntries(contacts.get("alice") ?? [])).to.deep.equal({
        name: "Alice A.",
        contact: "new@example.com",
        phone: "555",
      });
      expect(await done("affiliates", "report", "--csv")).to.match(
        /,name,contact,phone\nalice,.+,Alice A\.,new@example\.com,555\n/,
      );
    });

    it("are kept for the codes that the file does not have", async () => {
      await importCsv("code,name,contact\nalice,Alice B.,\n");
      const contacts = await reportedContacts();
      expect(Object.fromEntries(contacts.get("bob") ?? [])).to.deep.equal({
        name: "Bob",
        contact: "bob@example.com",
      });
    });

    it("are removed by an empty cell", async () => {
      await importCsv("code,contact\nalice,\n");
      const contacts = await reportedContacts();
      expect(Object.fromEntries(contacts.get("alice") ?? [])).to.deep.equal({
        name: "Alice A.",
        contact: "",
      });
    });

    it("are kept by a file of codes alone, and when a code is removed and added again", async () => {
      const before = await reportedContacts();
      await importCsv("code\nalice\ncarol\n");
      await done("affiliates", "remove", "alice");
      await done("affiliates", "add", "alice");
      const now = await reportedContacts();
      expect(now.get("alice")).to.deep.equal(before.get("alice"));
      expect(now.get("bob")).to.deep.equal(before.get("bob"));
    });

    it("are left as they are by a file that is refused", async () => {
      const before = await reportedContacts();
      const file = path.join(folder, "refused.csv");
      await writeFile(file, "code,name\nalice,Mallory\nx y,\n");
      const { code, output, errors } = await task("affiliates", "import", file);
      expect({ code, output }).to.deep.equal({ code: 1, output: "" });
      expect(errors).to.match(/line 3: not a code: "x y"/);
      expect(await reportedContacts()).to.deep.equal(before);
    });
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

    const report = await done("affiliates", "report", "--csv");
    const reported = parseCsv(report).map(({ cells }) => [cells[0], ...cells.slice(-3)]);
    expect(reported).to.have.deep.members(rows);
    // Also compares the text, because reader and writer could have the same fault.
    expect(report).to.contain(',"the ""name""","note, with a comma","plain"\n');
    expect(report).to.contain(',"""","""""","say ""hi"", then go"');
    expect(report).to.contain(',"one\ntwo","one\r\ntwo","a,b;c\td"');
    expect(report).to.contain(',""",""","""\n""","#no comment"');
    expect(Object.fromEntries((await reportedContacts()).get("quoted") ?? [])).to.deep.equal({
      'the "name"': '"',
      "note, with a comma": '""',
      plain: 'say "hi", then go',
    });
  });
});
