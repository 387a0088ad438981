import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { expect } from "chai";
import { type Contract, type JsonRpcSigner, namehash } from "ethers";
import {
  deploySafeWallet,
  executeBatch,
  safeFilesIn,
} from "../../../scripts/dev/rehearse/safe-wallet.ts";
import { ensDouble, REGISTRY } from "../../doubles/ens/ens.ts";
import type { Ended } from "../../support/process.ts";
import { runTask } from "../support/command.ts";
import { startHardhatNode, type TestNode } from "../support/node.ts";
import { forgetDeployments, testProject } from "../support/project.ts";

/** EIP-1577 has no vector of a CID of version 1 with the codec dag-pb. This is 0xe3 0x01 and the CID's own bytes. */
const CID = "bafybeibj6lixxzqtsb45ysdjnupvqkufgdvzqbnvmhw2kf7cfkesy7r7d4";
const OTHER_CID = "bafybeiczsscdsbs7ffqz55asqdf3smv6klcw3gofszvwlyarci47bgf354";
const RESOLVER = "0x231b0Ee14048e9dCcD1d247744d114a4EB5E8E63";
const NAME_WRAPPER = "0xD4416b13d2b3a9aBae7AcD5D6C2BbDBE25686401";
const NAME = "tickets.eth";
const NODE = namehash(NAME);

describe("ticket ens-contenthash", () => {
  let project: string;
  let node: TestNode;
  let accounts: readonly JsonRpcSigner[];
  let registry: Contract;
  let resolver: Contract;
  let safe: Contract;
  let safeAddress: string;
  let clean: string;

  const task = (...words: string[]): Promise<Ended> =>
    runTask(
      { project, env: { MAINNET_RPC_URL: node.url, MAINNET_SECOND_RPC_URL: `${node.url}/second` } },
      ...["ticket", "ens-contenthash", ...words, "--network", "mainnet"],
    );
  const point = (cid = CID, name = NAME) => task("--name", name, "--cid", cid);

  before(async function () {
    // The first to ask for a project waits for its compiler.
    this.timeout(180_000);
    project = await testProject();
    await forgetDeployments(project);
    node = await startHardhatNode(1);
    accounts = await node.provider.listAccounts();
    const [first] = accounts;
    if (first === undefined) throw new Error("No account");
    const put = await ensDouble(node.provider, first.address);
    registry = await put(REGISTRY);
    resolver = await put(RESOLVER);
    safe = await deploySafeWallet(accounts.slice(4, 7), 2);
    safeAddress = await safe.getAddress();
    await give(safeAddress);
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

  /** Makes an account the owner of the name, to the registry and to the resolver. */
  async function give(owner: string): Promise<void> {
    for (const contract of [registry, resolver]) {
      await (await contract.getFunction("setRecord")(NODE, owner, RESOLVER)).wait();
    }
  }

  function refused({ code, output, errors }: Ended): string {
    expect({ code, output }).to.deep.equal({ code: 1, output: "" });
    return errors;
  }

  it("writes a file that the Safe executes, after which the name points at the page", async () => {
    const { code, output, errors } = await point();
    expect(code, errors).to.equal(0);
    expect(output).to.contain(
      `  content     nothing -> ipfs://${CID}\n  resolver    ${RESOLVER}\n`,
    );
    expect(output).to.contain("The name's owner is a Safe (2 of 3): nothing was sent.");
    const [file = ""] = safeFilesIn(output);
    expect(file).to.match(/^deployments\/mainnet\/safe\/\d{8}T\d{6}Z-ens-contenthash-nonce\d+-/);
    const { transactions } = JSON.parse(await readFile(path.join(project, file), "utf8"));
    expect(transactions[0].to).to.equal(RESOLVER);
    expect(transactions[0].contractMethod.name).to.equal("setContenthash");
    await executeBatch(safe, accounts.slice(4, 6), path.join(project, file));

    // 0xe3 0x01, then version 1, dag-pb (0x70) and the digest: SHA-256, 32 bytes.
    const written: string = await resolver.getFunction("contenthash")(NODE);
    expect(written).to.match(/^0xe30101701220[0-9a-f]{64}$/);
    expect(written).to.equal(
      "0xe3010170122029f2d17be6139079dc48696d1f582a8530eb9805b561eda517e22a892c7e3f1f",
    );
    const again = await point(`ipfs://${CID}/`);
    expect(again.output).to.equal(`${NAME} points at ipfs://${CID} already. Nothing to do.\n`);
    const next = await point(OTHER_CID);
    expect(next.output).to.contain(`  content     ipfs://${CID} -> ipfs://${OTHER_CID}\n`);
  });

  it("marks the file of an earlier build as superseded", async () => {
    await point();
    await point(OTHER_CID);
    const files = await readdir(path.join(project, "deployments/mainnet/safe"));
    expect(files.filter((file) => file.endsWith(".superseded.json"))).to.have.length(1);
    expect(files).to.have.length(2);
  });

  it("prints the call for an owner that is no Safe, and writes nothing", async () => {
    const owner = accounts[1]?.address ?? "";
    await give(owner);
    const { code, output, errors } = await point();
    expect(code, errors).to.equal(0);
    expect(output).to.contain(`The name's owner ${owner} is no Safe: nothing was sent,`);
    expect(output).to.match(
      new RegExp(
        `  target      ${RESOLVER}\n  value       0\n  data        0x304e6ade${NODE.slice(2)}`,
      ),
    );
    expect(await readdir(path.join(project, "deployments")).catch(() => [])).to.deep.equal([]);
  });

  it("finds the owner of a wrapped name behind the wrapper", async () => {
    const put = await ensDouble(node.provider, accounts[0]?.address ?? "");
    const wrapper = await put(NAME_WRAPPER);
    // The double's answer for every name.
    const zero = `0x${"0".repeat(64)}`;
    await (await wrapper.getFunction("setRecord")(zero, NAME_WRAPPER, safeAddress)).wait();
    await (await registry.getFunction("setRecord")(NODE, NAME_WRAPPER, RESOLVER)).wait();
    const { code, output, errors } = await point();
    expect(code, errors).to.equal(0);
    expect(output).to.contain("The name's owner is a Safe (2 of 3)");
  });

  it("says what is missing or refused, and writes nothing", async () => {
    expect(refused(await point(CID, "unknown.eth"))).to.equal(
      "Error: unknown.eth has no resolver. Set one in the ENS app first.\n",
    );
    await (await registry.getFunction("setRecord")(NODE, accounts[2]?.address, RESOLVER)).wait();
    expect(refused(await point())).to.match(
      new RegExp(
        `^Error: The resolver ${RESOLVER} refuses this call of ${accounts[2]?.address}, who owns `,
      ),
    );
    // A file alone is no page: its codec is raw.
    for (const cid of ["bafkreifzjut3te7nhyekklss27nh3k72ysco7y32koao5eei66wof36n5e", "x", ""]) {
      expect(refused(await task("--name", NAME, `--cid=${cid}`)), cid).to.match(
        /^Error: --cid is not the CID of a folder, as the build prints it \(bafybei…\):/,
      );
    }
    for (const name of ["tickets", "..eth", "a b.eth"]) {
      expect(refused(await point(CID, name)), name).to.equal(
        `Error: --name is not an ENS name, as in tickets.eth: ${name}\n`,
      );
    }
    expect(refused(await task("--name", NAME))).to.equal(
      "Error: Say which name, and which build: --name tickets.eth --cid bafybei…\n",
    );
    expect(await readdir(path.join(project, "deployments")).catch(() => [])).to.deep.equal([]);
  });
});
