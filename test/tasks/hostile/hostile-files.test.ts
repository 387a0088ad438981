import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect } from "chai";
import { id, toQuantity, type Wallet } from "ethers";
import { networks } from "../../../networks.ts";
import type { DeploymentRecord } from "../../../scripts/tasks/record/record.ts";
import type { Ticket } from "../../../typechain-types/index.ts";
import { bindings, deployTicketAndRenderer } from "../../contracts/deploy-ticket.ts";
import { answers, useLiveSale } from "../support/live-sale.ts";
import { literally, PRICE, typed } from "../support/money.ts";
import { fundedWallet, recordAsMainnet } from "../support/owned-sale.ts";
import { noteRehearsal } from "../support/project.ts";

const ATTACKER = "0x000000000000000000000000000000000000bEEF";

describe("Planted files", () => {
  const sale = useLiveSale("planted files");
  const recordFile = () => path.join(sale.project, "deployments/mainnet/record.json");
  let recorded: DeploymentRecord;

  beforeEach(async () => {
    recorded = JSON.parse(await readFile(recordFile(), "utf8"));
  });

  for (const [what, call, hidden, says] of [
    [
      "let a run go on over a pending transaction that was not asked for",
      () => sale.ticket.interface.encodeFunctionData("setAffiliates", [["mallory"], true]),
      false,
      "that this command does not ask for: setAffiliates([mallory], true), nonce ",
    ],
    [
      "hide from it what is pending, either",
      () => sale.ticket.interface.encodeFunctionData("withdraw", [ATTACKER]),
      true,
      ", that the endpoint does not show. Wait until it is mined, ",
    ],
  ] as const) {
    it(`can't ${what}`, async () => {
      const { provider } = sale.node;
      await provider.send("evm_setAutomine", [false]);
      const to = await sale.ticket.getAddress();
      await sale.owner.sendTransaction({ to, data: call(), gasLimit: 300_000 });
      let looks = 0;
      const { code, output, errors } = await sale.run("affiliates add alice --yes", {
        first: {
          before: ({ params }) => {
            if (params[1] === "pending") looks += 1;
            // Ends a task that goes on, because it waits for its transactions.
            if (looks > 2) void provider.send("evm_mine", []);
            return hidden && params[0] === "pending" ? { result: null } : undefined;
          },
        },
      });
      await provider.send("evm_setAutomine", [true]);
      expect({ code, output }).to.deep.equal({ code: 1, output: "" });
      expect(errors).to.match(/^Error: 0x\w{40} has a pending transaction.+ Nothing was sent\.\n$/);
      expect(errors).to.contain(says);
    });
  }

  it("leave a pause's tip below the cap, whatever an endpoint asks for", async () => {
    const paused = await sale.run("ticket pause --yes", {
      first: answers("eth_maxPriorityFeePerGas", toQuantity(30n * 10n ** 12n)),
      second: "none",
    });
    expect(paused.code, paused.errors).to.equal(0);
    const [, hash = ""] = /^Sent (0x[0-9a-f]{64}), /m.exec(paused.output) ?? [];
    const sent = await sale.node.provider.getTransaction(hash);
    expect(sent?.maxPriorityFeePerGas).to.equal(100n * 10n ** 9n);
  });

  describe("A deployment's journal", () => {
    const deploy = () => {
      const { address } = sale.owner;
      return `ticket deploy --yes --single-owner --price ${typed(PRICE)} --royalty-bps 500 --owner ${address} --royalty-receiver ${address}`;
    };
    const wei = (value: bigint) => ({ _kind: "bigint", value: value.toString() });

    afterEach(() => rm(path.dirname(recordFile()), { recursive: true }));

    it("is not read: a deployment sends only what its command asks for", async () => {
      const folder = path.dirname(recordFile());
      await rm(folder, { recursive: true });
      await mkdir(folder);
      const futureId = "Ticket#TicketRenderer";
      const lines = [
        { chainId: 1, type: "DEPLOYMENT_INITIALIZE" },
        {
          futureId,
          artifactId: futureId,
          contractName: "TicketRenderer",
          from: sale.owner.address,
          constructorArgs: [],
          dependencies: [],
          libraries: {},
          strategy: "basic",
          strategyConfig: {},
          futureType: "NAMED_ARTIFACT_CONTRACT_DEPLOYMENT",
          type: "DEPLOYMENT_EXECUTION_STATE_INITIALIZE",
          value: wei(0n),
        },
        {
          futureId,
          type: "NETWORK_INTERACTION_REQUEST",
          networkInteraction: {
            id: 1,
            type: "ONCHAIN_INTERACTION",
            to: ATTACKER,
            data: "0x",
            value: wei(5n),
          },
        },
      ];
      const text = lines.map((line) => `\n${JSON.stringify(line)}\n`).join("");
      await writeFile(path.join(folder, "journal.jsonl"), text);
      await noteRehearsal(sale.project);
      const nonce = await sale.owner.getNonce();
      const { provider } = sale.node;
      await provider.send("evm_setIntervalMining", [50]);
      const { code, errors } = await sale.run(deploy());
      await provider.send("evm_setIntervalMining", [0]);
      expect(code, errors).to.equal(0);
      const made: DeploymentRecord = JSON.parse(await readFile(recordFile(), "utf8"));
      expect(made.arguments.owner).to.equal(sale.owner.address);
      expect(made.deployerNonce).to.equal(nonce + 1);
      expect(await sale.owner.getNonce()).to.equal(nonce + 2);
      expect(await sale.balance(ATTACKER)).to.equal(0n);
    });
  });

  describe("A record", () => {
    let copy: Ticket;
    let theirs: Wallet;
    let theirRecord: DeploymentRecord;

    beforeEach(async () => {
      theirs = await fundedWallet(sale.node, "somebody else");
      const terms = { renderer: recorded.renderer, ticketPrice: PRICE };
      ({ ticket: copy } = await deployTicketAndRenderer(bindings(theirs), terms));
      const sent = copy.deploymentTransaction();
      const receipt = await sent?.wait();
      const { address } = theirs;
      theirRecord = {
        ...recorded,
        address: await copy.getAddress(),
        deployer: address,
        deployerNonce: sent?.nonce ?? 0,
        transactionHash: sent?.hash ?? "",
        blockNumber: receipt?.blockNumber ?? 0,
        arguments: { ...recorded.arguments, owner: address, royaltyReceiver: address },
      };
    });

    const plant = (record: object) => recordAsMainnet(sale.project, record);

    const forged: readonly (readonly [
      what: string,
      change: () => Partial<DeploymentRecord>,
      reason: (record: DeploymentRecord) => string,
    ])[] = [
      [
        "names the same code with another owner",
        () => ({ address: theirRecord.address }),
        ({ deployer, deployerNonce, address }) =>
          `${deployer} made ${recorded.address} with nonce ${deployerNonce}, not ${address}`,
      ],
      [
        "names their transaction and our deployer",
        () => {
          const { transactionHash, blockNumber } = theirRecord;
          return { transactionHash, blockNumber };
        },
        ({ deployer }) => `its transaction was sent by ${theirs.address}, not by ${deployer}`,
      ],
      [
        "tells another initial owner than the transaction does",
        () => {
          const { owner } = recorded.arguments;
          return { ...theirRecord, arguments: { ...theirRecord.arguments, owner } };
        },
        () => "its transaction has other arguments than the recorded ones",
      ],
      [
        "tells other code than the transaction does",
        () => ({ creationCodeHash: id("other code") }),
        () => "its transaction has other code than the recorded one",
      ],
      [
        "tells another block than the transaction does",
        () => ({ blockNumber: recorded.blockNumber + 1 }),
        ({ blockNumber }) => `its transaction did not succeed in block ${blockNumber}`,
      ],
    ];
    for (const [what, change, reason] of forged) {
      it(`is refused when it ${what}`, async () => {
        await plant(change());
        const nonce = await sale.owner.getNonce();
        const says = reason({ ...recorded, ...change() });
        for (const task of [
          "ticket status",
          `ticket withdraw --to ${sale.owner.address} --yes`,
          "ticket deploy --yes",
        ]) {
          const { code, output, errors } = await sale.run(task);
          expect([code, output.trim()], task).to.deep.equal([1, ""]);
          expect(errors).to.match(
            /^Error: deployments\/mainnet\/record\.json is not proven by the chain: .+\n$/,
          );
          expect(errors).to.contain(`: ${says}. Compare it`);
        }
        expect(await sale.owner.getNonce()).to.equal(nonce);
      });
    }

    it("is refused when an endpoint forges the transaction for it, or hides it", async () => {
      await plant(theirRecord);
      const hash = theirRecord.transactionHash;
      const sent = await sale.node.provider.send("eth_getTransactionByHash", [hash]);
      for (const [shown, says] of [
        [{ ...sent, from: recorded.deployer, nonce: "0x9" }, "is not what the endpoint shows"],
        [null, "the endpoint knows no transaction 0x"],
      ] as const) {
        const { code, errors } = await sale.run("ticket status", {
          first: answers("eth_getTransactionByHash", shown),
          second: "none",
        });
        expect(code).to.equal(1);
        expect(errors).to.contain(says);
      }
    });

    it("of a deployment that is wholly theirs says so, and is not what was asked to be deployed", async () => {
      await plant(theirRecord);
      const status = await sale.run("ticket status");
      expect(status.code, status.errors).to.equal(0);
      const link = `${networks.mainnet.explorer.url}/address/${theirs.address}`;
      expect(status.output).to.match(
        new RegExp(
          `^deployed {4}by ${theirs.address}, for ${theirs.address} +${literally(link)}$`,
          "m",
        ),
      );
      const again = await sale.run(`ticket deploy --owner ${sale.owner.address} --yes`);
      expect(again).to.deep.equal({
        code: 1,
        output: "",
        errors:
          `Error: deployments/mainnet/record.json has the owner ${theirs.address}, and you asked for ${sale.owner.address}. ` +
          "Is it the record of another deployment? Nothing was sent.\n",
      });
    });
  });
});
