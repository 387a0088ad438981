import { readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect } from "chai";
import { Wallet } from "ethers";
import { workAlone } from "../../../scripts/tasks/machine/one-at-a-time.ts";
import { DRY_RUN_ENDS } from "../../../scripts/tasks/outbox/dry-run.ts";
import { senderName } from "../../../scripts/tasks/outbox/under-way.ts";
import { Payouts__factory } from "../../../typechain-types/index.ts";
import { startRpcProxy } from "../../doubles/rpc/rpc-proxy.ts";
import { runTask, STATE_HOME } from "../support/command.ts";
import { KNOWN_KEY } from "../support/known-key.ts";
import { recordAsMainnet } from "../support/owned-sale.ts";
import { type PaidSale, startPaidSale } from "../support/paid-sale.ts";
import { prepareOnce } from "../support/prepare-once.ts";
import { forgetDeployments } from "../support/project.ts";
import { startInTerminal } from "../support/terminal.ts";

const RECORD = "deployments/rehearsal/payouts-record.json";

describe("ticket deploy-payouts", () => {
  let sale: PaidSale;

  const deploy = (...words: string[]) => sale.task("ticket", "deploy-payouts", ...words);
  const record = async () => JSON.parse(await readFile(path.join(sale.project, RECORD), "utf8"));

  before(async () => {
    sale = await startPaidSale(["alice"]);
  });

  after(async () => {
    await sale.node.close();
    await forgetDeployments(sale.project);
  });

  describe("on a chain that each test finds anew", () => {
    prepareOnce(
      () => sale,
      async () => {},
    );

    it("deploys it for the owner, with the commission asked for, and then has nothing to do", async () => {
      const owner = await sale.owner.getAddress();
      const nonce = await sale.owner.getNonce();
      const { code, output, errors } = await deploy("--commission", "7.25");
      expect(code, errors).to.equal(0);
      const { address, arguments: terms } = await record();
      expect(terms).to.deep.equal({
        ...{ owner, ticket: await sale.ticket.getAddress() },
        commissionBps: 725,
      });
      const payouts = Payouts__factory.connect(address, sale.node.provider);
      expect(await payouts.commissionBps()).to.equal(725n);
      expect(await payouts.owner()).to.equal(owner);
      expect(output).to.contain(`Payouts is deployed to rehearsal at ${address} (${RECORD}).`);
      const artifact = path.join(
        sale.project,
        "deployments/rehearsal/artifacts/Ticket#Payouts.json",
      );
      expect(JSON.parse(await readFile(artifact, "utf8")).contractName).to.equal("Payouts");

      expect((await deploy("--commission", "7.25")).output).to.equal(
        `Payouts is already deployed to rehearsal at ${address}. Nothing to do.\n`,
      );
      expect(await sale.owner.getNonce()).to.equal(nonce + 1);
    });

    for (const words of [
      ["deploy-payouts", "--commission", "5"],
      ["deploy-renderer", "ipfs://bafy/"],
    ]) {
      it(`is refused as ${words[0]} is while another task sends from the deployer`, async () => {
        const deployer = await sale.owner.getAddress();
        const nonce = await sale.owner.getNonce();
        const { chainId } = await sale.node.provider.getNetwork();
        const state = path.join(STATE_HOME, "ticket-mint");
        const line = "Another task sends.";
        const name = senderName({ chainId: Number(chainId) }, deployer, state);
        const release = await workAlone(name, line);
        const { code, errors } = await sale.task("ticket", ...words);
        await release();
        expect({ code, errors }).to.deep.equal({ code: 1, errors: `Error: ${line}\n` });
        expect(await sale.owner.getNonce()).to.equal(nonce);
      });
    }

    it("refuses other terms than the deployed ones, recorded or not: new books would owe everything once more", async () => {
      await deploy("--commission", "5");
      const nonce = await sale.owner.getNonce();
      const recorded = await deploy("--commission", "6");
      expect(recorded.code).to.equal(1);
      expect(recorded.errors).to.contain("its commission is 5 %, and you asked for 6 %");
      await rm(path.join(sale.project, RECORD));
      const lost = await deploy("--commission", "6");
      expect(lost.code).to.equal(1);
      expect(lost.errors).to.contain("for this Ticket already, with a commission of 5 %.");
      expect(await sale.owner.getNonce()).to.equal(nonce);
    });

    it("writes a record that was lost anew from the chain, and deploys nothing for it", async () => {
      await deploy("--commission", "5");
      const written = await record();
      const nonce = await sale.owner.getNonce();
      await rm(path.join(sale.project, RECORD));
      const shown = await deploy("--commission", "5", "--dry-run", "--from", written.deployer);
      expect(shown.output).to.contain(`Payouts is at ${written.address} already.`);
      const { code, errors } = await deploy("--commission", "5");
      expect(code, errors).to.equal(0);
      expect(await record()).to.deep.equal(written);
      expect(await sale.owner.getNonce()).to.equal(nonce);
    });

    it("shows the creation with --dry-run, and neither sends nor writes", async () => {
      const nonce = await sale.owner.getNonce();
      const { code, output, errors } = await deploy("--commission", "5", "--dry-run");
      expect(code, errors).to.equal(0);
      expect(output).to.contain("commission  5 % of what buyers with a code pay");
      expect(output).to.match(/^ {2}creation {4}new Payouts\(\[0x\w{40}, 0x\w{40}, 500\]\)$/m);
      expect(output).to.match(/^ {2}creates {5}0x\w{40}, by nonce \d+$/m);
      expect(output.split("\n").at(-2)).to.equal(DRY_RUN_ENDS);
      expect(await sale.owner.getNonce()).to.equal(nonce);
      expect(await record().catch(() => null)).to.equal(null);
    });

    it("says what is wrong with a commission", async () => {
      for (const [words, error] of [
        [[], "Set the commission in percent, for example --commission 5"],
        [["--commission", "0"], "--commission is not a percentage above 0"],
        [["--commission", "5.125"], "--commission is not a percentage above 0"],
        [["--commission", "50.01"], "--commission is above 50, the most that Payouts takes: 50.01"],
      ] as const) {
        const { code, errors } = await deploy(...words);
        expect(code).to.equal(1);
        expect(errors).to.contain(error);
      }
    });

    it("takes no account that the sale's record does not name, since a record could be planted", async () => {
      const stranger = Wallet.createRandom().address;
      const { code, errors } = await deploy("--commission", "5", "--dry-run", "--from", stranger);
      expect(code).to.equal(1);
      expect(errors).to.contain(
        `${stranger} neither deployed the Ticket nor was its first owner, so tasks could not tell its Payouts from an attacker's.`,
      );
    });

    describe("before its record is used", () => {
      const due = () => sale.task("affiliates", "due");

      async function refusedWith(change: object): Promise<string> {
        await rm(path.join(sale.project, RECORD), { force: true });
        await deploy("--commission", "5");
        const written = await record();
        const terms = { ...written.arguments, ...Reflect.get(change, "arguments") };
        const changed = { ...written, ...change, arguments: terms };
        await writeFile(path.join(sale.project, RECORD), JSON.stringify(changed, null, 2));
        const { code, errors } = await due();
        expect(code).to.equal(1);
        return errors;
      }

      it("says that there is none, and how to get one", async () => {
        const { code, errors } = await due();
        expect([code, errors]).to.deep.equal([
          1,
          "Error: No Payouts is recorded for rehearsal (deployments/rehearsal/payouts-record.json). " +
            "Deploy it first: npm run hardhat -- ticket deploy-payouts --commission 5 --network rehearsal\n",
        ]);
      });

      it("proves by the chain that its transaction made that address, with those terms", async () => {
        const address = await sale.ticket.getAddress();
        expect(await refusedWith({ address })).to.contain(`not ${address}`);
        expect(await refusedWith({ arguments: { commissionBps: 600 } })).to.contain(
          "its transaction has other arguments than the recorded ones",
        );
        expect(await refusedWith({ arguments: { ticket: address.replace(/..$/, "00") } })).to.match(
          /is not an address with its checksum|is of the Ticket/,
        );
      });

      it("takes no contract that a stranger has deployed and planted, with whatever owner", async () => {
        const stranger = await sale.node.provider.getSigner(9);
        const owner = await sale.owner.getAddress();
        const planted = await new Payouts__factory(stranger).deploy({
          ...{ owner, ticket: await sale.ticket.getAddress(), commissionBps: 500 },
        });
        const receipt = await planted.deploymentTransaction()?.wait();
        const errors = await refusedWith({
          address: await planted.getAddress(),
          deployer: await stranger.getAddress(),
          deployerNonce: 0,
          transactionHash: receipt?.hash,
          blockNumber: receipt?.blockNumber,
        });
        expect(errors).to.contain("which neither deployed the Ticket nor was its first owner");
      });

      it("takes no other code than this project's, and names the commit to check out", async () => {
        const errors = await refusedWith({ creationCodeHash: `0x${"12".repeat(32)}` });
        expect(errors).to.contain(
          "names a contract of other code than this clone's contracts/Payouts.sol. Check out the commit",
        );
      });

      it("says which line of it is damaged", async () => {
        await deploy("--commission", "5");
        const text = await readFile(path.join(sale.project, RECORD), "utf8");
        await writeFile(
          path.join(sale.project, RECORD),
          text.replace(/"deployerNonce": \d+/, '"deployerNonce": "x"'),
        );
        const { code, errors } = await due();
        expect(code).to.equal(1);
        expect(errors).to.contain(`${RECORD}, line 6: its deployerNonce is not a whole number: x.`);
      });

      it("is stopped by an endpoint that shows another transaction", async () => {
        await deploy("--commission", "5");
        const { transactionHash } = await record();
        const proxy = await startRpcProxy(sale.node.url, {
          edit: ({ method, params }, answer) =>
            method === "eth_getTransactionByHash" && params[0] === transactionHash
              ? answer.replace(/"nonce":"0x\w+"/, '"nonce":"0x77"')
              : answer,
        });
        const { code, errors } = await sale.taskAt(proxy.url, "affiliates", "due");
        await proxy.close();
        expect(code).to.equal(1);
        expect(errors).to.contain(`${transactionHash} is not what the endpoint shows for it`);
      });
    });

    describe("where real money may be meant", () => {
      const env = () => ({
        MAINNET_RPC_URL: sale.node.url,
        MAINNET_SECOND_RPC_URL: `${sale.node.url}/second`,
        DEPLOYER_PRIVATE_KEY: KNOWN_KEY,
      });
      const live = ["--network", "mainnet"];
      const deployLive = (...words: string[]) =>
        runTask(
          { project: sale.project, env: env() },
          "ticket",
          "deploy-payouts",
          ...live,
          ...words,
        );

      beforeEach(() => recordAsMainnet(sale.project));

      it("asks for an unusual commission to be typed once more, which --yes does not answer", async () => {
        const { code, errors } = await deployLive("--commission", "0.5", "--yes");
        expect(code).to.equal(1);
        expect(errors).to.contain(
          "A commission of 0.5 % is unusual, it can't be changed later, and buyers with a code save",
        );
        expect(errors).to.contain("so --yes is not enough");
        const run = startInTerminal(
          { project: sale.project, env: env() },
          ...["ticket", "deploy-payouts", ...live, "--commission", "50"],
        );
        await run.answer(/Type 50 percent to go on: /, "50");
        const typed = await run.ended;
        expect(typed.code).to.equal(1);
        expect(typed.output).to.contain("Not confirmed: nothing was sent");
      });

      it("names no owner that only an endpoint names", async () => {
        const other = Wallet.createRandom().address;
        await (
          await sale.ticket.transferOwnership((await sale.accounts[1]?.getAddress()) ?? "")
        ).wait();
        const next = sale.ticket.connect(sale.accounts[1]);
        await (await (next as typeof sale.ticket).acceptOwnership()).wait();
        const { code, errors } = await deployLive("--commission", "5", "--yes");
        expect(code).to.equal(1);
        expect(errors).to.contain("Name the owner of Payouts: --owner 0x");
        const named = await deployLive("--commission", "5", "--yes", "--owner", other);
        expect(named.code, named.errors).to.equal(0);
        expect(named.output).to.contain(`owner       ${other}, a single account`);
      });

      it("deploys nothing from a folder with uncommitted changes", async () => {
        const file = path.join(sale.project, "collection.ts");
        const text = await readFile(file, "utf8");
        await writeFile(file, `${text}\n`);
        const { code, errors } = await deployLive("--commission", "5", "--yes");
        await writeFile(file, text);
        expect([code, errors]).to.deep.equal([
          1,
          "Error: Nothing was sent: there are uncommitted changes. Commit or remove them.\n",
        ]);
      });
    });
  });
});
