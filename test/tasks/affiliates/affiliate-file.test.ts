import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "chai";
import {
  addressColumns,
  payeesIn,
  readAffiliateFile,
} from "../../../scripts/tasks/affiliates/affiliate-file.ts";
import {
  changedContacts,
  mergeContacts,
  readContacts,
} from "../../../scripts/tasks/affiliates/contacts.ts";
import { TaskError } from "../../../scripts/tasks/cli/task.ts";
import { fakeSale } from "../support/fake-sale.ts";

describe("Affiliates' files", () => {
  let root: string;
  let file: string;
  let contactsFile: string;

  beforeEach(async () => {
    root = await mkdtemp(path.join(tmpdir(), "affiliate-file-"));
    file = path.join(root, "affiliates.csv");
    contactsFile = path.join(root, "deployments/rehearsal/affiliates/contacts.json");
  });

  afterEach(() => rm(root, { recursive: true }));

  const plain = (rows: ReadonlyMap<string, ReadonlyMap<string, string>>) =>
    [...rows].map(([code, row]) => [code, ...[...row].map((cell) => cell.join("="))]);

  describe("readAffiliateFile", () => {
    async function read(text: string | Buffer) {
      await writeFile(file, text);
      const { columns, rows } = await readAffiliateFile(file);
      return [columns, ...plain(rows)];
    }

    const refusal = (text: string | Buffer) =>
      read(text).then(
        () => null,
        (error: unknown) =>
          error instanceof TaskError ? error.message.replace(file, "FILE") : error,
      );

    for (const [what, text, columns, ...rows] of [
      [
        "each code with what stands in the further columns",
        "CODE,name,Contact\nBob,Bob B.,b@x\nalice,,\n",
        ["name", "Contact"],
        ["bob", "name=Bob B.", "Contact=b@x"],
        ["alice", "name=", "Contact="],
      ],
      ["only codes", "code\nalice\n", [], ["alice"]],
      ["a short row", "code,name\nalice\n", ["name"], ["alice", "name="]],
      [
        "columns without a name or a cell",
        "code,,name,\nalice,,A,\nbob\n",
        ["name"],
        ["alice", "name=A"],
        ["bob", "name="],
      ],
      [
        "names that plain objects have already",
        "code,__proto__\n__proto__,a\nconstructor,b\n",
        ["__proto__"],
        ["__proto__", "__proto__=a"],
        ["constructor", "__proto__=b"],
      ],
    ] as const) {
      it(`takes ${what}`, async () => expect(await read(text)).to.deep.equal([columns, ...rows]));
    }

    const long = "n".repeat(61);
    const columns = Array.from({ length: 51 }, (_, i) => `c${i}`).join();
    const megabyte = "x".repeat(1_000_000);
    const tens = Array.from({ length: 10 }, (_, i) => `line ${i + 2}: not a code: "x"`).join(", ");
    type Texts = readonly (string | Buffer)[];
    const refused = (message: string, ...texts: Texts) => [message, texts] as const;
    const unsent = (problem: string, ...texts: Texts) =>
      refused(`, ${problem}. Nothing was sent.`, ...texts);
    const wrongRows = (problem: string, text: string) =>
      unsent(`${problem}. A code is 3 to 32 letters, digits, _ or -`, text);
    for (const [message, texts] of [
      refused(
        " has no header. Its first line must name the columns, and the first column must be code. Nothing was sent.",
        "",
        "alice,Alice\n",
        "name,code\nAlice,alice\n",
      ),
      refused(" has a header and no rows", "code,name\n"),
      refused(
        " is not UTF-8 text. Save it as CSV (UTF-8).",
        Buffer.from([0x63, 0x6f, 0x64, 0x65, 0x0a, 0xff]),
      ),
      unsent("line 1: two columns called name", "code,name,x,name\nalice,1,2,3\n"),
      unsent("line 1: two columns called code", "Code,code\nalice,bob\n"),
      unsent(
        'line 2: two columns called "Name" and "na\\u200bme", which are too similar',
        "# partners\ncode,Name,na\u200Bme\nalice,1,2\n",
      ),
      unsent(
        'line 1: a column called "Paid_Wei", which the reports already have',
        "code,Paid_Wei\nalice,1\n",
      ),
      unsent(
        `line 1: a column's name has a line end or more than 60 characters: "${long}"`,
        `code,${long}\nalice,1\n`,
      ),
      unsent("line 1: 51 columns, more than 50", `code,${columns}\nalice\n`),
      unsent("line 2: a quote is never closed", 'code\n"alice\n'),
      unsent(
        "too large: 4,000,018 bytes, more than 4,000,000",
        `code,name\n${"alice,A\n".repeat(500_001)}`,
      ),
      wrongRows(
        'line 2: a cell with line breaks, perhaps after an unclosed quote: "Alice\\nbob,Bob\\ncarol,Carol"',
        'code,name\nalice,"Alice\nbob,Bob\ncarol,Carol"\ndave,Dave\n',
      ),
      wrongRows(
        "line 3: a cell of 1,000,000 characters, more than 500",
        `code,name\nalice,A\nbob,${megabyte}\n`,
      ),
      wrongRows(
        `line 2: not a code: "${"x".repeat(100)}"… (1,000,000 characters)`,
        `code\n${megabyte}\n`,
      ),
      wrongRows('line 2: not a code: "ali\\u200bce"', "code\nali\u200Bce\n"),
      wrongRows('line 3: not a code: "x y"', "code\nalice\nx y\n"),
      wrongRows("line 4: alice is already in line 2", "code\nalice\nbob\nALICE\n"),
      wrongRows("line 2: 3 cells under 2 columns", "code,name\nalice,a,b\n"),
      wrongRows("line 2: a cell under a column without a name", "code,,name\nalice,x,b\n"),
      wrongRows(
        'line 2: not a code: "ab", line 3: not a code: "x\\ny", line 6: abc is already in line 5',
        'code\nab\n"x\ny"\nabc\nabc\n',
      ),
      wrongRows(`${tens} and 2 more`, `code\n${"x\n".repeat(12)}`),
    ]) {
      it(`refuses, and says: FILE${message}`, async () => {
        for (const text of texts) expect(await refusal(text)).to.equal(`FILE${message}`);
      });
    }

    it("says of a file that it is not there, or can't be read", async () => {
      const message = (name: string) =>
        readAffiliateFile(name).then(
          () => null,
          (error: unknown) => (error instanceof TaskError ? error.message : error),
        );
      expect(await message(file)).to.equal(`There is no file ${file}`);
      expect(await message(root)).to.match(/^Can't read .+: EISDIR/);
    });
  });

  describe("addresses in the columns", () => {
    const ALICE = "0x00000000000000000000000000000000000A11cE";
    const BOB = "0x0000000000000000000000000000000000000B0b";
    const MISSPELT = ALICE.replace("A11cE", "a11cE");
    const BURNT = "0x000000000000000000000000000000000000dEaD";
    /** The rows are of alice, bob and so on. */
    const given = (columns: readonly string[], ...rows: readonly (readonly string[])[]) => {
      const named = rows.map((cells) => new Map(columns.map((name, i) => [name, cells[i] ?? ""])));
      const codes = ["alice", "bob", "carol"];
      return { columns, rows: new Map(named.map((row, i) => [codes[i] ?? "", row])) };
    };

    it("are found where one whole cell looks like one", () => {
      const columns = ["name", "wallet", "spaced", "note", "after", "short"];
      const contacts = given(
        columns,
        ["Alice", "", "", "", "", ""],
        ["Bob", BOB, ` ${BOB}  `, `see ${BOB}`, `${BOB}, please`, "0xB0b"],
      );
      expect(addressColumns(contacts)).to.deep.equal(["wallet", "spaced"]);
    });

    it("name the payees only in the column of that name, and may be missing", () => {
      const contacts = given(["payee", "wallet"], [` ${ALICE} `, BOB], ["", BOB], [BOB]);
      expect([...payeesIn("FILE", contacts)]).to.deep.equal([
        ["alice", ALICE],
        ["carol", BOB],
      ]);
      expect([...payeesIn("FILE", given(["wallet"], [BOB]))]).to.deep.equal([]);
    });

    it("are refused, each by its column and code, if no one can be paid there", () => {
      const rows = [
        [MISSPELT, "ask Alice, not 0x"],
        ["bob.eth", BURNT],
        [BOB, BOB],
      ];
      expect(() => payeesIn("FILE", given(["payee", "wallet"], ...rows)))
        .to.throw(TaskError)
        .with.property(
          "message",
          `FILE: the payee of alice has a wrong checksum, so it is misspelt: ${MISSPELT}. Copy the address again, ` +
            `the payee of bob is not an address: bob.eth, the wallet of bob is an address without a known key: ${BURNT}. Nothing was sent.`,
        );
    });
  });

  describe("contacts", () => {
    type Row = readonly [code: string, ...cells: `${string}=${string}`[]];
    const contacts = (columns: readonly string[], ...rows: readonly Row[]) => ({
      columns,
      rows: new Map(
        rows.map(([code, ...cells]) => [
          code,
          new Map(cells.map((cell) => cell.split("=") as [string, string])),
        ]),
      ),
    });
    const sale = () => fakeSale({ root });
    const kept = async () => {
      const { columns, rows } = await readContacts(sale());
      return [columns, ...plain(rows)];
    };

    it("are none before the first import", async () => {
      expect(await kept()).to.deep.equal([[]]);
    });

    it("are read as they were written, under any name", async () => {
      const rows = [
        ["__proto__", "__proto__=a", "name=b"],
        ["constructor", "name=c"],
      ] as const;
      await mergeContacts(sale(), contacts(["__proto__", "name"], ...rows));
      expect(await kept()).to.deep.equal([["__proto__", "name"], ...rows]);
      expect(await readdir(path.dirname(contactsFile))).to.deep.equal(["contacts.json"]);
      expect(await readFile(contactsFile, "utf8")).to.match(/^\{\n {2}"columns": .+\}\n$/s);
    });

    it("are added to: new columns and codes, and new cells in the place of old ones", async () => {
      for (const added of [
        contacts(["name", "phone"], ["alice", "name=A", "phone=1"], ["bob", "name=B"]),
        contacts(["phone", "mail"], ["alice", "phone=", "mail=a@x"], ["carol", "mail=c@x"]),
      ]) {
        await mergeContacts(sale(), added);
      }
      expect(await kept()).to.deep.equal([
        ["name", "phone", "mail"],
        ["alice", "name=A", "phone=", "mail=a@x"],
        ["bob", "name=B"],
        ["carol", "mail=c@x"],
      ]);
    });

    it("change where a cell had other text, and not where it had none", async () => {
      await mergeContacts(sale(), contacts(["name", "phone"], ["alice", "name=A", "phone="]));
      const rows = [
        ["alice", "name=B", "phone=1"],
        ["bob", "name=B"],
      ] as const;
      const added = contacts(["name", "phone"], ...rows);
      expect(changedContacts(await readContacts(sale()), added)).to.deep.equal([
        { code: "alice", column: "name", before: "A", after: "B" },
      ]);
      await mergeContacts(sale(), added);
      expect(changedContacts(await readContacts(sale()), added)).to.deep.equal([]);
    });

    it("are left alone by a file of codes", async () => {
      await mergeContacts(sale(), contacts([], ["alice"]));
      expect(await readdir(root)).to.deep.equal([]);
    });

    it("of another network are others", async () => {
      await mergeContacts(sale(), contacts(["name"], ["alice", "name=A"]));
      expect((await readContacts(fakeSale({ root, network: "base" }))).columns).to.deep.equal([]);
    });

    const whole =
      '{\n  "columns": ["name"],\n  "rows": {\n    "alice": { "name": "Alice" }\n  }\n}\n';
    for (const [problem, line, sound, damaged] of [
      ["its columns is not a list of names", 2, '["name"]', '"name"'],
      ["its columns.0 is not text", 2, '["name"]', "[1]"],
      ["its rows is missing", 1, '"rows"', '"row"'],
      ["its rows.Al is not a code", 4, '"alice"', '"Al"'],
      ["its rows.alice is not an object of columns", 4, '{ "name": "Alice" }', "null"],
      ["its rows.alice.name is not text", 4, '"Alice"', "{}"],
    ] as const) {
      it(`that are damaged are named with the line, and how to write them again: ${problem}`, async () => {
        await mkdir(path.dirname(contactsFile), { recursive: true });
        await writeFile(contactsFile, whole.replace(sound, damaged));
        const error = await readContacts(sale()).catch((thrown: Error) => thrown);
        expect(error).to.have.property(
          "message",
          `deployments/rehearsal/affiliates/contacts.json, line ${line}: ${problem}. Move it away, and import the CSV with the contacts again: ` +
            "npm run hardhat -- affiliates import FILE --network rehearsal",
        );
      });
    }

    it("that can't be read are an error, and not taken for none", async () => {
      await mkdir(contactsFile, { recursive: true });
      const error = await readContacts(sale()).catch((thrown: NodeJS.ErrnoException) => thrown);
      expect(error).to.have.property("code", "EISDIR");
    });
  });
});
