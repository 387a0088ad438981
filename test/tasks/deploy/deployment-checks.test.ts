import { access, mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect } from "chai";
import { getCreateAddress, type JsonRpcSigner, keccak256, toBeHex } from "ethers";
import { deploySafeWallet } from "../../../scripts/dev/rehearse/safe-wallet.ts";
import { startRpcProxy } from "../../doubles/rpc/rpc-proxy.ts";
import { fakeRecord } from "../../support/fake-record.ts";
import type { Ended } from "../../support/process.ts";
import { runTask } from "../support/command.ts";
import { KNOWN_KEY } from "../support/known-key.ts";
import { PRICE, RAISED_PRICE, typed } from "../support/money.ts";
import { startHardhatNode, type TestNode } from "../support/node.ts";
import { forgetDeployments, noteRehearsal, testProject } from "../support/project.ts";

const FOREIGN_CODE = "0x00";

describe("What a deployment trusts", () => {
  let project: string;
  let node: TestNode;
  let deployer: JsonRpcSigner;
  let clean: string;

  before(async () => {
    project = await testProject();
    node = await startHardhatNode(1);
    deployer = await node.provider.getSigner(0);
    clean = await node.provider.send("evm_snapshot", []);
  });

  beforeEach(async () => {
    await forgetDeployments(project);
    await node.provider.send("evm_revert", [clean]);
    clean = await node.provider.send("evm_snapshot", []);
  });

  after(async () => {
    await node.close();
    await forgetDeployments(project);
  });

  const rehearse = (url: string) =>
    runTask(
      { project, env: { REHEARSAL_RPC_URL: url } },
      ...["ticket", "deploy", "--network", "rehearsal"],
    );

  const deployTo = (owner: string, ...words: string[]): Promise<Ended> =>
    runTask(
      {
        project,
        env: {
          MAINNET_RPC_URL: node.url,
          MAINNET_SECOND_RPC_URL: `${node.url}/second`,
          DEPLOYER_PRIVATE_KEY: KNOWN_KEY,
        },
      },
      ...["ticket", "deploy", "--network", "mainnet"],
      ...["--price", typed(PRICE), "--royalty-bps", "500"],
      ...["--owner", owner, "--royalty-receiver", owner, ...words],
    );

  async function exists(file: string): Promise<boolean> {
    return access(path.join(project, file)).then(
      () => true,
      () => false,
    );
  }

  async function writeRecord(network: string, address: string, codeHash: string): Promise<void> {
    const folder = path.join(project, "deployments", network);
    await mkdir(folder, { recursive: true });
    const record = { ...fakeRecord(address), network, chainId: 1, deployerNonce: 1, codeHash };
    await writeFile(path.join(folder, "record.json"), JSON.stringify(record));
  }

  describe("the chain, read back before there is a record", () => {
    it("of the code at the address", async () => {
      const ticket = getCreateAddress({ from: deployer.address, nonce: 1 }).toLowerCase();
      const impostor = "0x00000000000000000000000000000000000a11ce";
      await node.provider.send("hardhat_setCode", [impostor, FOREIGN_CODE]);
      const proxy = await startRpcProxy(node.url, {
        before({ method, params }) {
          if (method === "eth_getCode" && String(params[0]).toLowerCase() === ticket) {
            (params as unknown[])[0] = impostor;
          }
          return undefined;
        },
      });
      const { code, output, errors } = await rehearse(proxy.url);
      await proxy.close();
      expect(errors).to.match(
        /^Error: Ticket is at 0x\w+, but its code is not what was asked for\. No record was written\. .+\n$/,
      );
      expect(code).to.equal(1);
      expect(output).not.to.contain("is deployed to");
      expect(await exists("deployments/rehearsal/record.json")).to.equal(false);
    });

    it("of the arguments", async () => {
      const word = (price: bigint) => toBeHex(price, 32).slice(2);
      const proxy = await startRpcProxy(node.url, {
        before({ method, params }) {
          if (method === "eth_sendTransaction") {
            const sent = params[0] as { data: string };
            sent.data = sent.data.replace(word(PRICE), word(RAISED_PRICE));
          }
          return undefined;
        },
      });
      const { code, errors } = await rehearse(proxy.url);
      await proxy.close();
      expect(errors).to.match(
        /^Error: Ticket is at 0x\w+, but its ticketPrice is not what was asked for\. No record was written\. .+\n$/,
      );
      expect(code).to.equal(1);
      expect(await exists("deployments/rehearsal/record.json")).to.equal(false);
    });
  });

  describe("a record, only over the code that it names", () => {
    const address = "0x00000000000000000000000000000000000A11cE";
    const otherHash = keccak256("0x01");

    beforeEach(async () => {
      await node.provider.send("hardhat_setCode", [address, FOREIGN_CODE]);
    });

    it("so that foreign code on a live network is an error, and nothing is sent", async () => {
      await noteRehearsal(project);
      await writeRecord("mainnet", address, otherHash);
      const { code, output, errors } = await deployTo(deployer.address, "--single-owner", "--yes");
      expect(code).to.equal(1);
      expect(errors).to.equal("Error: The preflight fails (record). Nothing was sent.\n");
      expect(output).to.match(/^fail {2}record .+ that code isn't there/m);
      expect(output).not.to.contain("already deployed");
      expect(await node.provider.getTransactionCount(deployer.address)).to.equal(0);
    });

    it("so that foreign code at a rehearsal is deployed over", async () => {
      await writeRecord("rehearsal", address, otherHash);
      const { code, output, errors } = await rehearse(node.url);
      expect(code, errors).to.equal(0);
      expect(output).to.match(/^Ticket is deployed to rehearsal at 0x/m);
      expect(output).not.to.contain(address);
    });

    it("so that no task works on foreign code", async () => {
      await writeRecord("rehearsal", address, otherHash);
      for (const words of [
        ["ticket", "status"],
        ["ticket", "pause"],
        ["affiliates", "add", "alice"],
      ]) {
        const { code, output, errors } = await runTask(
          { project, env: { REHEARSAL_RPC_URL: node.url } },
          ...words,
          ...["--network", "rehearsal"],
        );
        expect({ code, output }).to.deep.equal({ code: 1, output: "" });
        expect(errors).to.match(/^Error: The code at 0x\w+ is not the recorded one: .+\n$/);
      }
    });
  });

  describe("a Safe, if more than one has to sign", () => {
    async function preflightOf(owners: number, threshold: number, ...words: string[]) {
      const signers = (await node.provider.listAccounts()).slice(1, 1 + owners);
      const owner = await (await deploySafeWallet(signers, threshold)).getAddress();
      await noteRehearsal(project);
      const { code, output, errors } = await deployTo(owner, ...words);
      expect(code).to.equal(1);
      expect(await node.provider.getTransactionCount(deployer.address)).to.equal(0);
      return { line: /^(?:pass|warn|fail) +owner .+$/m.exec(output)?.[0], errors };
    }

    for (const owners of [1, 3]) {
      it(`so that 1 of ${owners} is refused where money is meant`, async () => {
        const { line, errors } = await preflightOf(owners, 1, "--yes");
        expect(line).to.match(
          new RegExp(
            `^fail {2}owner +0x\\w{40} is a Safe \\(1 of ${owners}\\)\\. Use a Safe with a threshold of 2, or say --single-owner\\.$`,
          ),
        );
        expect(errors).to.equal("Error: The preflight fails (owner). Nothing was sent.\n");
      });
    }

    it("so that 2 of 2 passes, and is asked about like any other", async () => {
      const { line, errors } = await preflightOf(2, 2);
      expect(line).to.match(/^pass {2}owner +0x\w{40}, a Safe \(2 of 2\)$/);
      expect(errors).to.match(/^Error: There is no terminal to confirm in/);
    });

    it("unless --single-owner says that it is meant", async () => {
      const { line, errors } = await preflightOf(1, 1, "--single-owner");
      expect(line).to.match(/^pass {2}owner +0x\w{40}, a Safe \(1 of 1\), as meant$/);
      expect(errors).to.match(/^Error: There is no terminal to confirm in/);
    });
  });

  it("warns of a Safe of one at a hand-over", async () => {
    expect((await rehearse(node.url)).code).to.equal(0);
    const [, second, third] = await node.provider.listAccounts();
    if (!second || !third) throw new Error("Too few accounts");
    const offer = async (threshold: number) => {
      const safe = await (await deploySafeWallet([second, third], threshold)).getAddress();
      const { code, output, errors } = await runTask(
        { project, env: { REHEARSAL_RPC_URL: node.url } },
        ...["ticket", "transfer-ownership", safe, "--network", "rehearsal"],
      );
      expect(code, errors).to.equal(0);
      return output;
    };
    expect(await offer(1)).to.contain(
      "Warning: the new owner is a Safe (1 of 2). Use a Safe with a threshold of 2.\n",
    );
    expect(await offer(2)).not.to.contain("Warning");
  });
});
