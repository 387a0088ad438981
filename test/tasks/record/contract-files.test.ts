import { readFile, rm } from "node:fs/promises";
import path from "node:path";
import { expect } from "chai";
import { Contract } from "ethers";
import type { ContractFile } from "../../../scripts/tasks/record/contract-files.ts";
import type { DeploymentRecord } from "../../../scripts/tasks/record/record.ts";
import { runTask } from "../support/command.ts";
import { startHardhatNode, type TestNode } from "../support/node.ts";
import { forgetDeployments, testProject } from "../support/project.ts";

const FOLDER = "ipfs://bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi/";

describe("A deployment's files for other programs", () => {
  let project: string;
  let node: TestNode;

  const folder = () => path.join(project, "deployments/rehearsal");
  const task = (...words: string[]) =>
    runTask({ project, env: { REHEARSAL_RPC_URL: node.url } }, ...words, "--network", "rehearsal");
  const read = async (name: string): Promise<ContractFile> =>
    JSON.parse(await readFile(path.join(folder(), `${name}.json`), "utf8"));

  before(async () => {
    project = await testProject();
    node = await startHardhatNode(1);
  });

  beforeEach(() => forgetDeployments(project));

  after(async () => {
    await node.close();
    await forgetDeployments(project);
  });

  async function deployed(...words: string[]): Promise<DeploymentRecord> {
    const { code, errors } = await task("ticket", "deploy", ...words);
    expect(code, errors).to.equal(0);
    return JSON.parse(await readFile(path.join(folder(), "record.json"), "utf8"));
  }

  it("tell all that a call needs, and what made each contract", async () => {
    const record = await deployed("--base-uri", FOLDER);
    const ticket = await read("Ticket");
    const { address, chainId, transactionHash, blockNumber } = record;
    expect({ ...ticket, abi: [] }).to.deep.equal({
      contractName: "Ticket",
      address,
      chainId,
      abi: [],
      args: [record.arguments],
      transactionHash,
      blockNumber,
    });
    const contract = new Contract(ticket.address, [...ticket.abi] as never[], node.provider);
    expect(await contract.getFunction("ticketPrice")()).to.equal(
      BigInt(record.arguments.ticketPrice),
    );

    const renderer = await read("FolderRenderer");
    const receipt = await node.provider.getTransactionReceipt(renderer.transactionHash ?? "");
    expect(receipt?.contractAddress).to.equal(record.renderer);
    expect(renderer).to.deep.include({
      address: record.renderer,
      args: [FOLDER],
      blockNumber: receipt?.blockNumber,
    });
    const drawn = new Contract(renderer.address, [...renderer.abi] as never[], node.provider);
    expect(await drawn.getFunction("baseURI")()).to.equal(FOLDER);
  });

  it("are the same after the deployment was adopted", async () => {
    const record = await deployed();
    const written = await Promise.all(["Ticket", "TicketRenderer"].map(read));
    await rm(folder(), { recursive: true });
    const { code, errors } = await task("ticket", "adopt", record.address);
    expect(code, errors).to.equal(0);
    expect(await Promise.all(["Ticket", "TicketRenderer"].map(read))).to.deep.equal(written);
  });
});
