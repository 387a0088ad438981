import { readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect } from "chai";
import { Wallet } from "ethers";
import { DRY_RUN_ENDS } from "../../../scripts/tasks/outbox/shown-calls.ts";
import { Payouts__factory, type Ticket } from "../../../typechain-types/index.ts";
import { recordAsMainnet } from "../support/owned-sale.ts";
import { idle, refusal, useSale } from "../support/sale.ts";

const FILE = "payouts-record.json";
const RECORD = `deployments/rehearsal/${FILE}`;
const DEPLOY = ["ticket", "deploy-payouts"] as const;
const FIVE = [...DEPLOY, "--commission", "5"] as const;
const SIX = [...DEPLOY, "--commission", "6"] as const;
const STRANGER = Wallet.createRandom().address;

describe("ticket deploy-payouts", () => {
  const sale = useSale({ codes: ["alice"] }, async () => {});

  const record = () => sale.recorded(FILE);
  const forget = () => rm(path.join(sale.project, RECORD));

  it("deploys it for the owner, with the commission asked for, and then has nothing to do", async () => {
    const { output, sent } = await sale.task(...DEPLOY, "--commission", "7.25");
    const { address, arguments: terms } = await record();
    expect(terms).to.deep.equal({
      owner: sale.owner.address,
      ticket: await sale.ticket.getAddress(),
      commissionBps: 725,
    });
    const payouts = Payouts__factory.connect(address, sale.node.provider);
    expect(await payouts.commissionBps()).to.equal(725n);
    expect(await payouts.owner()).to.equal(sale.owner.address);
    expect(output).to.contain(`Payouts is deployed to rehearsal at ${address} (${RECORD}).`);
    expect(sent).to.equal(1);
    const artifact = await sale.recorded("artifacts/Ticket#Payouts.json");
    expect(artifact.contractName).to.equal("Payouts");

    expect(await sale.task(...DEPLOY, "--commission", "7.25")).to.deep.equal(
      idle(`Payouts is already deployed to rehearsal at ${address}. Nothing to do.`),
    );
  });

  it("refuses other terms than the deployed ones, recorded or not: new books would owe everything once more", async () => {
    await sale.deployPayouts();
    for (const before of [async () => {}, forget]) {
      await before();
      expect(await sale.refused(...SIX)).to.contain("its commission is 5 %, and you asked for 6 %");
      expect(await sale.refused(...FIVE, "--owner", STRANGER)).to.contain(
        `its first owner is ${sale.owner.address}, and you asked for ${STRANGER}`,
      );
    }
  });

  it("writes a lost record again from the chain, and deploys nothing for it", async () => {
    await sale.deployPayouts();
    const written = await record();
    await forget();
    const shown = await sale.done(...FIVE, "--dry-run", "--from", written.deployer);
    expect(shown).to.contain(`Payouts is at ${written.address} already.`);
    const { code, errors, sent } = await sale.task(...FIVE);
    expect({ code, sent }, errors).to.deep.equal({ code: 0, sent: 0 });
    expect(await record()).to.deep.equal(written);
  });

  it("passes over the Payouts of another sale, from the same deployer", async () => {
    const { owner, node } = sale;
    const { transactionHash } = await sale.recorded("record.json");
    const { data = "" } = (await node.provider.getTransaction(transactionHash)) ?? {};
    const other = await (await owner.sendTransaction({ data })).wait();
    await new Payouts__factory(owner).deploy({
      owner: owner.address,
      ticket: other?.contractAddress ?? "",
      commissionBps: 600,
    });
    const { errors, sent } = await sale.task(...FIVE);
    expect(sent, errors).to.equal(1);
    expect((await record()).arguments.ticket).to.equal(await sale.ticket.getAddress());
  });

  it("shows the creation with --dry-run, and neither sends nor writes", async () => {
    const { code, output, errors, sent } = await sale.task(...FIVE, "--dry-run");
    expect({ code, sent }, errors).to.deep.equal({ code: 0, sent: 0 });
    expect(output).to.contain("commission  5 % of what buyers with a code pay");
    expect(output).to.match(/^ {2}creation {4}new Payouts\(\[0x\w{40}, 0x\w{40}, 500\]\)$/m);
    expect(output).to.match(/^ {2}creates {5}0x\w{40}, by nonce \d+$/m);
    expect(output.split("\n").at(-2)).to.equal(DRY_RUN_ENDS);
    expect(await record().catch(() => null)).to.equal(null);
  });

  for (const [words, error] of [
    [[], "Set the commission in percent, for example --commission 5"],
    [["--commission", "50.01"], "--commission is above 50, the most that Payouts takes: 50.01"],
    // A record could be planted.
    [
      ["--commission", "5", "--dry-run", "--from", STRANGER],
      `${STRANGER} neither deployed the Ticket nor was its first owner, so tasks could not tell its Payouts from an attacker's.`,
    ],
  ] as const) {
    it(`refuses ${words.join(" ") || "no commission"}`, async () => {
      expect(await sale.refused(...DEPLOY, ...words)).to.contain(`Error: ${error}`);
    });
  }

  describe("before its record is used", () => {
    const refusedWith = async (changes: object) => {
      const written = await record();
      const terms = { ...written.arguments, ...Reflect.get(changes, "arguments") };
      const changed = { ...written, ...changes, arguments: terms };
      await writeFile(path.join(sale.project, RECORD), JSON.stringify(changed, null, 2));
      return await sale.refused("affiliates", "due");
    };

    it("says that there is none, and how to get one", async () => {
      expect(await sale.task("affiliates", "due")).to.deep.equal(
        refusal(
          `No Payouts is recorded for rehearsal (${RECORD}). ` +
            "Deploy it first: npm run hardhat -- ticket deploy-payouts --commission 5 --network rehearsal",
        ),
      );
    });

    for (const [what, changes, says] of [
      ["another address", { address: STRANGER }, `not ${STRANGER}`],
      [
        "other terms",
        { arguments: { commissionBps: 600 } },
        "its transaction has other arguments than the recorded ones",
      ],
      ["another Ticket", { arguments: { ticket: STRANGER } }, `is for the Ticket ${STRANGER}, not`],
      ["another network", { network: "base" }, "is of base, chain 1."],
      ["another chain", { chainId: 10 }, "is of rehearsal, chain 10."],
      [
        "other code than this project's",
        { creationCodeHash: `0x${"12".repeat(32)}` },
        "names a contract whose code does not match this clone's contracts/Payouts.sol. Check out the commit",
      ],
      [
        "a nonce that is no number",
        { deployerNonce: "x" },
        `${RECORD}, line 6: its deployerNonce is not a whole number: x.`,
      ],
    ] as const) {
      it(`refuses ${what}`, async () => {
        await sale.deployPayouts();
        expect(await refusedWith(changes)).to.contain(says);
      });
    }

    it("takes no contract that a stranger has deployed and planted, with whatever owner", async () => {
      const stranger = sale.account(9);
      await sale.deployPayouts();
      const planted = await new Payouts__factory(stranger).deploy({
        owner: sale.owner.address,
        ticket: await sale.ticket.getAddress(),
        commissionBps: 500,
      });
      const receipt = await planted.deploymentTransaction()?.wait();
      const errors = await refusedWith({
        address: await planted.getAddress(),
        deployer: stranger.address,
        deployerNonce: 0,
        transactionHash: receipt?.hash,
        blockNumber: receipt?.blockNumber,
      });
      expect(errors).to.contain("which neither deployed the Ticket nor was its first owner");
    });

    it("is stopped by an endpoint that shows another transaction", async () => {
      await sale.deployPayouts();
      const { transactionHash } = await record();
      const { code, errors } = await sale.taskOver(
        {
          edit: ({ method, params }, answer) =>
            method === "eth_getTransactionByHash" && params[0] === transactionHash
              ? answer.replace(/"nonce":"0x\w+"/, '"nonce":"0x77"')
              : answer,
        },
        "affiliates",
        "due",
      );
      expect(code).to.equal(1);
      expect(errors).to.contain(`${transactionHash} is not what the endpoint shows for it`);
    });
  });

  describe("where real money may be meant", () => {
    beforeEach(() => recordAsMainnet(sale.project));

    it("asks for an unusual commission to be typed once more, which --yes does not answer", async () => {
      for (const commission of ["0.99", "20.01"]) {
        const words = [...DEPLOY, "--commission", commission, "--yes"];
        const { errors, sent } = await sale.onMainnet(...words);
        expect(errors).to.contain(
          `A commission of ${commission} % is unusual, it can't be changed later, and buyers with a code save`,
        );
        expect(errors).to.contain("so --yes is not enough");
        expect(sent).to.equal(0);
      }
      const run = sale.typed(...DEPLOY, "--commission", "50");
      await run.answer(/Type 50 percent to go on: /, "50");
      const { code, output } = await run.ended;
      expect(code).to.equal(1);
      expect(output).to.contain("Not confirmed: nothing was sent");
      const usual = await sale.onMainnet(...DEPLOY, "--commission", "20", "--yes");
      expect(usual.sent, usual.errors).to.equal(1);
    });

    it("names no owner that only an endpoint names", async () => {
      const next = sale.account(1);
      await (await sale.ticket.transferOwnership(next.address)).wait();
      await (await (sale.ticket.connect(next) as Ticket).acceptOwnership()).wait();
      const { errors, sent } = await sale.onMainnet(...FIVE, "--yes");
      expect(errors).to.contain("Name the owner of Payouts: --owner 0x");
      expect(sent).to.equal(0);
      const named = await sale.onMainnet(...FIVE, "--yes", "--owner", STRANGER);
      expect(named.code, named.errors).to.equal(0);
      expect(named.output).to.contain(`owner       ${STRANGER}, a single account`);
    });

    it("deploys nothing from a folder with uncommitted changes", async () => {
      const file = path.join(sale.project, "collection.ts");
      const text = await readFile(file, "utf8");
      await writeFile(file, `${text}\n`);
      const { errors, sent } = await sale.onMainnet(...FIVE, "--yes");
      await writeFile(file, text);
      expect({ errors, sent }).to.deep.equal({
        errors: "Error: Nothing was sent: there are uncommitted changes. Commit or remove them.\n",
        sent: 0,
      });
    });
  });
});
