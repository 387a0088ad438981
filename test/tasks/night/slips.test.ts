import { writeFile } from "node:fs/promises";
import path from "node:path";
import { expect } from "chai";
import { Wallet } from "ethers";
import { startTask } from "../support/command.ts";
import { useLiveSale } from "../support/live-sale.ts";
import { PRICE } from "../support/money.ts";
import { recordAsMainnet } from "../support/owned-sale.ts";
import { startInTerminal } from "../support/terminal.ts";

const KEY = `0x${"5e".repeat(32)}`;
const ALICE = "0x00000000000000000000000000000000000A11cE";
const NO_ONES = "0x000000000000000000000000000000000000dEaD";

describe("A tired person's slip", () => {
  const sale = useLiveSale("slips");

  before(async () => {
    await (await sale.ticket.buyTicket(sale.owner.address, 1, { value: PRICE })).wait();
  });

  /** Answers the question in a terminal. */
  async function answered(task: string, question: RegExp, answer: string) {
    const words = [...task.split(" "), "--network", "mainnet"];
    const started = startInTerminal(await sale.at(), ...words);
    await started.answer(question, answer);
    return await started.ended;
  }

  async function csv(...lines: string[]): Promise<string> {
    const file = path.join(sale.project, "cache", "slips.csv");
    await writeFile(file, `${lines.join("\n")}\n`);
    return file;
  }

  const nonce = () => sale.owner.getNonce();

  describe("in the payee of the proceeds", () => {
    const used = () => sale.node.provider.listAccounts().then((all) => all[3]?.address ?? "");
    const fresh = Wallet.createRandom().address;

    it("is asked about, and --yes does not answer: never used, no checksum, not the recorded treasury", async () => {
      const known = await used();
      const owner = sale.owner.address;
      for (const [to, treasury, reason] of [
        [fresh, undefined, `${fresh} was never used on mainnet`],
        [known.toLowerCase(), undefined, `${known} was typed without its checksum (the capitals)`],
        [known, owner, `${known} is not the recorded treasury ${owner}`],
      ] as const) {
        await recordAsMainnet(sale.project, treasury === undefined ? {} : { treasury });
        const { code, output, errors } = await sale.run(`ticket withdraw --to ${to} --yes`);
        expect(code, to).to.equal(1);
        expect(output).to.contain(`  Warning: ${reason}.\n`);
        expect(errors).to.equal(
          `Error: ${reason}, so --yes is not enough: run the command in a terminal, without --yes. Nothing was sent.\n`,
        );
        expect(await sale.proceeds()).to.equal(PRICE);
      }
    });

    it("is paid once the end of the address is typed, and not by yes", async () => {
      const withdraw = `ticket withdraw --to ${fresh}`;
      const careless = await answered(withdraw, /Type pay \w{6} to go on: /, "yes");
      expect(careless.output).to.contain("Not confirmed: nothing was sent\n");
      expect(await sale.proceeds()).to.equal(PRICE);
      const word = `pay ${fresh.slice(-6)}`;
      const { code, output } = await answered(
        withdraw,
        new RegExp(`Type ${word} to go on: `),
        word,
      );
      expect(code, output).to.equal(0);
      expect(await sale.balance(fresh)).to.equal(PRICE);
    });

    it("is not asked about for the recorded treasury, nor for a used address with its checksum", async () => {
      await recordAsMainnet(sale.project, { treasury: fresh });
      const recorded = await sale.run(`ticket withdraw --to ${fresh} --yes`);
      expect(recorded.code, recorded.errors).to.equal(0);
      await (await sale.ticket.buyTicket(sale.owner.address, 1, { value: PRICE })).wait();
      await recordAsMainnet(sale.project);
      const other = await sale.run(`ticket withdraw --to ${await used()} --yes`);
      expect(other.code, other.errors).to.equal(0);
    });

    it("is refused where no one has the key", async () => {
      for (const to of [NO_ONES, "0x0000000000000000000000000000000000000001"]) {
        const { code, errors } = await sale.run(`ticket withdraw --to ${to}`);
        expect([code, errors]).to.deep.equal([
          1,
          `Error: --to is an address without a known key: ${to}\n`,
        ]);
      }
    });
  });

  it("gives no royalty to the ticket contract, which can't take it", async () => {
    const before = await nonce();
    const { code, errors } = await sale.run(
      `ticket set-royalty --receiver ${await sale.ticket.getAddress()} --yes`,
    );
    expect(code).to.equal(1);
    expect(errors).to.match(
      /^Error: --receiver is the ticket contract itself, .+ Nothing was sent\.\n$/,
    );
    expect(await nonce()).to.equal(before);
  });

  it("freezes nothing by a plain yes", async () => {
    const unasked = await sale.run("ticket freeze-metadata --yes");
    expect(unasked.code).to.equal(1);
    expect(unasked.errors).to.contain("Freezing can't be undone, so --yes is not enough");
    const question = /Type freeze for ever to go on: /;
    for (const [answer, code] of [
      ["yes", 1],
      ["freeze for ever", 0],
    ] as const) {
      expect((await answered("ticket freeze-metadata", question, answer)).code).to.equal(code);
      expect(await sale.ticket.metadataFrozen()).to.equal(code === 0);
    }
  });

  it("shows no private key that was pasted where another word belongs", async () => {
    for (const words of [
      ["ticket", "set-price", KEY],
      ["ticket", "withdraw", `--to=${KEY.slice(2)}`],
      ["ticket", "pause", `--${KEY}`],
      ["ticket", "status", "--network", KEY],
    ]) {
      // Starts a new process, because the configuration checks the command line when it loads.
      const { code, output, errors } = await startTask(await sale.at(), ...words).ended;
      expect([code, output], words.join(" ")).to.deep.equal([1, ""]);
      expect(errors).to.contain("Error: An argument looks like a private key");
      expect(errors).not.to.contain(KEY.slice(2));
    }
    const file = await csv("code,payee", `alice,${KEY}`, `${KEY},${ALICE}`);
    for (const task of ["affiliates import", "affiliates payees import"]) {
      const { code, errors } = await sale.run(`${task} ${file}`);
      expect(code).to.equal(1);
      expect(errors).not.to.contain(KEY.slice(2));
    }
  });

  describe("in a list of affiliates", () => {
    it("is named: a column that looks like addresses, and pays no one", async () => {
      const file = await csv("code,name,wallet", `alice,Alice,${ALICE}`);
      const { code, output, errors } = await sale.run(`affiliates import ${file} --yes`);
      expect(code, errors).to.equal(0);
      expect(output).to.contain(
        `  "wallet" has addresses. They are kept as contacts, and are not used for payments. ` +
          `To name payees: npm run hardhat -- affiliates payees import ${file} --network mainnet\n`,
      );
      expect(output).to.contain(
        "  contacts: 1 new, 0 cells changed, written once the codes are on chain.\n",
      );
    });

    it("is found at the import, not when people are to be paid: addresses and names", async () => {
      const before = await nonce();
      const file = await csv("code,payee,wallet", `alice,bob.eth,${ALICE}`);
      const { code, errors } = await sale.run(`affiliates import --yes ${file}`);
      expect(code).to.equal(1);
      expect(errors).to.match(
        / the payee of alice is not an address: bob\.eth\. Nothing was sent\.\n$/,
      );
      expect(await nonce()).to.equal(before);
    });
  });
});
