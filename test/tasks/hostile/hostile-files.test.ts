import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect } from "chai";
import { id, parseEther, toQuantity, Wallet } from "ethers";
import { maxPerPurchase } from "../../../collection.ts";
import { networks } from "../../../networks.ts";
import type { DeploymentRecord } from "../../../scripts/tasks/record/record.ts";
import type { Ticket } from "../../../typechain-types/index.ts";
import { bindings, deployTicketAndRenderer } from "../../contracts/deploy-ticket.ts";
import { startRpcProxy } from "../../doubles/rpc/rpc-proxy.ts";
import type { Ended } from "../../support/process.ts";
import { runTask } from "../support/command.ts";
import { deployMock } from "../support/deploy-mock.ts";
import { literally, PRICE, printed, RAISED_PRICE, typed } from "../support/money.ts";
import type { TestNode } from "../support/node.ts";
import { recordAsMainnet, startOwnedSale } from "../support/owned-sale.ts";
import { forgetDeployments, forgetKept, noteRehearsal } from "../support/project.ts";

const SOLD = Math.min(20, maxPerPurchase);
const ATTACKER = "0x000000000000000000000000000000000000bEEF";

describe("Planted files", () => {
  let project: string;
  let node: TestNode;
  let signer: Wallet;
  let ticket: Ticket;
  let clean: string;

  const task = (...words: string[]) => taskAt(node.url, ...words);
  const taskAt = (url: string, ...words: string[]) => taskIn({}, url, ...words);
  const taskIn = (env: Readonly<Record<string, string>>, url: string, ...words: string[]) =>
    runTask(
      {
        project,
        env: {
          MAINNET_RPC_URL: url,
          MAINNET_SECOND_RPC_URL: `${node.url}/second`,
          DEPLOYER_PRIVATE_KEY: signer.privateKey,
          ...env,
        },
      },
      ...words,
      "--network",
      "mainnet",
    );

  before(async () => {
    ({ project, node, owner: signer, ticket } = await startOwnedSale("planted files"));
    await recordAsMainnet(project);
    const buyer = await node.provider.getSigner(5);
    const value = await ticket.getPriceForQuantity(SOLD);
    await (await ticket.connect(buyer).buyTicket(buyer.address, SOLD, { value })).wait();
    clean = await node.provider.send("evm_snapshot", []);
  });

  beforeEach(async () => {
    await node.provider.send("evm_revert", [clean]);
    clean = await node.provider.send("evm_snapshot", []);
    await forgetKept("notes");
    await rm(path.join(project, "deployments/mainnet/affiliates"), {
      recursive: true,
      force: true,
    });
  });

  after(async () => {
    await node.close();
    await forgetDeployments(project);
  });

  const recordFile = (network: string) => path.join(project, "deployments", network, "record.json");

  async function writeRecord(record: object): Promise<void> {
    await mkdir(path.dirname(recordFile("mainnet")), { recursive: true });
    await writeFile(recordFile("mainnet"), JSON.stringify(record, null, 2));
  }

  async function sendPending(data: string, maxFeePerGas = 10_000_000_000n): Promise<string> {
    await node.provider.send("evm_setAutomine", [false]);
    const sent = await signer.sendTransaction({
      to: await ticket.getAddress(),
      data,
      gasLimit: 300_000,
      maxFeePerGas,
      maxPriorityFeePerGas: 1_000_000_000n,
    });
    return sent.hash;
  }

  /** The endpoint counts pending transactions but does not show them. */
  async function whileHidden(...words: string[]): Promise<Ended> {
    const hiding = await startRpcProxy(node.url, {
      before: ({ method, params }) =>
        method === "eth_getBlockByNumber" && params[0] === "pending" ? { result: null } : undefined,
    });
    const ended = await taskAt(hiding.url, ...words);
    await hiding.close();
    const pending = await node.provider.send("eth_getBlockByNumber", ["pending", false]);
    for (const hash of pending.transactions) {
      await node.provider.send("hardhat_dropTransaction", [hash]);
    }
    await mineEverything();
    return ended;
  }

  async function mineEverything(): Promise<void> {
    await node.provider.send("evm_setAutomine", [true]);
    await node.provider.send("evm_mine", []);
  }

  it("can't let a run go on over a pending transaction that was not asked for", async () => {
    const hash = await sendPending(
      ticket.interface.encodeFunctionData("setAffiliates", [["mallory"], true]),
    );
    const { code, output, errors } = await task("affiliates", "add", "alice", "--yes");
    await mineEverything();

    expect({ code, output }).to.deep.equal({ code: 1, output: "" });
    expect(errors).to.match(
      new RegExp(
        `^Error: ${signer.address} has a pending transaction that this command does not ask for: ` +
          `setAffiliates\\(\\[mallory\\], true\\), nonce \\d+ \\(${hash}\\)\\. .+ Nothing was sent\\.\n$`,
      ),
    );
    expect(await ticket.isAffiliateActive("alice")).to.equal(false);
  });

  it("can't hide from it what is pending, either", async () => {
    await sendPending(ticket.interface.encodeFunctionData("withdraw", [ATTACKER]));
    const { code, errors } = await whileHidden("affiliates", "add", "alice", "--yes");

    expect(code).to.equal(1);
    expect(errors).to.match(
      /^Error: 0x\w{40} has a pending transaction, nonce \d+, that the endpoint does not show\. .+\n$/,
    );
  });

  it("leave a stuck transaction of the same codes to be replaced, shown, asked about and at a fee below the cap", async () => {
    const stuck = await sendPending(
      ticket.interface.encodeFunctionData("setAffiliates", [["alice"], true]),
      2_000_000_000n,
    );
    await node.provider.send("hardhat_setNextBlockBaseFeePerGas", [toQuantity(5_000_000_000n)]);
    await node.provider.send("evm_mine", []);
    const nonce = await signer.getNonce();
    const transaction = await node.provider.send("eth_getTransactionByHash", [stuck]);
    // Imitates Geth's pool of pending transactions, which this node lacks.
    const pool = await startRpcProxy(node.url, {
      before: ({ method, params }) => {
        if (method === "eth_getTransactionCount" && params[1] === "pending") {
          return { result: toQuantity(nonce + 1) };
        }
        if (method === "eth_getBlockByNumber" && params[0] === "pending") {
          return { result: { transactions: [transaction] } };
        }
        return undefined;
      },
      after: ({ method }) => {
        if (method === "eth_sendRawTransaction") void node.provider.send("evm_mine", []);
        return undefined;
      },
    });

    const unasked = await taskAt(pool.url, "affiliates", "add", "alice", "bob");
    expect(unasked.errors).to.equal(
      "Error: There is no terminal to confirm in: run it in one, or pass --yes\n",
    );
    expect(unasked.output).to.contain(`Pending from an interrupted run: ${stuck}, nonce ${nonce}.`);
    expect(unasked.output).to.contain("replaces    what is pending, at a higher fee");

    const { code, errors } = await taskAt(pool.url, "affiliates", "add", "alice", "bob", "--yes");
    await mineEverything();
    await pool.close();
    expect(code, errors).to.equal(0);
    expect(await ticket.isAffiliateActive("alice")).to.equal(true);
    expect(await ticket.isAffiliateActive("bob")).to.equal(true);
    expect(await signer.getNonce()).to.equal(nonce + 1);
  });

  it("leave the fee below the cap, whatever an endpoint asks for", async () => {
    const alone = { MAINNET_SECOND_RPC_URL: "none" };
    const greedy = await startRpcProxy(node.url, {
      before: ({ method }) =>
        method === "eth_maxPriorityFeePerGas"
          ? { result: toQuantity(30n * 10n ** 12n) }
          : undefined,
    });
    const added = await taskIn(alone, greedy.url, "affiliates", "add", "alice", "--yes");
    const paused = await taskIn(alone, greedy.url, "ticket", "pause", "--yes");
    await greedy.close();
    expect(added.code).to.equal(1);
    expect(added.errors).to.match(
      /^Warning: .+\nError: The fee would be up to [\d.]+ gwei, above the cap of 100 gwei in networks\.ts\. Nothing was sent\. .+\n$/,
    );
    expect(paused.code, paused.errors).to.equal(0);
    const [, hash = ""] = /^Sent (0x[0-9a-f]{64}), /m.exec(paused.output) ?? [];
    const sent = await node.provider.getTransaction(hash);
    expect(sent?.maxPriorityFeePerGas).to.equal(100n * 10n ** 9n);
  });

  describe("A deployment's journal", () => {
    const words = () => [
      ...[
        "ticket",
        "deploy",
        "--yes",
        "--single-owner",
        "--price",
        typed(PRICE),
        "--royalty-bps",
        "500",
      ],
      ...["--owner", signer.address, "--royalty-receiver", signer.address],
    ];
    let recorded: string;

    before(async () => {
      recorded = await readFile(recordFile("mainnet"), "utf8");
    });

    afterEach(async () => {
      await rm(path.dirname(recordFile("mainnet")), { recursive: true });
      await writeRecord(JSON.parse(recorded));
    });

    /** Writes the journal of a run that was killed before its first transaction. */
    async function plantJournal(transaction: object, ...more: readonly object[]): Promise<void> {
      const folder = path.dirname(recordFile("mainnet"));
      await rm(folder, { recursive: true });
      await mkdir(folder);
      for (const name of ["artifacts", "build-info"]) {
        const made = path.join(project, "deployments/rehearsal", name);
        await cp(made, path.join(folder, name), { recursive: true });
      }
      const futureId = "Ticket#TicketRenderer";
      const lines = [
        { chainId: 1, type: "DEPLOYMENT_INITIALIZE" },
        {
          ...{
            futureId,
            artifactId: futureId,
            contractName: "TicketRenderer",
            from: signer.address,
          },
          ...{ constructorArgs: [], dependencies: [], libraries: {}, strategy: "basic" },
          ...{ strategyConfig: {}, futureType: "NAMED_ARTIFACT_CONTRACT_DEPLOYMENT" },
          ...{
            type: "DEPLOYMENT_EXECUTION_STATE_INITIALIZE",
            value: { _kind: "bigint", value: "0" },
          },
        },
        {
          ...{ futureId, type: "NETWORK_INTERACTION_REQUEST" },
          networkInteraction: { id: 1, type: "ONCHAIN_INTERACTION", ...transaction },
        },
        ...more.map((message) => ({ futureId, networkInteractionId: 1, ...message })),
      ];
      const text = lines.map((line) => `\n${JSON.stringify(line)}\n`).join("");
      await writeFile(path.join(folder, "journal.jsonl"), text);
      await noteRehearsal(project);
    }

    const wei = (value: bigint) => ({ _kind: "bigint", value: value.toString() });

    it("sends no payment that was not asked for", async () => {
      await plantJournal({ to: ATTACKER, data: "0x", value: wei(parseEther("5")) });
      await node.provider.send("evm_setIntervalMining", [200]);
      const { code, errors } = await task(...words());
      await node.provider.send("evm_setIntervalMining", [0]);
      expect(await node.provider.getBalance(ATTACKER)).to.equal(0n);
      expect(code).to.equal(1);
      expect(errors).to.match(
        /^Error: \S+journal\.jsonl has a transaction that was not asked for: a call of 0x0+bEEF with 5000000000000000000 wei\. Nothing was sent\. .+\n$/,
      );
    });

    it("gives the sale no renderer but one that the deployer has made, as asked for", async () => {
      const artifact = path.join(
        project,
        "artifacts/contracts/TicketRenderer.sol/TicketRenderer.json",
      );
      const { bytecode: data } = JSON.parse(await readFile(artifact, "utf8"));
      const nonce = await signer.getNonce();
      const theirs = await (await deployMock("FixedRenderer", signer)).waitForDeployment();
      const made = theirs.deploymentTransaction()?.hash ?? "";
      const asked = JSON.parse(recorded);
      for (const [address, hash] of [
        [ATTACKER, id("never sent")],
        [ATTACKER, asked.transactionHash],
        [await theirs.getAddress(), made],
      ]) {
        const receipt = {
          ...{ blockHash: id("block"), blockNumber: 2, contractAddress: address },
          ...{ logs: [], status: "SUCCESS" },
        };
        await plantJournal(
          { data, value: wei(0n) },
          { type: "TRANSACTION_SEND", nonce, transaction: { hash, fees: {} } },
          { type: "TRANSACTION_CONFIRM", hash, receipt },
          { type: "DEPLOYMENT_EXECUTION_STATE_COMPLETE", result: { type: "SUCCESS", address } },
        );
        const { code, errors } = await task(...words());
        expect(code).to.equal(1);
        expect(errors).to.contain(
          `says that ${address} was deployed, and no transaction of ${signer.address} has made it as it is asked for now. Nothing was sent.`,
        );
      }
      expect(await signer.getNonce()).to.equal(nonce + 1);
    });

    it("deploys nothing else, nothing for another owner, and nothing at any fee", async () => {
      const artifact = path.join(project, "artifacts/contracts/Ticket.sol/Ticket.json");
      const { bytecode } = JSON.parse(await readFile(artifact, "utf8"));
      const { renderer } = JSON.parse(recorded);
      const created = (owner: string) => {
        const terms = { ticketPrice: PRICE, royaltyBps: 500, startPaused: false };
        const config = { ...terms, owner, royaltyReceiver: signer.address, renderer };
        return bytecode + ticket.interface.encodeDeploy([config]).slice(2);
      };
      const nonce = await signer.getNonce();
      const send = (fees: object) => ({
        type: "TRANSACTION_SEND",
        nonce,
        transaction: { hash: id("never sent"), fees },
      });
      const dear = wei(10n ** 14n);
      for (const [data, more, says] of [
        ["0x600060005560006000f3", [], "a deployment with 0 wei"],
        [created(ATTACKER), [], "a deployment with 0 wei"],
        [
          created(signer.address),
          [send({ maxFeePerGas: dear, maxPriorityFeePerGas: wei(1n) })],
          "a fee of 100000000000000 wei for one unit of gas",
        ],
        [
          created(signer.address),
          [send({ gasPrice: dear })],
          "a fee of 100000000000000 wei for one unit of gas",
        ],
      ] as const) {
        await plantJournal({ data, value: wei(0n) }, ...more);
        const { errors } = await task(...words());
        expect(errors).to.contain(
          `a transaction that was not asked for: ${says}. Nothing was sent.`,
        );
        expect(await signer.getNonce()).to.equal(nonce);
      }
    });
  });

  describe("A record", () => {
    let recorded: DeploymentRecord;
    let copy: Ticket;
    let theirs: Wallet;

    before(async () => {
      recorded = JSON.parse(await readFile(recordFile("mainnet"), "utf8"));
    });

    beforeEach(async () => {
      theirs = new Wallet(id("somebody else"), node.provider);
      await node.provider.send("hardhat_setBalance", [theirs.address, toQuantity(parseEther("1"))]);
      const { renderer } = recorded;
      copy = (await deployTicketAndRenderer(bindings(theirs), { renderer, ticketPrice: PRICE }))
        .ticket;
    });

    afterEach(() => writeRecord(recorded));

    async function expectRefusal(record: object, reason: string | RegExp): Promise<void> {
      await writeRecord(record);
      const nonce = await signer.getNonce();
      for (const words of [
        ["ticket", "status"],
        ["ticket", "withdraw", "--to", signer.address, "--yes"],
        ["ticket", "deploy", "--yes"],
      ]) {
        const { code, output, errors } = await task(...words);
        expect(output.trim(), words.join(" ")).to.equal("");
        expect(errors).to.match(
          /^Error: deployments\/mainnet\/record\.json is not proven by the chain: .+\n$/,
        );
        if (typeof reason === "string") expect(errors).to.contain(`: ${reason}. Compare it`);
        else expect(errors).to.match(reason);
        expect(code).to.equal(1);
      }
      expect(await signer.getNonce()).to.equal(nonce);
    }

    async function theirRecord(): Promise<DeploymentRecord> {
      const sent = copy.deploymentTransaction();
      const receipt = await sent?.wait();
      return {
        ...recorded,
        address: await copy.getAddress(),
        deployer: theirs.address,
        deployerNonce: sent?.nonce ?? 0,
        transactionHash: sent?.hash ?? "",
        blockNumber: receipt?.blockNumber ?? 0,
        arguments: {
          ...recorded.arguments,
          owner: theirs.address,
          royaltyReceiver: theirs.address,
        },
      };
    }

    it("is refused when it names the same code with another owner", async () => {
      const address = await copy.getAddress();
      const { deployer, deployerNonce: nonce } = recorded;
      await expectRefusal(
        { ...recorded, address },
        `${deployer} made ${recorded.address} with nonce ${nonce}, not ${address}`,
      );
    });

    it("is refused when it names their transaction and our deployer", async () => {
      const { transactionHash, blockNumber } = await theirRecord();
      await expectRefusal(
        { ...recorded, transactionHash, blockNumber },
        `its transaction is by ${theirs.address}, not by ${recorded.deployer}`,
      );
    });

    it("is refused when it tells another initial owner than the transaction does", async () => {
      const record = await theirRecord();
      const { owner } = recorded.arguments;
      await expectRefusal(
        { ...record, arguments: { ...record.arguments, owner } },
        "its transaction has other arguments than the recorded ones",
      );
    });

    it("is refused when it tells other code than the transaction does, or another block", async () => {
      await expectRefusal(
        { ...recorded, creationCodeHash: id("other code") },
        "its transaction has other code than the recorded one",
      );
      const blockNumber = recorded.blockNumber + 1;
      await expectRefusal(
        { ...recorded, blockNumber },
        `its transaction did not succeed in block ${blockNumber}`,
      );
    });

    it("is refused when an endpoint forges the transaction for it, or hides it", async () => {
      await writeRecord(await theirRecord());
      for (const [change, says] of [
        [{ from: recorded.deployer, nonce: "0x9" }, /is not what the endpoint shows for it/],
        [null, /the endpoint knows no transaction 0x/],
      ] as const) {
        const forging = await startRpcProxy(node.url, {
          before: ({ method }) =>
            method === "eth_getTransactionByHash"
              ? { result: change && { ...sent, ...change } }
              : undefined,
        });
        const sent = await node.provider.send("eth_getTransactionByHash", [
          copy.deploymentTransaction()?.hash,
        ]);
        const alone = { MAINNET_SECOND_RPC_URL: "none" };
        const { code, errors } = await taskIn(alone, forging.url, "ticket", "status");
        await forging.close();
        expect(code).to.equal(1);
        expect(errors).to.match(says);
      }
    });

    it("of a deployment that is wholly theirs says so, and is not what was asked to be deployed", async () => {
      await writeRecord(await theirRecord());
      const status = await task("ticket", "status");
      expect(status.code, status.errors).to.equal(0);
      const link = `${networks.mainnet.explorer.url}/address/${theirs.address}`;
      expect(status.output).to.match(
        new RegExp(
          `^deployed {4}by ${theirs.address}, for ${theirs.address} +${literally(link)}$`,
          "m",
        ),
      );
      const again = await task("ticket", "deploy", "--owner", signer.address, "--yes");
      expect(again).to.deep.equal({
        code: 1,
        output: "",
        errors:
          `Error: deployments/mainnet/record.json has the owner ${theirs.address}, and you asked for ${signer.address}. ` +
          "Is it the record of another deployment? Nothing was sent.\n",
      });
    });

    it("is not said to be what was asked for when any option differs, and each that does is named", async () => {
      const other = theirs.address;
      const words = ["--owner", other, "--price", typed(RAISED_PRICE), "--royalty-bps", "7"];
      const { code, output, errors } = await task("ticket", "deploy", "--paused", ...words);
      const { owner } = recorded.arguments;
      expect({ code, output, errors }).to.deep.equal({
        code: 1,
        output: "",
        errors:
          `Error: deployments/mainnet/record.json has the owner ${owner}, and you asked for ${other}; ` +
          `the price ${printed(PRICE)}, and you asked for ${printed(RAISED_PRICE)}; ` +
          "the royaltyBps 500, and you asked for 7; the start open, and you asked for paused. " +
          "Is it the record of another deployment? Nothing was sent.\n",
      });
      const paused = await task("ticket", "deploy", "--paused");
      expect(paused.errors).to.contain("has the start open, and you asked for paused.");
    });

    it("of our own passes", async () => {
      expect((await task("ticket", "status")).code).to.equal(0);
      const again = await task("ticket", "deploy", "--owner", signer.address, "--yes");
      expect(again.output.trim()).to.equal(
        `Ticket is already deployed to mainnet at ${recorded.address}. Nothing to do.`,
      );
    });
  });
});
