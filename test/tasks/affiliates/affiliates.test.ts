import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "chai";
import { type JsonRpcSigner, ZeroHash } from "ethers";
import decodeQR from "qr/decode.js";
import { maxPerPurchase } from "../../../collection.ts";
import { buyTickets } from "../../../scripts/dev/rehearse/buy-tickets.ts";
import { qrPng, qrSvg } from "../../../scripts/tasks/affiliates/qr-picture.ts";
import { workAlone } from "../../../scripts/tasks/machine/one-at-a-time.ts";
import { senderName } from "../../../scripts/tasks/outbox/under-way.ts";
import type { Ticket } from "../../../typechain-types/index.ts";
import { Ticket__factory } from "../../../typechain-types/index.ts";
import { startRpcProxy } from "../../doubles/rpc/rpc-proxy.ts";
import { discounted } from "../../support/collection.ts";
import { runTask, STATE_HOME } from "../support/command.ts";
import { literally, PRICE, printed } from "../support/money.ts";
import { startHardhatNode, type TestNode } from "../support/node.ts";
import { forgetDeployments, forgetKept, testProject } from "../support/project.ts";

describe("The affiliates' tasks", () => {
  let project: string;
  let folder: string;
  let node: TestNode;
  let owner: JsonRpcSigner;
  let buyer: JsonRpcSigner;
  let ticket: Ticket;
  let deployed: string;

  const task = (...words: string[]) => taskAt(node.url, ...words);
  const taskAt = (url: string, ...words: string[]) =>
    runTask({ project, env: { REHEARSAL_RPC_URL: url } }, ...words, "--network", "rehearsal");

  async function done(...words: string[]): Promise<string> {
    const { code, output, errors } = await task(...words);
    expect(code, errors).to.equal(0);
    return output;
  }

  async function csv(text: string | Buffer): Promise<string> {
    const file = path.join(folder, "affiliates.csv");
    await writeFile(file, text);
    return file;
  }

  const buy = (quantity: number, code: string | null) => buyTickets(ticket, buyer, quantity, code);

  before(async () => {
    project = await testProject();
    folder = await mkdtemp(path.join(tmpdir(), "affiliates-"));
    await forgetDeployments(project);
    node = await startHardhatNode(1);
    owner = await node.provider.getSigner(0);
    buyer = await node.provider.getSigner(5);
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

  it("[A-01] register and deactivate codes, in any case, and say what is so already", async () => {
    const output = await done("affiliates", "add", "Alice", "bob-5");
    expect(output).to.contain("2 codes     inactive -> active");
    expect(await ticket.isAffiliateActive("alice")).to.equal(true);
    expect(await done("affiliates", "add", "ALICE")).to.equal(
      "1 code already active. Nothing to do.\n",
    );

    expect(await done("affiliates", "remove", "alice")).to.contain(
      "alice       active -> inactive",
    );
    expect(await ticket.isAffiliateActive("alice")).to.equal(false);
    expect(await done("affiliates", "remove", "alice")).to.equal(
      "1 code already inactive. Nothing to do.\n",
    );
  });

  it("remove no code that was never registered, and none beside it", async () => {
    await done("affiliates", "add", "alice", "bob-5");
    for (const [words, unknown] of [
      [["nobody99"], "nobody99"],
      [["alice", "b0b-5", "nobody99"], "b0b-5, nobody99"],
    ] as const) {
      expect(await task("affiliates", "remove", ...words)).to.deep.equal({
        code: 1,
        output: "",
        errors:
          `Error: Never registered on rehearsal: ${unknown}. Nothing was sent. ` +
          "Compare with: npm run hardhat -- affiliates list --network rehearsal\n",
      });
    }
    expect(await ticket.isAffiliateActive("alice")).to.equal(true);
  });

  it("[A-01] list codes with what each sold, also after it was deactivated", async () => {
    await done("affiliates", "add", "alice", "bob");
    const paid = await buy(3, "alice");
    await done("affiliates", "remove", "alice");
    expect(await done("affiliates", "list")).to.match(
      new RegExp(`^alice {2}inactive +1 +3 {2}${literally(printed(paid))}$`, "m"),
    );
    expect(paid).to.equal(discounted(3n * PRICE));
    expect(JSON.parse(await done("affiliates", "list", "--json"))).to.deep.equal([
      { code: "alice", active: false, purchases: 1, tickets: 3, paidWei: paid.toString() },
      { code: "bob", active: true, purchases: 0, tickets: 0, paidWei: "0" },
    ]);
  });

  it("warn of codes that are easily taken for another", async () => {
    await done("affiliates", "add", "bill");
    const { code, errors } = await task("affiliates", "add", "b1ll", "zoo", "z00");
    expect(code).to.equal(0);
    expect(errors).to.equal(
      "Warning: b1ll is easily mistaken for bill.\nWarning: z00 is easily mistaken for zoo.\n",
    );
  });

  describe("import", () => {
    it("[A-01] reads what spreadsheets write: header, comments, quotes, a byte order mark, CRLF", async () => {
      const file = await csv(
        "\uFEFF# partners of 2026\r\nCode,name,contact\r\n" +
          '"Carol","Carol ""C"", of\r\nthe coast",carol@example.com\r\n\r\n  dave-1 , Dave,\r\n',
      );
      const output = await done("affiliates", "import", file);
      expect(output).to.contain("2 codes     inactive -> active");
      expect(await ticket.isAffiliateActive("carol")).to.equal(true);
      expect(await ticket.isAffiliateActive("dave-1")).to.equal(true);
      await buy(1, "carol");
      const report = await done("affiliates", "report", "--csv");
      expect(report).to.match(/^code,active,.+,last_sale,name,contact$/m);
      expect(report).to.contain('"Carol ""C"", of\r\nthe coast","carol@example.com"');
    });

    it("refuses bad codes and duplicates by their lines, and sends nothing", async () => {
      const file = await csv(
        'code,name\nok-1,"two\nlines"\nx y,\n# comment\nOK-1,\ntoo,many,cells\n',
      );
      const nonce = await owner.getNonce();
      const { code, output, errors } = await task("affiliates", "import", file);
      expect({ code, output }).to.deep.equal({ code: 1, output: "" });
      expect(errors).to.match(
        /^Error: .+, line 4: not a code: "x y", line 6: ok-1 stands in line 2 already, line 7: 3 cells under 2 columns\. .+Nothing was sent\.\n$/,
      );
      expect(await owner.getNonce()).to.equal(nonce);
    });

    it("[A-01] sends 1,000 codes in 10 transactions at 33k gas a code at most, then nothing", async () => {
      const codes = manyCodes(1000);
      await done("affiliates", "add", codes[7] ?? "", "stranger");
      const nonce = await owner.getNonce();
      const file = await csv(`code\n${codes.join("\n")}\n`);
      const output = await done("affiliates", "import", file);
      expect(output).to.contain("On chain and not in the file: 1, which stay as they are.");
      expect(output).to.contain("999 codes   inactive -> active");
      expect(output).to.contain("unchanged   1 already active");
      expect(output).to.contain("░ 100 of 999 codes");
      expect((await owner.getNonce()) - nonce).to.equal(10);
      const gas = Number(/([\d,]+) gas a code/.exec(output)?.[1]?.replaceAll(",", ""));
      expect(gas).to.be.within(20_000, 33_000);
      expect(await activeOf(codes)).to.equal(1000);
      expect(await done("affiliates", "import", file)).to.contain(
        "1000 codes already active".replace("1000", "1,000"),
      );
      expect((await owner.getNonce()) - nonce).to.equal(10);
    });

    it("is refused while another task sends from the same account, and sends nothing", async () => {
      const file = await csv("code\nfirst\nsecond\n");
      const nonce = await owner.getNonce();
      const line = `Another task of this machine sends from ${owner.address} on rehearsal. Run this again when it has ended. Nothing was sent.`;
      const state = path.join(STATE_HOME, "ticket-mint");
      const release = await workAlone(senderName({ chainId: 1 }, owner.address, state), line);
      try {
        for (const words of [
          ["import", file],
          ["add", "first"],
        ]) {
          const { code, output, errors } = await task("affiliates", ...words);
          expect({ code, errors }).to.deep.equal({ code: 1, errors: `Error: ${line}\n` });
          expect(output).not.to.match(/cost|Done/);
        }
      } finally {
        await release();
      }
      expect(await owner.getNonce()).to.equal(nonce);
      expect(await done("affiliates", "import", file)).to.contain("Done: 2 codes active");
    });
  });

  describe("report", () => {
    it("gives each code's purchases, tickets and wei, reconciled with the contract", async () => {
      await done("affiliates", "import", await csv("code,name\nalice,Alice A.\nbob,Bob\n"));
      const paid = [
        await buy(2, "alice"),
        await buy(maxPerPurchase, "alice"),
        await buy(1, null),
      ] as const;
      const blocks = await ticket.queryFilter(ticket.filters.TicketsSold());
      const times = await Promise.all(
        blocks.map(async (sold) => new Date((await sold.getBlock()).timestamp * 1000)),
      );
      const iso = (at: number) => times[at]?.toISOString().replace(".000Z", "Z");

      const report = JSON.parse(await done("affiliates", "report", "--json"));
      expect(report).to.deep.include({
        all: {
          purchases: 3,
          tickets: 3 + maxPerPurchase,
          paidWei: (paid[0] + paid[1] + paid[2]).toString(),
        },
        withoutCode: { purchases: 1, tickets: 1, paidWei: paid[2].toString() },
        reconciledAtBlock: await node.provider.getBlockNumber(),
      });
      expect(report.affiliates).to.deep.equal([
        {
          code: "alice",
          active: true,
          purchases: 2,
          tickets: 2 + maxPerPurchase,
          paidWei: (paid[0] + paid[1]).toString(),
          firstSale: iso(0),
          lastSale: iso(1),
          contact: { name: "Alice A." },
        },
        {
          code: "bob",
          active: true,
          purchases: 0,
          tickets: 0,
          paidWei: "0",
          firstSale: null,
          lastSale: null,
          contact: { name: "Bob" },
        },
      ]);
      expect(await done("affiliates", "report")).to.match(
        new RegExp(
          `^alice +2 +${2 + maxPerPurchase} +${literally(printed(paid[0] + paid[1]))} {2}.+Alice A\\.$`,
          "m",
        ),
      );
    });

    it("is an error when an endpoint leaves a sale out", async () => {
      await done("affiliates", "add", "alice");
      await buy(1, "alice");
      await forgetKept("sale-events.json");
      // Hides the last block's events.
      const lying = await startRpcProxy(node.url, {
        before: ({ method, params }) => {
          if (method === "eth_getLogs") {
            const [filter] = params as [{ toBlock: string }];
            filter.toBlock = `0x${(Number(filter.toBlock) - 1).toString(16)}`;
          }
          return undefined;
        },
      });
      const { code, output, errors } = await taskAt(lying.url, "affiliates", "report");
      await lying.close();
      expect({ code, output }).to.deep.equal({ code: 1, output: "" });
      expect(errors).to.match(
        new RegExp(
          `^Error: The report doesn't add up: alice has 0 purchases, 0 tickets, 0 wei in events, and 1, 1, ${discounted(PRICE)} in the contract\\. .+\\n$`,
        ),
      );
      await forgetKept("sale-events.json");
    });
  });

  describe("link", () => {
    const site = "https://tickets.example/mint/";
    const link = (...words: string[]) =>
      runTask(
        // Adds a gateway's address, because links must use the first address.
        {
          project,
          env: { REHEARSAL_RPC_URL: node.url, VITE_SITE_URL: `${site}, https://tickets.eth.limo/` },
        },
        ...["affiliates", "link", ...words, "--network", "rehearsal"],
      );

    beforeEach(async () => {
      await (await ticket.setAffiliates(["alice"], true)).wait();
    });

    it("[A-02] prints the page's link and a QR code that says the same", async () => {
      const { code, output } = await link("Alice", "--card", "Garden Flat");
      expect(code).to.equal(0);
      const [href, ...rows] = output.trimEnd().split("\n");
      expect(href).to.equal(`${site}?a=alice&card=Garden%20Flat`);
      expect(readQR(rows)).to.equal(href);
    });

    it("[A-02] writes the QR code to a file", async () => {
      const file = path.join(folder, "alice.svg");
      const { code, output } = await link("alice", "--svg", file);
      expect(code).to.equal(0);
      expect(output).to.equal(`${site}?a=alice\nQR code: ${file}\n`);
      const svg = await readFile(file, "utf8");
      expect(svg).to.match(/^<svg [^>]*viewBox="0 0 (\d+) \1"/);
      expect(svg).to.equal(qrSvg(`${site}?a=alice`));
      expect(svg).not.to.match(/https?:\/\/(?!www\.w3\.org)/);
    });

    it("[A-02] writes the links of all active codes at once, with a QR code each and what is known of them", async () => {
      await done("affiliates", "import", await csv("code,name\nalice,=Alice\nbob,Bob\ncon,C\n"));
      await done("affiliates", "remove", "bob");
      for (const format of ["svg", "png"] as const) {
        const links = path.join(folder, `links-${format}`);
        const { code, output, errors } = await link("--all", links, "--format", format);
        expect({ code, errors }).to.deep.equal({ code: 0, errors: "" });
        const list = path.join(links, "links.csv");
        expect(output).to.equal(`2 links: ${list}, with a QR code each beside it\n`);
        expect(await readFile(list, "utf8")).to.equal(
          [
            "code,link,qr_code,name",
            `alice,${site}?a=alice,link-alice.${format},'=Alice`,
            `con,${site}?a=con,link-con.${format},C`,
            "",
          ].join("\n"),
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
        "--all takes no code, no --svg and no --png: it is for all active codes",
      ],
      ["another format", ["--all", "x", "--format", "gif"], "--format is svg or png: gif"],
      [
        "a label that the page changes",
        ["alice", "--card", "50 % off!"],
        'The page would not show this --card label as it is: "50 % off!". ' +
          "It takes letters, digits, hyphens and single spaces between them, 40 characters at most",
      ],
    ] as const) {
      it(`refuses ${what}`, async () => {
        const { code, output, errors } = await link(...words);
        expect({ code, output, errors }).to.deep.equal({
          code: 1,
          output: "",
          errors: `Error: ${message}\n`,
        });
      });
    }

    it("refuses a code that is not active", async () => {
      const { code, output, errors } = await link("bobby");
      expect({ code, output }).to.deep.equal({ code: 1, output: "" });
      expect(errors).to.equal(
        "Error: bobby is not active on rehearsal, so its link would give no discount. " +
          "Add it: npm run hardhat -- affiliates add bobby --network rehearsal\n",
      );
    });
  });

  function manyCodes(count: number): string[] {
    return Array.from({ length: count }, (_, i) => `partner-${String(i).padStart(4, "0")}`);
  }

  async function activeOf(codes: readonly string[]): Promise<number> {
    let active = 0;
    for (let at = 0; at < codes.length; at += 100) {
      const answers = await ticket.multicall.staticCall(
        codes
          .slice(at, at + 100)
          .map((code) => ticket.interface.encodeFunctionData("isAffiliateActive", [code])),
      );
      active += answers.filter((answer) => answer !== ZeroHash).length;
    }
    return active;
  }

  function readQR(rows: readonly string[]): string {
    const upper = new Set(["█", "▀"]);
    const lower = new Set(["█", "▄"]);
    const lines = rows.flatMap((row) => [
      [...row].map((char) => upper.has(char)),
      [...row].map((char) => lower.has(char)),
    ]);
    const scale = 4;
    const size = (lines[0]?.length ?? 0) * scale;
    const data = new Uint8Array(size * size * 4);
    for (let y = 0; y < size; y += 1) {
      for (let x = 0; x < size; x += 1) {
        const light = lines[Math.floor(y / scale)]?.[Math.floor(x / scale)] ?? true;
        data.set([light ? 255 : 0, light ? 255 : 0, light ? 255 : 0, 255], (y * size + x) * 4);
      }
    }
    return decodeQR({ width: size, height: size, data });
  }
});
