import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect } from "chai";
import { type Contract, TypedDataEncoder } from "ethers";
import {
  deploySafeWallet,
  executeBatch,
  safeFilesIn,
} from "../../../scripts/dev/rehearse/safe-wallet.ts";
import { builderChecksum } from "../../../scripts/tasks/outbox/safe/safe-builder-file.ts";
import { PRICE, printed, RAISED_PRICE, typed } from "../support/money.ts";
import { prepareOnce } from "../support/prepare-once.ts";
import { refusal, useSale } from "../support/sale.ts";

describe("With a contract as the owner", () => {
  const sale = useSale();

  const setPrice = (price: bigint) => sale.done("ticket", "set-price", typed(price));
  const read = async (file = "") =>
    JSON.parse(await readFile(path.join(sale.project, file), "utf8"));
  /** Impersonates accounts, because a contract has no key. */
  async function hand(owner: string): Promise<void> {
    const { provider } = sale.node;
    const to = await sale.ticket.getAddress();
    await (await sale.ticket.transferOwnership(owner)).wait();
    const { data } = await sale.ticket.acceptOwnership.populateTransaction();
    await provider.send("hardhat_impersonateAccount", [owner]);
    await provider.send("hardhat_setBalance", [owner, "0xde0b6b3a7640000"]);
    await provider.send("eth_sendTransaction", [{ from: owner, to, data }]);
    await provider.send("hardhat_stopImpersonatingAccount", [owner]);
  }

  describe("that is a Safe", () => {
    let safe: Contract;
    let safeAddress: string;

    prepareOnce(
      () => sale,
      async () => {
        safe = await deploySafeWallet([1, 2, 3].map(sale.account), 2);
        safeAddress = await safe.getAddress();
        await sale.done("ticket", "transfer-ownership", safeAddress);
        const [file = ""] = safeFilesIn(await sale.done("ticket", "accept-ownership"));
        await execute(file);
      },
    );

    const execute = (file: string) =>
      executeBatch(safe, [1, 2].map(sale.account), path.join(sale.project, file));

    it("accepts, and signs what the tasks write instead of sending", async () => {
      expect(await sale.ticket.owner()).to.equal(safeAddress);
      expect(await sale.done("ticket", "accept-ownership")).to.contain("Nothing to do.");
      expect(await sale.done("ticket", "status")).to.contain(`owner       ${safeAddress} (a Safe)`);

      const [file = ""] = safeFilesIn(await setPrice(RAISED_PRICE));
      expect(await sale.ticket.ticketPrice()).to.equal(PRICE);
      await execute(file);
      expect(await sale.ticket.ticketPrice()).to.equal(RAISED_PRICE);

      const added = await sale.done("affiliates", "add", "carol");
      expect(added).to.contain("inactive -> active");
      expect(added).to.contain("The owner is a Safe (2 of 3): nothing was sent.");
      expect(await sale.ticket.isAffiliateActive("carol")).to.equal(false);
      await execute(safeFilesIn(added)[0] ?? "");
      expect(await sale.ticket.isAffiliateActive("carol")).to.equal(true);
      expect(await sale.done("affiliates", "add", "carol")).to.contain(
        "already active. Nothing to do.",
      );
    });

    it("loses no file of an earlier run, and marks what a later one replaces", async () => {
      const [older = ""] = safeFilesIn(await setPrice(RAISED_PRICE));
      const second = await setPrice(2n * RAISED_PRICE);
      const [newer = ""] = safeFilesIn(second);
      const marked = older.replace(/json$/, "superseded.json");
      expect(second).to.contain(`Superseded. Don't sign it: ${marked}\n`);
      expect((await read(newer)).meta.description).to.equal(
        `rehearsal: price ${printed(PRICE)} -> ${printed(2n * RAISED_PRICE)}; call setTicketPrice(${2n * RAISED_PRICE})`,
      );
      const listed = await sale.done("ticket", "safe-files");
      expect(listed).to.contain(`${marked}: superseded, not to be signed\n`);
      expect(listed).to.contain(`${newer}: pending\n`);
    });

    it("prints the hashes to compare, and those of another nonce", async () => {
      const output = await setPrice(RAISED_PRICE);
      const domainHash = TypedDataEncoder.hashDomain({
        chainId: 1,
        verifyingContract: safeAddress,
      });
      expect(output).to.match(/^ {4}safeTxHash {3}0x[0-9a-f]{64} \(nonce 1\)$/m);
      expect(output).to.contain(`    domain hash  ${domainHash}\n    message hash 0x`);

      const listed = await sale.done("ticket", "safe-files", "--nonce", "12", "--json");
      const [{ hashes, nonce, ...one }] = JSON.parse(listed).slice(-1);
      expect(nonce).to.equal("12");
      expect(one).to.deep.equal({
        file: safeFilesIn(output)[0],
        title: "Set the price of a ticket",
        to: [await sale.ticket.getAddress()],
        valueWei: ["0"],
        calls: [`setTicketPrice(${RAISED_PRICE})`],
        state: "pending",
      });
      expect(hashes.domainHash).to.equal(domainHash);
      expect(output).not.to.contain(hashes.safeTxHash);
      expect(await sale.task("ticket", "safe-files", "--nonce", "twelve")).to.deep.equal(
        refusal("--nonce must be the whole number that the Safe's app shows: twelve"),
      );
    });

    it("says of each file whom it calls, and what it pays", async () => {
      const [file = ""] = safeFilesIn(await setPrice(RAISED_PRICE));
      const attacker = "0x000000000000000000000000000000000000bEEF";
      const { meta, transactions, ...rest } = await read(file);
      const call = { ...transactions[0], to: attacker, value: (80n * 10n ** 18n).toString() };
      const planted = { ...rest, meta, transactions: [call] };
      const checksum = builderChecksum(planted);
      const name = file.replace(/-[0-9a-f]{8}\.json$/, `-${checksum.slice(2, 10)}.json`);
      const text = JSON.stringify({ ...planted, meta: { ...meta, checksum } }, null, 2);
      await writeFile(path.join(sale.project, name), `${text}\n`);

      const listed = await sale.done("ticket", "safe-files");
      for (const line of [
        `    ${meta.name}\n    to ${attacker} (another address), 80 ETH: setTicketPrice(${RAISED_PRICE})\n    safeTxHash `,
        `    to ${await sale.ticket.getAddress()} (Ticket), 0 ETH: setTicketPrice(${RAISED_PRICE})\n    safeTxHash `,
      ]) {
        expect(listed).to.contain(line);
      }
    });

    it("prepares a pause and its end for the day, whatever the sale's state is", async () => {
      for (const [name, change] of [
        ["pause", "open -> paused"],
        ["unpause", "paused -> open"],
      ] as const) {
        const output = await sale.done("ticket", name, "--prepare");
        expect(output).to.contain(`  sales       ${change}\n`);
        const [file = ""] = safeFilesIn(output);
        const { transactions } = await read(file);
        expect(transactions[0].contractMethod.name).to.equal(name);
      }
      expect(await sale.ticket.paused()).to.equal(false);
      expect(await sale.done("ticket", "safe-files")).not.to.contain("superseded");
    });

    it("puts as many codes into one file as a transaction takes", async () => {
      const codes = Array.from({ length: 600 }, (_, i) => `code-${i}`);
      const files = safeFilesIn(await sale.done("affiliates", "add", ...codes));
      const found = await Promise.all(
        files.map(async (file) => [
          ...(/nonce(\d)-[0-9a-f]{8}-(.+)\.json$/.exec(file)?.slice(1) ?? []),
          (await read(file)).transactions.length,
        ]),
      );
      expect(found).to.deep.equal([
        ["1", "1-of-2", 4],
        ["2", "2-of-2", 2],
      ]);
    });
  });

  describe("that is no Safe", () => {
    prepareOnce(
      () => sale,
      () => hand("0x00000000000000000000000000000000000c0de5"),
    );

    it("prints each call: target, value and data, and as JSON", async () => {
      const timelock = await sale.ticket.owner();
      await sale.node.provider.send("hardhat_setCode", [timelock, "0x00"]);
      const output = await setPrice(RAISED_PRICE);
      const target = await sale.ticket.getAddress();
      const data = sale.ticket.interface.encodeFunctionData("setTicketPrice", [RAISED_PRICE]);
      expect(output).to.contain(
        `The owner ${timelock} is a contract, but not a Safe that this task recognises: nothing was sent.`,
      );
      expect(output).to.contain(
        `  target      ${target}\n  value       0\n  data        ${data}\nAs JSON:\n`,
      );
      const inputs = { price: String(RAISED_PRICE) };
      expect(JSON.parse(output.slice(output.indexOf("As JSON:\n") + 9))).to.deep.equal({
        chainId: 1,
        from: timelock,
        calls: [{ target, value: "0", data, method: "setTicketPrice", inputs }],
      });
    });
  });

  it("is prepared for, unlike an account, which runs the task on the day", async () => {
    expect(await sale.refused("ticket", "pause", "--prepare")).to.equal(
      `Error: The owner ${sale.owner.address} is an account, so nothing has to be prepared: on the day, run the command without --prepare.\n`,
    );
  });
});
