import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect } from "chai";
import { Wallet } from "ethers";
import type { Ticket } from "../../../typechain-types/index.ts";
import { runTask, STATE_HOME, startTask } from "../support/command.ts";
import { PRICE } from "../support/money.ts";
import type { TestNode } from "../support/node.ts";
import { recordAsMainnet, startOwnedSale } from "../support/owned-sale.ts";
import { forgetDeployments } from "../support/project.ts";
import { startInTerminal } from "../support/terminal.ts";

const KEY = `0x${"5e".repeat(32)}`;
const ALICE = "0x00000000000000000000000000000000000A11cE";
const NO_ONES = "0x000000000000000000000000000000000000dEaD";

describe("A tired person's slip", () => {
  let project: string;
  let node: TestNode;
  let owner: Wallet;
  let ticket: Ticket;
  let sold: string;

  before(async () => {
    ({ project, node, owner, ticket } = await startOwnedSale("slips"));
    await (await ticket.buyTicket(owner.address, 1, { value: PRICE })).wait();
    sold = await node.provider.send("evm_snapshot", []);
  });

  beforeEach(async () => {
    await node.provider.send("evm_revert", [sold]);
    sold = await node.provider.send("evm_snapshot", []);
    await recordAsMainnet(project);
  });

  after(async () => {
    await node.close();
    await forgetDeployments(project);
  });

  const env = () => ({
    MAINNET_RPC_URL: node.url,
    MAINNET_SECOND_RPC_URL: `${node.url}/second`,
    DEPLOYER_PRIVATE_KEY: owner.privateKey,
  });
  const live = (...words: string[]) =>
    runTask({ project, env: env() }, ...words, "--network", "mainnet");
  const typing = (...words: string[]) =>
    startInTerminal({ project, env: env() }, ...words, "--network", "mainnet");
  const proceeds = async () => node.provider.getBalance(await ticket.getAddress());
  const nonce = () => node.provider.getTransactionCount(owner.address);

  describe("in the payee of the proceeds", () => {
    const used = () => node.provider.listAccounts().then((all) => all[3]?.address ?? "");
    const fresh = Wallet.createRandom().address;

    it("is asked about, and --yes does not answer: never used, no checksum, not the recorded treasury", async () => {
      const known = await used();
      for (const [to, treasury, reason] of [
        [fresh, undefined, `${fresh} was never used on mainnet`],
        [
          known.toLowerCase(),
          undefined,
          `${known} was typed without the capitals that are its checksum`,
        ],
        [known, owner.address, `${known} is not the recorded treasury ${owner.address}`],
      ] as const) {
        await recordAsMainnet(project, treasury === undefined ? {} : { treasury });
        const { code, output, errors } = await live("ticket", "withdraw", "--to", to, "--yes");
        expect(code, to).to.equal(1);
        expect(output).to.contain(`  Warning: ${reason}.\n`);
        expect(errors).to.equal(
          `Error: ${reason}, so --yes is not enough: run it in a terminal, without --yes. Nothing was sent.\n`,
        );
        expect(await proceeds()).to.equal(PRICE);
      }
    });

    it("is paid once the end of the address is typed, and not by yes", async () => {
      const careless = typing("ticket", "withdraw", "--to", fresh);
      await careless.answer(/Type pay \w{6} to go on: /, "yes");
      expect((await careless.ended).output).to.contain("Not confirmed: nothing was sent\n");
      expect(await proceeds()).to.equal(PRICE);
      const meant = typing("ticket", "withdraw", "--to", fresh);
      await meant.answer(
        new RegExp(`Type pay ${fresh.slice(-6)} to go on: `),
        `pay ${fresh.slice(-6)}`,
      );
      const { code, output } = await meant.ended;
      expect(code, output).to.equal(0);
      expect(await node.provider.getBalance(fresh)).to.equal(PRICE);
    });

    it("is not asked about for the recorded treasury, nor for a used address with its checksum", async () => {
      await recordAsMainnet(project, { treasury: fresh });
      const recorded = await live("ticket", "withdraw", "--to", fresh, "--yes");
      expect(recorded.code, recorded.errors).to.equal(0);
      await (await ticket.buyTicket(owner.address, 1, { value: PRICE })).wait();
      await recordAsMainnet(project);
      const other = await live("ticket", "withdraw", "--to", await used(), "--yes");
      expect(other.code, other.errors).to.equal(0);
    });

    it("is refused where no one has the key", async () => {
      for (const to of [NO_ONES, "0x0000000000000000000000000000000000000001"]) {
        const { code, errors } = await live("ticket", "withdraw", "--to", to);
        expect(code).to.equal(1);
        expect(errors).to.equal(`Error: --to is an address without a known key: ${to}\n`);
      }
    });
  });

  it("gives no royalty to the ticket contract, which can't take it", async () => {
    const before = await nonce();
    const { code, errors } = await live(
      ...["ticket", "set-royalty", "--receiver", await ticket.getAddress(), "--yes"],
    );
    expect(code).to.equal(1);
    expect(errors).to.match(
      /^Error: --receiver is the ticket contract itself, .+ Nothing was sent\.\n$/,
    );
    expect(await nonce()).to.equal(before);
  });

  it("freezes nothing by a plain yes", async () => {
    const { code, errors } = await live("ticket", "freeze-metadata", "--yes");
    expect(code).to.equal(1);
    expect(errors).to.contain("Freezing can't be undone, so --yes is not enough");
    const careless = typing("ticket", "freeze-metadata");
    await careless.answer(/Type freeze for ever to go on: /, "yes");
    expect((await careless.ended).code).to.equal(1);
    expect(await ticket.metadataFrozen()).to.equal(false);
    const meant = typing("ticket", "freeze-metadata");
    await meant.answer(/Type freeze for ever to go on: /, "freeze for ever");
    expect((await meant.ended).code).to.equal(0);
    expect(await ticket.metadataFrozen()).to.equal(true);
  });

  it("shows no private key that was pasted where another word belongs", async () => {
    for (const words of [
      ["ticket", "set-price", KEY],
      ["ticket", "withdraw", `--to=${KEY.slice(2)}`],
      ["ticket", "pause", `--${KEY}`],
      ["ticket", "status", "--network", KEY],
    ]) {
      // Starts a new process, because the configuration checks the command line when it loads.
      const { code, output, errors } = await startTask({ project, env: env() }, ...words).ended;
      expect(code, words.join(" ")).to.equal(1);
      expect(output).to.equal("");
      expect(errors).to.contain("Error: A word of this command looks like a private key");
      expect(errors).not.to.contain(KEY.slice(2));
    }
    const file = path.join(project, "cache", "pasted.csv");
    await writeFile(file, `code,payee\nalice,${KEY}\n${KEY},${ALICE}\n`);
    for (const words of [
      ["affiliates", "import"],
      ["affiliates", "payees", "import"],
    ]) {
      const { code, errors } = await live(...words, file);
      expect(code).to.equal(1);
      expect(errors).not.to.contain(KEY.slice(2));
    }
  });

  describe("in a list of affiliates", () => {
    async function csv(...lines: string[]): Promise<string> {
      const file = path.join(project, "cache", "slips.csv");
      await writeFile(file, `${lines.join("\n")}\n`);
      return file;
    }

    it("is named: a column that looks like addresses, and pays no one", async () => {
      const file = await csv("code,name,wallet", `alice,Alice,${ALICE}`);
      const { code, output, errors } = await live("affiliates", "import", file, "--yes");
      expect(code, errors).to.equal(0);
      expect(output).to.contain(
        `  "wallet" has addresses: they are kept as contacts, and no one is paid by them. ` +
          `Payees are named by: npm run hardhat -- affiliates payees import ${file} --network mainnet\n`,
      );
      expect(output).to.contain(
        "  contacts: 1 new, 0 cells changed, written once the codes are on chain.\n",
      );
    });

    it("is found at the import, not when people are to be paid: addresses and names", async () => {
      const before = await nonce();
      const misspelt = ALICE.replace("A11cE", "a11cE");
      const { code, errors } = await live(
        ...["affiliates", "import", "--yes"],
        await csv("code,payee,wallet", `alice,${misspelt},${ALICE}`, `bob,bob.eth,${NO_ONES}`),
      );
      expect(code).to.equal(1);
      expect(errors).to.contain("the payee of alice is misspelt");
      expect(errors).to.contain("the payee of bob is not an address: bob.eth");
      expect(errors).to.contain("the wallet of bob is an address without a known key");
      expect(errors).to.contain("Nothing was sent.");
      expect(await nonce()).to.equal(before);
    });

    it("leaves nothing behind after a no", async () => {
      const files = async () =>
        (await readdir(path.join(project, "deployments"), { recursive: true })).sort();
      const contacts = path.join(
        STATE_HOME,
        ...["ticket-mint", `1-${await ticket.getAddress()}`, "affiliates/contacts.json"],
      );
      const known = async () => await readFile(contacts, "utf8");
      const before = [await files(), await nonce(), await known()];
      const run = typing("affiliates", "import", await csv("code,name", "bob,Bob"));
      await run.answer(/Type yes to go on: /, "no");
      expect((await run.ended).code).to.equal(1);
      expect([await files(), await nonce(), await known()]).to.deep.equal(before);
    });
  });
});
