import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect } from "chai";
import { ContractFactory, id, parseEther, toQuantity, Wallet } from "ethers";
import type { DeploymentRecord } from "../../../scripts/tasks/record/record.ts";
import { Ticket__factory } from "../../../typechain-types/index.ts";
import { startRpcProxy } from "../../doubles/rpc/rpc-proxy.ts";
import { runTask } from "../support/command.ts";
import { PRICE, printed, RAISED_PRICE, typed } from "../support/money.ts";
import { startHardhatNode, type TestNode } from "../support/node.ts";
import { forgetDeployments, noteRehearsal, testProject } from "../support/project.ts";

const FOLDER = "ipfs://bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi/";

describe("A deployment without its record", () => {
  let project: string;
  let node: TestNode;
  let signer: Wallet;
  let recorded: DeploymentRecord;
  let kept: string;

  const folder = () => path.join(project, "deployments/mainnet");
  const recordFile = () => path.join(folder(), "record.json");
  const read = async () => JSON.parse(await readFile(recordFile(), "utf8"));

  const task = (...words: string[]) => taskAt(node.url, `${node.url}/second`, ...words);
  const taskAt = (url: string, second: string, ...words: string[]) =>
    runTask(
      {
        project,
        env: {
          MAINNET_RPC_URL: url,
          MAINNET_SECOND_RPC_URL: second,
          DEPLOYER_PRIVATE_KEY: signer.privateKey,
        },
      },
      ...[...words, "--network", "mainnet"],
    );
  const deploy = (...words: string[]) =>
    task(
      ...["ticket", "deploy", "--single-owner", "--price", typed(PRICE)],
      ...["--owner", signer.address, "--royalty-receiver", signer.address],
      ...["--royalty-bps", "500", ...words],
    );

  before(async () => {
    project = await testProject();
    await forgetDeployments(project);
    node = await startHardhatNode(1, 100);
    signer = new Wallet(id("a lost record"), node.provider);
    await node.provider.send("hardhat_setBalance", [signer.address, toQuantity(parseEther("50"))]);
    await noteRehearsal(project);
    const { code, errors, output } = await deploy("--yes", "--paused");
    expect(code, errors + output).to.equal(0);
    recorded = await read();
    kept = path.join(project, "cache/kept");
    await cp(folder(), kept, { recursive: true });
    const ticket = Ticket__factory.connect(recorded.address, signer);
    await (await ticket.setTicketPrice(RAISED_PRICE)).wait();
    await (await ticket.unpause()).wait();
  });

  beforeEach(async () => {
    await rm(folder(), { recursive: true, force: true });
    await mkdir(folder(), { recursive: true });
  });

  after(async () => {
    await node.close();
    await rm(kept, { recursive: true });
    await forgetDeployments(project);
  });

  it("gets the same one again, from its address", async () => {
    const { code, output, errors } = await task("ticket", "adopt", recorded.address);
    expect(code, errors).to.equal(0);
    // The compiler's output starts with an empty line.
    expect(output.trimStart()).to.equal(
      `Ticket ${recorded.address} on mainnet: made in block ${recorded.blockNumber} by ${signer.address}, for ${signer.address}, ` +
        `at ${printed(PRICE)}. Its code is what these sources give.\n` +
        "Written: deployments/mainnet/record.json. Compare it before you commit it, and add the treasury if there was one.\n" +
        `  https://etherscan.io/address/${recorded.address}\n  https://etherscan.io/address/${signer.address}\n`,
    );
    expect(await read()).to.deep.equal(recorded);
    const files = await readdir(folder(), { recursive: true });
    expect(files).to.include.members([
      "artifacts/Ticket#Ticket.json",
      "artifacts/Ticket#TicketRenderer.json",
    ]);
    expect((await task("ticket", "status")).code).to.equal(0);
    const nonce = await signer.getNonce();
    expect((await deploy("--yes", "--paused")).output).to.match(
      /^Ticket is already deployed to mainnet at /,
    );
    expect((await task("ticket", "adopt", recorded.address)).output).to.equal(
      `deployments/mainnet/record.json is of ${recorded.address} already. Nothing to do.\n`,
    );
    expect(await signer.getNonce()).to.equal(nonce);
  });

  it("gets one of a folder of pictures", async () => {
    await rm(path.join(project, "deployments/rehearsal"), { recursive: true });
    const elsewhere = await runTask(
      { project, env: { REHEARSAL_RPC_URL: node.url } },
      ...["ticket", "deploy", "--base-uri", FOLDER, "--network", "rehearsal"],
    );
    expect(elsewhere.code, elsewhere.errors).to.equal(0);
    const file = path.join(project, "deployments/rehearsal/record.json");
    const { address, ...rest }: DeploymentRecord = JSON.parse(await readFile(file, "utf8"));
    const { code, errors } = await task("ticket", "adopt", address);
    expect(code, errors).to.equal(0);
    expect(await read()).to.deep.equal({ ...rest, address, network: "mainnet" });
    expect(rest.folderRenderer).to.deep.equal({ baseUri: FOLDER });
    await noteRehearsal(project);
  });

  it("is not adopted if its code is other code, or there is none, and nothing is written", async () => {
    const artifact = path.join(project, "artifacts/contracts/Ticket.sol/Ticket.json");
    const { abi, bytecode } = JSON.parse(await readFile(artifact, "utf8"));
    // Changes one byte that runs only at a purchase, because the constructor then still succeeds.
    const at = bytecode.lastIndexOf("a2646970667358221220") - 20;
    const changed =
      bytecode.slice(0, at) + (bytecode[at] === "0" ? "1" : "0") + bytecode.slice(at + 1);
    const forged = await new ContractFactory(abi, changed, signer).deploy(recorded.arguments);
    await forged.waitForDeployment();
    const none = Wallet.createRandom().address;
    const other = (address: string) =>
      `Error: The code at ${address} is not what these sources give. Check out the commit that was deployed ` +
      "(git log -- deployments), or look at the address again. No record was written.\n";
    for (const [address, errors] of [
      [await forged.getAddress(), other(await forged.getAddress())],
      [recorded.renderer, other(recorded.renderer)],
      [none, `Error: There is no contract at ${none}\n`],
    ] as const) {
      expect(await task("ticket", "adopt", address)).to.deep.equal({ code: 1, output: "", errors });
    }
    const hash = forged.deploymentTransaction()?.hash ?? "";
    const mixed = await task("ticket", "adopt", recorded.address, "--transaction", hash);
    expect(mixed.errors).to.equal(`Error: ${hash} did not make ${recorded.address}\n`);
    expect(await readdir(folder())).to.deep.equal([]);
  });

  it("is found by its transaction where an endpoint does not tell of earlier blocks", async () => {
    const pruned = await startRpcProxy(node.url, {
      before: ({ method, params }) =>
        method === "eth_getCode" && Number(params[1]) < recorded.blockNumber + 2
          ? "missing trie node"
          : undefined,
    });
    const adopt = (...words: string[]) =>
      taskAt(pruned.url, `${node.url}/second`, "ticket", "adopt", recorded.address, ...words);
    const { code, errors } = await adopt();
    expect({ code, errors }).to.deep.equal({
      code: 1,
      errors:
        "Error: The endpoint does not tell what earlier blocks had. Look up the transaction that made the contract in an explorer, " +
        "and name it: --transaction 0xHash\n",
    });
    const named = await adopt("--transaction", recorded.transactionHash);
    expect(named.code, named.errors).to.equal(0);
    expect(await read()).to.deep.equal(recorded);
    await pruned.close();
  });

  it("does not lose a damaged record, and never replaces one of another deployment", async () => {
    await writeFile(recordFile(), '{\n  "network": "mainnet",\n');
    const { code, errors } = await task("ticket", "adopt", recorded.address);
    expect(code, errors).to.equal(0);
    const [, aside = ""] = /the damaged record is kept as (\S+)\.\n$/.exec(errors) ?? [];
    expect(await readFile(path.join(project, aside), "utf8")).to.equal(
      '{\n  "network": "mainnet",\n',
    );
    expect(await read()).to.deep.equal(recorded);

    const other = `0x${"12".repeat(20)}`;
    const refused = await task("ticket", "adopt", other);
    expect(refused.errors).to.equal(
      `Error: deployments/mainnet/record.json names ${recorded.address}. Move the folder away first, if you mean ${other}.\n`,
    );
    expect(await read()).to.deep.equal(recorded);
  });

  for (const [what, empty] of [
    ["emptied", (file: string) => writeFile(file, "")],
    ["missing", (file: string) => rm(file)],
  ] as const) {
    it(`is not deployed a second time when its journal is ${what}`, async () => {
      await cp(kept, folder(), { recursive: true });
      await rm(recordFile());
      await empty(path.join(folder(), "journal.jsonl"));
      const nonce = await signer.getNonce();
      const { code, errors } = await deploy("--yes", "--paused");
      expect(code).to.equal(1);
      expect(errors).to.match(
        /^Error: \S+deployments\/mainnet\/journal\.jsonl is missing or empty, and deployed_addresses\.json beside it says that a deployment had begun\. Nothing was sent\. .+ticket adopt 0xYourTicket --network mainnet\. .+\n$/,
      );
      expect(await signer.getNonce()).to.equal(nonce);
    });
  }

  it("is named before another one, when the whole folder is lost", async () => {
    const { output } = await deploy();
    expect(output).to.match(
      new RegExp(
        `^warn  earlier +${signer.address} has made a Ticket already, ${recorded.address}: .+ ticket adopt ${recorded.address} --network mainnet$`,
        "m",
      ),
    );
  });

  it("is named by a line of its journal that is damaged", async () => {
    await cp(kept, folder(), { recursive: true });
    await rename(recordFile(), `${recordFile()}.away`);
    const journal = path.join(folder(), "journal.jsonl");
    const lines = (await readFile(journal, "utf8")).split("\n");
    const damaged = lines.findIndex((line) => line.includes("NETWORK_INTERACTION_REQUEST"));
    const nonce = await signer.getNonce();
    const wrong = '{"type":"TRANSACTION_SEND","nonce":"1"}';
    for (const line of [lines[damaged]?.slice(0, 40) ?? "", '{"type":5}', "[]", wrong]) {
      await writeFile(journal, lines.with(damaged, line).join("\n"));
      const { code, errors } = await deploy("--yes", "--paused");
      expect(code).to.equal(1);
      expect(errors).to.match(
        new RegExp(
          `^Error: \\S+journal\\.jsonl, line ${damaged + 1}: it is not a message\\. Restore .+\n$`,
        ),
      );
    }
    expect(await signer.getNonce()).to.equal(nonce);
  });
});
