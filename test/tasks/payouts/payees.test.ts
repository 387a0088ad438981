import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect } from "chai";
import { getAddress } from "ethers";
import { DRY_RUN_ENDS } from "../../../scripts/tasks/outbox/dry-run.ts";
import type { Payouts } from "../../../typechain-types/index.ts";
import { runTask } from "../support/command.ts";
import { KNOWN_KEY } from "../support/known-key.ts";
import { recordAsMainnet } from "../support/owned-sale.ts";
import { type PaidSale, startPaidSale } from "../support/paid-sale.ts";
import { prepareOnce } from "../support/prepare-once.ts";
import { forgetDeployments } from "../support/project.ts";
import { startInTerminal } from "../support/terminal.ts";

const ALICE = "0x00000000000000000000000000000000000A11cE";
const BOB = "0x0000000000000000000000000000000000000B0b";
const OTHER = getAddress("0x00000000000000000000000000000000000ca401");
/** Shares the first and last four characters with `ALICE`. */
const LIKE_ALICE = getAddress("0x00007777777777777777777777777777777711ce");

describe("affiliates payees", () => {
  let sale: PaidSale;
  let payouts: Payouts;

  const set = (...words: string[]) => sale.task("affiliates", "payees", "set", ...words);
  const imported = async (header: string, ...rows: string[]) =>
    sale.task(
      ...["affiliates", "payees", "import"],
      await sale.writeCsv("payees.csv", header, ...rows),
    );

  before(async () => {
    sale = await startPaidSale(["alice", "bob", "carol", "a1ice"]);
  });

  after(async () => {
    await sale.node.close();
    await forgetDeployments(sale.project);
  });

  describe("on a chain that each test finds anew", () => {
    prepareOnce(
      () => sale,
      async () => {
        payouts = await sale.deployPayouts();
      },
    );

    it("imports the payees of a file, each shown as old -> new, and sends nothing for those that are so already", async () => {
      const first = await imported("code,name,payee", `alice,Alice,${ALICE}`, "bob,Bob,");
      expect(first.code, first.errors).to.equal(0);
      expect(first.output).to.contain("1 payee. 1 code without one: they stay as they are.\n");
      expect(first.output).to.match(new RegExp(`^alice +none -> ${ALICE}$`, "m"));
      expect(first.output).to.contain("Done: 1 payee named, ");
      expect(await payouts.payee("alice")).to.equal(ALICE);

      const nonce = await sale.owner.getNonce();
      const again = await imported("code,payee", `alice,${ALICE}`);
      expect(again.output).to.contain("1 payee already so. Nothing to do.\n");
      expect(await sale.owner.getNonce()).to.equal(nonce);

      const changed = await imported("code,payee", `ALICE,${OTHER}`, `bob,${BOB}`);
      expect(changed.output).to.match(new RegExp(`^alice +${ALICE} -> ${OTHER}$`, "m"));
      expect(changed.output).to.match(new RegExp(`^bob +none -> ${BOB}$`, "m"));
      expect(await payouts.payee("alice")).to.equal(OTHER);
      expect(await sale.owner.getNonce()).to.equal(nonce + 1);
    });

    it("sets the payee of one code, and takes it back with none", async () => {
      expect((await set("Bob", BOB.toLowerCase())).code).to.equal(0);
      expect(await payouts.payee("bob")).to.equal(BOB);
      const { code, output, errors } = await set("bob", "none");
      expect(code, errors).to.equal(0);
      expect(output).to.match(new RegExp(`^bob +${BOB} -> none$`, "m"));
      expect(await payouts.payee("bob")).to.equal("0x0000000000000000000000000000000000000000");
    });

    it("uses nothing of a file with an address that is none, is misspelt, or is an ENS name", async () => {
      const nonce = await sale.owner.getNonce();
      const misspelt = ALICE.replace("A11cE", "a11cE");
      const { code, errors } = await imported(
        "code,payee",
        ...[`alice,${misspelt}`, "bob,bob.eth", `a1ice,${OTHER}`],
      );
      expect(code).to.equal(1);
      expect(errors).to.contain("the payee of alice is misspelt");
      expect(errors).to.contain("the payee of bob is not an address: bob.eth");
      expect(errors).to.contain("Nothing was sent.");
      expect(await sale.owner.getNonce()).to.equal(nonce);
    });

    it("names the column that has addresses if none is called payee", async () => {
      const { code, errors } = await imported("code,name,wallet", `alice,Alice,${ALICE}`);
      expect(code).to.equal(1);
      expect(errors).to.match(
        /payees\.csv has no column payee\. Its column "?wallet"? has addresses: rename it\. Nothing was sent\.\n$/,
      );
      expect((await imported("code,name", "alice,Alice")).errors).to.match(
        /has no column payee\. Nothing was sent\.\n$/,
      );
      expect((await imported("code,payee", "alice,")).errors).to.contain("names no payee.");
    });

    it("refuses a code that was never registered, and the sale's own contracts", async () => {
      const unknown = await set("alicia", ALICE);
      expect(unknown.code).to.equal(1);
      expect(unknown.errors).to.contain("Never registered on rehearsal: alicia. Nothing was sent.");
      for (const contract of [await payouts.getAddress(), await sale.ticket.getAddress()]) {
        const { code, errors } = await set("alice", contract);
        expect(code).to.equal(1);
        expect(errors).to.contain(`The payee of alice is the sale's own contract ${contract}.`);
      }
      expect((await set("al", ALICE)).errors).to.contain("Not an affiliate code");
    });

    it("warns of a code that is easily taken for another, and of an address with the ends of another", async () => {
      const code = await set("a1ice", BOB);
      expect(code.errors).to.equal("Warning: a1ice is easily mistaken for alice.\n");
      await set("alice", ALICE);
      const address = await set("bob", LIKE_ALICE);
      expect(address.errors).to.equal(
        `Warning: ${LIKE_ALICE}, for bob, looks like ${ALICE}, a payee of alice.\n`,
      );
      const both = await imported("code,payee", `alice,${LIKE_ALICE}`, `bob,${ALICE}`);
      expect(both.errors).to.contain(`${LIKE_ALICE}, for alice, looks like ${ALICE}`);
    });

    it("shows it all with --dry-run, and sends nothing", async () => {
      const nonce = await sale.owner.getNonce();
      const { code, output, errors } = await set("alice", ALICE, "--dry-run");
      expect(code, errors).to.equal(0);
      expect(output).to.match(new RegExp(`^alice +none -> ${ALICE}$`, "m"));
      expect(output).to.contain(`input       payees = ["${ALICE}"]`);
      expect(output).to.contain("method      setPayees");
      expect(output.split("\n").at(-2)).to.equal(DRY_RUN_ENDS);
      expect(await sale.owner.getNonce()).to.equal(nonce);
    });

    describe("where real money may be meant", () => {
      const env = () => ({
        MAINNET_RPC_URL: sale.node.url,
        MAINNET_SECOND_RPC_URL: `${sale.node.url}/second`,
        DEPLOYER_PRIVATE_KEY: KNOWN_KEY,
      });
      const words = (code: string, payee: string) =>
        ["affiliates", "payees", "set", code, payee, "--network", "mainnet"] as const;
      const setLive = (code: string, payee: string, ...more: string[]) =>
        runTask({ project: sale.project, env: env() }, ...words(code, payee), ...more);

      beforeEach(async () => {
        await recordAsMainnet(sale.project);
        const file = (network: string) =>
          path.join(sale.project, "deployments", network, "payouts-record.json");
        const text = await readFile(file("rehearsal"), "utf8");
        await writeFile(file("mainnet"), text.replace('"rehearsal"', '"mainnet"'));
      });

      it("shows a first payee and asks, and sends nothing after a no", async () => {
        const run = startInTerminal(
          { project: sale.project, env: env() },
          ...words("alice", ALICE),
        );
        await run.answer(/Type yes to go on: /, "no");
        const { code, output } = await run.ended;
        expect(code).to.equal(1);
        expect(output).to.match(new RegExp(`none -> ${ALICE}`));
        expect(output).to.contain("Not confirmed: nothing was sent");
        expect(await payouts.payee("alice")).to.equal("0x0000000000000000000000000000000000000000");
      });

      it("takes --yes for a first payee, and for no other one, nor for one that looks like another", async () => {
        const first = await setLive("carol", ALICE, "--yes");
        expect(first.code, first.errors).to.equal(0);
        const changed = await setLive("carol", OTHER, "--yes");
        expect(changed.code).to.equal(1);
        expect(changed.errors).to.equal(
          "Error: Another payee than before is named (carol), so --yes is not enough: " +
            "run it in a terminal, without --yes. Nothing was sent.\n",
        );
        const alike = await setLive("bob", LIKE_ALICE, "--yes");
        expect(alike.code).to.equal(1);
        expect(alike.errors).to.contain("looks like");
        expect(alike.errors).to.contain("so --yes is not enough");

        const run = startInTerminal(
          { project: sale.project, env: env() },
          ...words("carol", OTHER),
        );
        await run.answer(/Type changed to go on: /, "changed");
        const { code, output } = await run.ended;
        expect(code, output).to.equal(0);
        expect(await payouts.payee("carol")).to.equal(OTHER);
      });
    });
  });
});
