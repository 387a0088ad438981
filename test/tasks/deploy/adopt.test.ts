import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect } from "chai";
import { ContractFactory, id, parseEther, toQuantity, Wallet } from "ethers";
import type { DeploymentRecord } from "../../../scripts/tasks/record/record.ts";
import { Ticket__factory } from "../../../typechain-types/index.ts";
import { startRpcProxy } from "../../doubles/rpc/rpc-proxy.ts";
import { useDeployments } from "../support/deployments.ts";
import { PRICE, printed, RAISED_PRICE } from "../support/money.ts";
import { noteRehearsal } from "../support/project.ts";

const FOLDER = "ipfs://bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi/";

describe("A deployment without its record", () => {
  const key = id("a lost record");
  let signer: Wallet;
  let recorded: DeploymentRecord;
  let kept: string;

  const on = useDeployments({ key, blockTime: 100 }, async ({ project, node, deploy, record }) => {
    signer = new Wallet(key, node.provider);
    await node.provider.send("hardhat_setBalance", [signer.address, toQuantity(parseEther("50"))]);
    await noteRehearsal(project);
    const { code, errors, output } = await deploy({}, "--single-owner", "--yes", "--paused");
    expect(code, errors + output).to.equal(0);
    recorded = await record("mainnet");
    kept = path.join(project, "cache/kept");
    await cp(path.join(project, "deployments/mainnet"), kept, { recursive: true });
    const ticket = Ticket__factory.connect(recorded.address, signer);
    await (await ticket.setTicketPrice(RAISED_PRICE)).wait();
    await (await ticket.unpause()).wait();
    // Ignition's five confirmations, so that no run has to wait for them.
    await node.provider.send("hardhat_mine", ["0x5"]);
  });
  const folder = () => path.dirname(on.file("mainnet"));
  const recordFile = () => on.file("mainnet");
  const read = () => on.record("mainnet");
  const task = (...words: string[]) => on.live({}, ...words);
  const deploy = (...words: string[]) => deployAt(on.node.url, ...words);
  const deployAt = (url: string, ...words: string[]) =>
    on.deploy({ MAINNET_RPC_URL: url }, "--single-owner", ...words);

  beforeEach(async () => {
    await mkdir(folder(), { recursive: true });
    await noteRehearsal(on.project);
  });

  after(() => rm(kept, { recursive: true }));

  it("gets the same one again, from its address", async () => {
    const { code, output, errors } = await task("ticket", "adopt", recorded.address);
    expect(code, errors).to.equal(0);
    // The compiler's output starts with an empty line.
    expect(output.trimStart()).to.equal(
      `Ticket ${recorded.address} on mainnet: made in block ${recorded.blockNumber} by ${signer.address}, for ${signer.address}, ` +
        `at ${printed(PRICE)}. Its code matches these sources.\n` +
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
      `deployments/mainnet/record.json already names ${recorded.address}. Nothing to do.\n`,
    );
    expect(await signer.getNonce()).to.equal(nonce);
  });

  it("gets one of a folder of pictures", async () => {
    await rm(on.file("rehearsal"));
    const elsewhere = await on.rehearse("ticket", "deploy", "--base-uri", FOLDER);
    expect(elsewhere.code, elsewhere.errors).to.equal(0);
    const { address, ...rest } = await on.record("rehearsal");
    const { code, errors } = await task("ticket", "adopt", address);
    expect(code, errors).to.equal(0);
    expect(await read()).to.deep.equal({ ...rest, address, network: "mainnet" });
    expect(rest.folderRenderer).to.deep.equal({ baseUri: FOLDER });
  });

  it("is not adopted if its code is other code, or there is none, and nothing is written", async () => {
    const artifact = path.join(on.project, "artifacts/contracts/Ticket.sol/Ticket.json");
    const { abi, bytecode } = JSON.parse(await readFile(artifact, "utf8"));
    // Changes one byte that runs only at a purchase, because the constructor then still succeeds.
    const at = bytecode.lastIndexOf("a2646970667358221220") - 20;
    const changed =
      bytecode.slice(0, at) + (bytecode[at] === "0" ? "1" : "0") + bytecode.slice(at + 1);
    const forged = await new ContractFactory(abi, changed, signer).deploy(recorded.arguments);
    await forged.waitForDeployment();
    const none = Wallet.createRandom().address;
    const other = (address: string) =>
      `Error: The code at ${address} does not match these sources. Check out the commit that was deployed ` +
      "(git log -- deployments), or check the address. No record was written.\n";
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
    const pruned = await startRpcProxy(on.node.url, {
      before: ({ method, params }) =>
        method === "eth_getCode" && Number(params[1]) < recorded.blockNumber + 2
          ? "missing trie node"
          : undefined,
    });
    const adopt = (...words: string[]) =>
      on.live({ MAINNET_RPC_URL: pruned.url }, "ticket", "adopt", recorded.address, ...words);
    const { code, errors } = await adopt();
    expect({ code, errors }).to.deep.equal({
      code: 1,
      errors:
        "Error: The endpoint does not serve the state of earlier blocks. Look up the transaction that created the contract in an explorer, " +
        `and name it: npm run hardhat -- ticket adopt ${recorded.address} --transaction 0xHash\n`,
    });
    await keepAll("");
    const interrupted = await deployAt(pruned.url, "--yes", "--paused");
    expect(interrupted.errors).to.equal(errors);
    await rm(folder(), { recursive: true });
    const { output } = await deployAt(pruned.url, "--paused");
    expect(output).to.match(/^warn {2}earlier /m);
    await mkdir(folder(), { recursive: true });
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
    expect(await readFile(path.join(on.project, aside), "utf8")).to.equal(
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

  for (const [what, lose] of [
    ["the whole folder is lost", async () => {}],
    ["its journal is damaged", () => keepAll('{"type":')],
  ] as const) {
    it(`is recorded and not made again by the same command, when ${what}`, async () => {
      await lose();
      const nonce = await signer.getNonce();
      const { code, output, errors } = await deploy("--yes", "--paused");
      expect(code, errors).to.equal(0);
      expect(output.trimStart()).to.equal(
        `Ticket is deployed to mainnet at ${recorded.address} (deployments/mainnet/record.json).\n` +
          `  https://etherscan.io/address/${recorded.address}\n`,
      );
      expect(await read()).to.deep.equal(recorded);
      expect(await signer.getNonce()).to.equal(nonce);
    });
  }

  /** The folder of a run that was killed before it wrote a record. */
  async function keepAll(journal: string): Promise<void> {
    await cp(kept, folder(), { recursive: true });
    await rm(recordFile());
    await writeFile(path.join(folder(), "journal.jsonl"), journal);
  }

  it("is not looked for under another key, which is warned of", async () => {
    await keepAll("");
    const other = Wallet.createRandom();
    const { output } = await on.deploy({ DEPLOYER_PRIVATE_KEY: other.privateKey });
    expect(output).to.contain(
      `\nwarn  earlier    a run was interrupted, but ${other.address} deployed nothing in it. Did it use another key?\n`,
    );
  });

  it("stops a run with other terms while the folder of the interrupted one is there", async () => {
    await keepAll("");
    const nonce = await signer.getNonce();
    const { code, output } = await deploy("--royalty-bps", "400", "--yes", "--paused");
    expect(code).to.equal(1);
    expect(output).to.match(
      new RegExp(`^fail {2}earlier +an interrupted run deployed .+, ${recorded.address}\\. `, "m"),
    );
    expect(await signer.getNonce()).to.equal(nonce);
  });

  it("is named before another one, and its renderer serves both", async () => {
    for (const other of [["--paused", "--royalty-bps", "400"], []]) {
      const { output } = await deploy(...other);
      expect(output).to.match(
        new RegExp(
          `^warn  earlier +${signer.address} has already deployed a Ticket, ${recorded.address}: .+ ticket adopt ${recorded.address} --network mainnet$`,
          "m",
        ),
      );
      expect(output).to.match(/^pass {2}gas +Ticket [\d,]+$/m);
    }
    expect(await readdir(folder())).to.deep.equal([]);
  });
});
