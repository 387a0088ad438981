import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "chai";
import { qrPng, qrSvg } from "../../../scripts/tasks/affiliates/qr-picture.ts";
import { parseCsv } from "../../../scripts/tasks/sale/csv.ts";
import { discounted } from "../../support/collection.ts";
import { literally, PRICE, printed } from "../support/money.ts";
import { readQr } from "../support/read-qr.ts";
import { idle, refusal, useSale } from "../support/sale.ts";

describe("The affiliates' tasks", () => {
  const sale = useSale({}, async () => {});
  const affiliates = (...words: string[]) => sale.done("affiliates", ...words);
  const isActive = (code: string) => sale.ticket.isAffiliateActive(code);

  it("[A-01] register and deactivate codes, in any case, and say what is so already", async () => {
    expect(await affiliates("add", "Alice", "bob-5")).to.contain("2 codes     inactive -> active");
    expect(await isActive("alice")).to.equal(true);
    expect(await sale.task("affiliates", "add", "ALICE")).to.deep.equal(
      idle("1 code already active. Nothing to do."),
    );
    expect(await affiliates("remove", "alice")).to.contain("alice       active -> inactive");
    expect(await isActive("alice")).to.equal(false);
    expect(await isActive("bob-5")).to.equal(true);
    expect(await sale.task("affiliates", "remove", "alice")).to.deep.equal(
      idle("1 code already inactive. Nothing to do."),
    );
  });

  it("remove no code that was never registered, and none beside it", async () => {
    await affiliates("add", "alice", "bob-5");
    expect(await sale.task("affiliates", "remove", "alice", "b0b-5", "nobody99")).to.deep.equal(
      refusal(
        "Never registered on rehearsal: b0b-5, nobody99. Nothing was sent. " +
          "Compare with: npm run hardhat -- affiliates list --network rehearsal",
      ),
    );
  });

  it("[A-01] list codes with what each sold, also after it was deactivated", async () => {
    await affiliates("add", "alice", "bob");
    const paid = await sale.buy(3, "alice");
    await affiliates("remove", "alice");
    expect(await affiliates("list")).to.match(
      new RegExp(`^alice {2}inactive +1 +3 {2}${literally(printed(paid))}$`, "m"),
    );
    expect(paid).to.equal(discounted(3n * PRICE));
    expect(JSON.parse(await affiliates("list", "--json"))).to.deep.equal([
      { code: "alice", active: false, purchases: 1, tickets: 3, paidWei: paid.toString() },
      { code: "bob", active: true, purchases: 0, tickets: 0, paidWei: "0" },
    ]);
  });

  it("warn of codes that are easily taken for another", async () => {
    await affiliates("add", "bill");
    const { code, errors } = await sale.task("affiliates", "add", "b1ll", "zoo", "z00");
    expect(code).to.equal(0);
    expect(errors).to.equal(
      "Warning: b1ll is easily mistaken for bill.\nWarning: z00 is easily mistaken for zoo.\n",
    );
  });

  describe("import", () => {
    const csv = async (text: string) => ["affiliates", "import", await sale.writeCsv(text)];

    it("[A-01] reads what spreadsheets write: header, comments, quotes, a byte order mark, CRLF", async () => {
      const words = await csv(
        "\uFEFF# partners of 2026\r\nCode,name,contact\r\n" +
          '"Carol","Carol ""C"", of\r\nthe coast",carol@example.com\r\n\r\n  dave-1 , Dave,\r\n',
      );
      expect(await sale.done(...words)).to.contain("2 codes     inactive -> active");
      expect(await isActive("carol")).to.equal(true);
      expect(await isActive("dave-1")).to.equal(true);
      const report = await affiliates("report", "--csv");
      expect(report).to.match(/^code,active,.+,last_sale,name,contact$/m);
      expect(report).to.contain('"Carol ""C"", of\r\nthe coast","carol@example.com"');
    });

    it("activates nothing of a file that has a payee who could not be paid", async () => {
      const words = await csv("code,payee\nerin,erin.eth\n");
      expect(await sale.refused(...words)).to.contain(
        "the payee of erin is not an address: erin.eth",
      );
      expect(await isActive("erin")).to.equal(false);
    });

    it("[A-01] sends 1,000 codes in 10 transactions at 33k gas a code at most, then nothing", async () => {
      const codes = Array.from({ length: 1000 }, (_, i) => `partner-${String(i).padStart(4, "0")}`);
      await affiliates("add", "partner-0007", "stranger");
      const words = await csv(`code\n${codes.join("\n")}\n`);
      const { output, sent } = await sale.task(...words);
      expect(output).to.contain("On chain but not in the file: 1. They stay as they are.");
      expect(output).to.contain("999 codes   inactive -> active");
      expect(output).to.contain("unchanged   1 already active");
      expect(output).to.contain("░ 100 of 999 codes");
      expect(sent).to.equal(10);
      const gas = Number(/([\d,]+) gas a code/.exec(output)?.[1]?.replaceAll(",", ""));
      expect(gas).to.be.within(20_000, 33_000);
      const again = await sale.task(...words);
      expect(again.output).to.contain("1,000 codes already active. Nothing to do.");
      expect(again.sent).to.equal(0);
      for (const code of ["partner-0000", "partner-0999"]) {
        expect(await isActive(code)).to.equal(true);
      }
    });

    it("keeps what is known of each code, under names that plain objects have already, and reports it with the sales", async () => {
      await affiliates("add", "bob");
      const words = await csv("code,__proto__,constructor\n__proto__,P p,P c\ntoString,T p,T c\n");
      expect(await sale.done(...words)).to.contain(
        "2 codes. On chain but not in the file: 1. They stay as they are.",
      );
      const sold = literally(printed(await sale.buy(2, "__proto__")));
      expect(await affiliates("list")).to.match(
        new RegExp(`^__proto__ +active +1 +2 {2}${sold}$`, "m"),
      );
      const report = await affiliates("report");
      expect(report).to.match(/^code +.+last sale +__proto__ +constructor$/m);
      expect(report).to.match(new RegExp(`^__proto__ +1 +2 {2}${sold} .+ P p +P c$`, "m"));
      const rows = parseCsv(await affiliates("report", "--csv"));
      expect(rows.map(({ cells }) => [cells[0], ...cells.slice(-2)])).to.deep.equal([
        ["code", "__proto__", "constructor"],
        ["__proto__", "P p", "P c"],
        ["bob", "", ""],
        ["tostring", "T p", "T c"],
      ]);
      const { affiliates: reported } = JSON.parse(await affiliates("report", "--json"));
      expect(
        reported.map((one: { contact?: object }) => Object.entries(one.contact ?? {})),
      ).to.deep.equal([
        [
          ["__proto__", "P p"],
          ["constructor", "P c"],
        ],
        [],
        [
          ["__proto__", "T p"],
          ["constructor", "T c"],
        ],
      ]);
    });
  });

  describe("link", () => {
    const site = "https://tickets.example/mint/";
    let folder: string;

    before(async () => {
      folder = await mkdtemp(path.join(tmpdir(), "affiliates-"));
    });

    after(() => rm(folder, { recursive: true }));

    // Adds a gateway's address, because links must use the first address.
    const link = (...words: string[]) =>
      sale.taskWith(
        { VITE_SITE_URL: `${site}, https://tickets.eth.limo/` },
        "affiliates",
        "link",
        ...words,
      );

    beforeEach(async () => {
      await (await sale.ticket.setAffiliates(["alice"], true)).wait();
    });

    it("[A-02] prints the page's link and a QR code that says the same", async () => {
      const { code, output } = await link("Alice", "--card", "Garden Flat");
      expect(code).to.equal(0);
      const [href, ...rows] = output.trimEnd().split("\n");
      expect(href).to.equal(`${site}?a=alice&card=Garden%20Flat`);
      expect(readQR(rows)).to.equal(href);
    });

    it("leads to this machine's page where no address is set", async () => {
      for (const [env, port] of [
        [{}, 5173],
        [{ PAGE_PORT: "6173" }, 6173],
      ] as const) {
        const { output } = await sale.taskWith(env, "affiliates", "link", "alice");
        expect(output.split("\n")[0]).to.equal(`http://localhost:${port}/?a=alice`);
      }
    });

    it("[A-02] writes the QR code to a file", async () => {
      const file = path.join(folder, "alice.svg");
      const { code, output } = await link("alice", "--svg", file);
      expect(code).to.equal(0);
      expect(output).to.equal(`${site}?a=alice\nQR code: ${file}\n`);
      const svg = await readFile(file, "utf8");
      expect(svg).to.equal(qrSvg(`${site}?a=alice`));
      expect(svg).not.to.match(/https?:\/\/(?!www\.w3\.org)/);
    });

    it("[A-02] writes the links of all active codes at once, with a QR code each and what is known of them", async () => {
      const file = await sale.writeCsv("code,name\nalice,=Alice\nbob,Bob\ncon,C\n");
      await affiliates("import", file);
      await affiliates("remove", "bob");
      for (const format of ["svg", "png"] as const) {
        const links = path.join(folder, `links-${format}`);
        const { code, output, errors } = await link("--all", links, "--format", format);
        expect({ code, errors }).to.deep.equal({ code: 0, errors: "" });
        const list = path.join(links, "links.csv");
        expect(output).to.equal(`2 links: ${list}, with a QR code each beside it\n`);
        expect(await readFile(list, "utf8")).to.equal(
          "code,link,qr_code,name\n" +
            `alice,${site}?a=alice,link-alice.${format},'=Alice\n` +
            `con,${site}?a=con,link-con.${format},C\n`,
        );
        expect((await readdir(links)).sort()).to.deep.equal([
          `link-alice.${format}`,
          `link-con.${format}`,
          "links.csv",
        ]);
        const picture = await readFile(path.join(links, `link-con.${format}`));
        const expected = { svg: qrSvg, png: qrPng }[format](`${site}?a=con`);
        expect(picture.equals(Buffer.from(expected))).to.equal(true);
      }
    });

    for (const [what, words, message] of [
      ["neither a code nor --all", [], "Name a code, or --all FOLDER for all active ones"],
      [
        "a code with --all",
        ["alice", "--all", "x"],
        "--all can't be combined with a code, --svg or --png: it covers all active codes",
      ],
      ["another format", ["--all", "x", "--format", "gif"], "--format must be svg or png: gif"],
      [
        "a label that the page changes",
        ["alice", "--card", "50 % off!"],
        'The page would not show this --card label unchanged: "50 % off!". ' +
          "A label has letters, digits, hyphens and single spaces, 40 characters at most",
      ],
      [
        "a code that is not active",
        ["bobby"],
        "bobby is not active on rehearsal, so its link would give no discount. " +
          "Add it: npm run hardhat -- affiliates add bobby --network rehearsal",
      ],
    ] as const) {
      it(`refuses ${what}`, async () => {
        expect(await link(...words)).to.deep.equal(refusal(message));
      });
    }
  });

  /** Scales up a terminal's picture, whose characters are two modules high. */
  function readQR(rows: readonly string[]): string {
    const lines = rows.flatMap((row) =>
      ["█▀", "█▄"].map((light) => [...row].map((char) => light.includes(char))),
    );
    const scale = 4;
    return readQr((lines[0]?.length ?? 0) * scale, (x, y) =>
      lines[Math.floor(y / scale)]?.[Math.floor(x / scale)] === false ? 0 : 255,
    );
  }
});
