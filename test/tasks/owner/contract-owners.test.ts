import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect } from "chai";
import { type Contract, type JsonRpcSigner, TypedDataEncoder } from "ethers";
import { deploySafeWallet, safeFilesIn } from "../../../scripts/dev/rehearse/safe-wallet.ts";
import { builderChecksum } from "../../../scripts/tasks/outbox/safe/safe-checksum.ts";
import { Ticket__factory } from "../../../typechain-types/index.ts";
import { runTask } from "../support/command.ts";
import { PRICE, printed, RAISED_PRICE, typed } from "../support/money.ts";
import { startHardhatNode, type TestNode } from "../support/node.ts";
import { forgetDeployments, testProject } from "../support/project.ts";

describe("With a contract as the owner", () => {
  let project: string;
  let node: TestNode;
  let accounts: readonly JsonRpcSigner[];
  let ticket: ReturnType<typeof Ticket__factory.connect>;
  let safe: Contract;
  let safeAddress: string;

  const task = (...words: string[]) =>
    runTask({ project, env: { REHEARSAL_RPC_URL: node.url } }, ...words, "--network", "rehearsal");

  async function done(...words: string[]): Promise<string> {
    const { code, output, errors } = await task(...words);
    expect(code, errors).to.equal(0);
    return output;
  }

  async function deploy(owner: string): Promise<void> {
    await forgetDeployments(project);
    await done("ticket", "deploy", "--owner", owner);
    const record = JSON.parse(
      await readFile(path.join(project, "deployments/rehearsal/record.json"), "utf8"),
    );
    ticket = Ticket__factory.connect(record.address, accounts[0]);
  }

  const read = async (file = "") => JSON.parse(await readFile(path.join(project, file), "utf8"));

  before(async () => {
    project = await testProject();
    node = await startHardhatNode(1);
    accounts = await node.provider.listAccounts();
  });

  after(() => node.close());

  describe("that is a Safe", () => {
    beforeEach(async () => {
      safe = await deploySafeWallet(accounts.slice(1, 4), 2);
      safeAddress = await safe.getAddress();
      await deploy(safeAddress);
    });

    it("loses no file of an earlier run, and marks what a later one replaces", async () => {
      const first = await done("ticket", "set-price", typed(RAISED_PRICE));
      const second = await done("ticket", "set-price", typed(2n * RAISED_PRICE));
      const [older = ""] = safeFilesIn(first);
      const [newer = ""] = safeFilesIn(second);
      const marked = older.replace(/json$/, "superseded.json");
      expect(second).to.contain(`Superseded, so not to be signed: ${marked}\n`);
      for (const [file, price] of [
        [marked, RAISED_PRICE],
        [newer, 2n * RAISED_PRICE],
      ] as const) {
        const { meta, transactions, ...rest } = await read(file);
        expect(transactions[0].contractInputsValues).to.deep.equal({ price: String(price) });
        expect(meta.checksum).to.equal(builderChecksum({ meta, transactions, ...rest }));
        expect(meta.description).to.equal(
          `rehearsal: price ${printed(PRICE)} -> ${printed(price)}; call setTicketPrice(${price})`,
        );
      }
      const listed = await done("ticket", "safe-files");
      expect(listed).to.contain(`${marked}: superseded, not to be signed\n`);
      expect(listed).to.contain(`${newer}: pending\n`);
    });

    it("prints the hashes to compare, and those of another nonce", async () => {
      const output = await done("ticket", "set-price", typed(RAISED_PRICE));
      const [file = ""] = safeFilesIn(output);
      const domainHash = TypedDataEncoder.hashDomain({
        chainId: 1,
        verifyingContract: safeAddress,
      });
      expect(output).to.match(/^ {4}safeTxHash {3}0x[0-9a-f]{64} \(nonce 0\)$/m);
      expect(output).to.contain(`    domain hash  ${domainHash}\n    message hash 0x`);

      const listed = JSON.parse(await done("ticket", "safe-files", "--nonce", "12", "--json"));
      const [{ hashes, nonce, ...one }] = listed;
      expect(listed).to.have.length(1);
      expect(nonce).to.equal("12");
      expect(one).to.deep.equal({
        file,
        title: "Set the price of a ticket",
        to: [await ticket.getAddress()],
        valueWei: ["0"],
        calls: [`setTicketPrice(${RAISED_PRICE})`],
        state: "pending",
      });
      expect(hashes.domainHash).to.equal(domainHash);
      expect(output).not.to.contain(hashes.safeTxHash);
      const { code, errors } = await task("ticket", "safe-files", "--nonce", "twelve");
      expect({ code, errors }).to.deep.equal({
        code: 1,
        errors: "Error: --nonce has to be the whole number that the Safe's app shows: twelve\n",
      });
    });

    it("says of each file whom it calls, and what it pays", async () => {
      const [file = ""] = safeFilesIn(await done("ticket", "set-price", typed(RAISED_PRICE)));
      const attacker = "0x000000000000000000000000000000000000bEEF";
      const { meta, transactions, ...rest } = await read(file);
      const call = { ...transactions[0], to: attacker, value: (80n * 10n ** 18n).toString() };
      const planted = { ...rest, meta, transactions: [call] };
      const checksum = builderChecksum(planted);
      const name = file.replace(/-[0-9a-f]{8}\.json$/, `-${checksum.slice(2, 10)}.json`);
      const text = JSON.stringify({ ...planted, meta: { ...meta, checksum } }, null, 2);
      await writeFile(path.join(project, name), `${text}\n`);

      const listed = await done("ticket", "safe-files");
      expect(listed).to.contain(
        `    ${meta.name}\n    to ${attacker} (another address), 80 ETH: setTicketPrice(${RAISED_PRICE})\n    safeTxHash `,
      );
      expect(listed).to.contain(
        `    to ${await ticket.getAddress()} (Ticket), 0 ETH: setTicketPrice(${RAISED_PRICE})\n    safeTxHash `,
      );
    });

    it("prepares a pause and its end for the day, whatever the sale's state is", async () => {
      for (const name of ["pause", "unpause"]) {
        const [file = ""] = safeFilesIn(await done("ticket", name, "--prepare"));
        const { transactions } = await read(file);
        expect(transactions[0].contractMethod.name).to.equal(name);
      }
      expect(await ticket.paused()).to.equal(false);
      expect(await done("ticket", "safe-files")).not.to.contain("superseded");
    });

    it("puts as many codes into one file as a transaction takes", async () => {
      const codes = Array.from({ length: 600 }, (_, i) => `code-${i}`);
      const files = safeFilesIn(await done("affiliates", "add", ...codes));
      expect(files).to.have.length(2);
      const counts: number[] = [];
      for (const file of files) counts.push((await read(file)).transactions.length);
      expect(counts).to.deep.equal([4, 2]);
      expect(
        files.map((file) => /nonce(\d)-[0-9a-f]{8}-(.+)\.json$/.exec(file)?.slice(1)),
      ).to.deep.equal([
        ["0", "1-of-2"],
        ["1", "2-of-2"],
      ]);
    });
  });

  it("that is no Safe prints each call: target, value and data, and as JSON", async () => {
    const [account] = accounts;
    await deploy(account?.address ?? "");
    const timelock = await ticket.getAddress();
    await deploy(timelock);

    const output = await done("ticket", "set-price", typed(RAISED_PRICE));
    const target = await ticket.getAddress();
    const data = ticket.interface.encodeFunctionData("setTicketPrice", [RAISED_PRICE]);
    expect(output).to.contain(
      `The owner ${timelock} is a contract, but not a Safe that this task recognises: nothing was sent.`,
    );
    expect(output).to.contain(
      `  target      ${target}\n  value       0\n  data        ${data}\nAs JSON:\n`,
    );
    expect(JSON.parse(output.slice(output.indexOf("As JSON:\n") + 9))).to.deep.equal({
      chainId: 1,
      from: timelock,
      calls: [
        {
          target,
          value: "0",
          data,
          method: "setTicketPrice",
          inputs: { price: String(RAISED_PRICE) },
        },
      ],
    });
  });

  it("alone is prepared for: an account is told to run the task on the day", async () => {
    const [account] = accounts;
    await deploy(account?.address ?? "");
    const { code, errors } = await task("ticket", "pause", "--prepare");
    expect({ code, errors }).to.deep.equal({
      code: 1,
      errors: `Error: The owner ${account?.address} is an account, which needs no preparation: on the day, run it without --prepare.\n`,
    });
    expect(await ticket.paused()).to.equal(false);
  });
});
