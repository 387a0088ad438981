import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect } from "chai";
import { recordProblem } from "../../../scripts/shared/record-shape.ts";
import type { DeploymentRecord } from "../../../scripts/tasks/record/record.ts";
import { FolderRenderer__factory, Ticket__factory } from "../../../typechain-types/index.ts";
import { startRpcProxy } from "../../doubles/rpc/rpc-proxy.ts";
import { startVerificationServices } from "../../doubles/verification/verification-services.ts";
import { runTask } from "../support/command.ts";
import { startHardhatNode, type TestNode } from "../support/node.ts";
import { forgetDeployments, testProject } from "../support/project.ts";

const FOLDER = "ipfs://bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi/";
const OTHER = "https://tickets.example/revealed/";

describe("ticket deploy --base-uri", () => {
  let project: string;
  let node: TestNode;

  const recordFile = () => path.join(project, "deployments/rehearsal/record.json");
  const readRecord = async (): Promise<DeploymentRecord> =>
    JSON.parse(await readFile(recordFile(), "utf8"));
  const taskAt = (url: string, ...words: string[]) =>
    runTask({ project, env: { REHEARSAL_RPC_URL: url } }, ...words, "--network", "rehearsal");
  const deploy = (...words: string[]) => taskAt(node.url, "ticket", "deploy", ...words);
  const sent = async () => {
    const [deployer] = await node.provider.listAccounts();
    return node.provider.getTransactionCount(deployer?.address ?? "");
  };

  before(async () => {
    project = await testProject();
  });

  beforeEach(async () => {
    await forgetDeployments(project);
    node = await startHardhatNode(1);
  });

  afterEach(() => node.close());

  it("deploys a sale whose pictures are in that folder, and records it", async () => {
    const { code, output, errors } = await deploy("--base-uri", FOLDER);
    expect(code, errors).to.equal(0);
    expect(output).to.contain(`warn  pictures   in ${FOLDER}: nothing proves that its files`);
    expect(output).to.match(/^pass {2}gas +FolderRenderer [\d,]+; Ticket /m);

    const record = await readRecord();
    expect(record.folderRenderer).to.deep.equal({ baseUri: FOLDER });
    const ticket = Ticket__factory.connect(record.address, node.provider);
    const renderer = FolderRenderer__factory.connect(await ticket.renderer(), node.provider);
    expect(await renderer.baseURI()).to.equal(FOLDER);
    expect(await ticket.contractURI()).to.equal(`${FOLDER}collection.json`);
    expect(record.renderer).to.equal(await ticket.renderer());
    expect(await sent()).to.equal(2);
  });

  it("draws on chain without it, and the record has no word of a folder", async () => {
    const { code, output, errors } = await deploy();
    expect(code, errors).to.equal(0);
    expect(output).to.match(/^pass {2}pictures +drawn on chain by TicketRenderer$/m);
    const record = await readRecord();
    expect(record).not.to.have.property("folderRenderer");
    const ticket = Ticket__factory.connect(record.address, node.provider);
    expect(await ticket.contractURI()).to.match(/^data:application\/json/);

    const other = await deploy("--base-uri", FOLDER);
    expect(other.errors).to.equal(
      `Error: deployments/rehearsal/record.json has the baseUri none (drawn on chain), and you asked for ${FOLDER}. ` +
        "Is it the record of another deployment? Nothing was sent.\n",
    );
    expect(await sent()).to.equal(2);
  });

  it("refuses what is no folder before it sends anything", async () => {
    for (const text of ["http://tickets.example/", FOLDER.slice(0, -1), "folder", `${FOLDER}?a/`]) {
      const { code, output, errors } = await deploy("--base-uri", text);
      expect(errors).to.equal(
        "Error: --base-uri is not a folder's address, ipfs://<cid>/ or https://<host>/<folder>/, which ends with a slash " +
          `and has only letters, digits and -._~%:/: ${text}\n`,
      );
      expect({ code, output }).to.deep.equal({ code: 1, output: "" });
    }
    expect(await sent()).to.equal(0);
  });

  it("has nothing to do again, and refuses another folder than the recorded one", async () => {
    await deploy("--base-uri", FOLDER);
    const { address } = await readRecord();
    for (const words of [["--base-uri", FOLDER], []]) {
      expect((await deploy(...words)).output).to.equal(
        `Ticket is already deployed to rehearsal at ${address}. Nothing to do.\n`,
      );
    }
    const { code, errors } = await deploy("--base-uri", OTHER);
    expect(errors).to.equal(
      `Error: deployments/rehearsal/record.json has the baseUri ${FOLDER}, and you asked for ${OTHER}. ` +
        "Is it the record of another deployment? Nothing was sent.\n",
    );
    expect(code).to.equal(1);
    expect(await sent()).to.equal(2);
  });

  it("finishes an interrupted deployment with its folder, and with no other", async () => {
    let creations = 0;
    const cut = await startRpcProxy(node.url, {
      before({ method }) {
        if (method !== "eth_sendTransaction") return undefined;
        creations += 1;
        return creations === 2 ? "The line is cut" : undefined;
      },
    });
    const interrupted = await taskAt(cut.url, "ticket", "deploy", "--base-uri", FOLDER);
    await cut.close();
    expect(interrupted.code).to.equal(1);
    expect(await sent()).to.equal(1);

    for (const words of [["--base-uri", OTHER], []]) {
      const { code, errors } = await deploy(...words);
      expect(errors).to.match(
        /^Error: .+journal\.jsonl has a transaction that was not asked for: a deployment with 0 wei\. Nothing was sent\. Were the contracts or the options changed/,
      );
      expect(code).to.equal(1);
    }
    expect(await sent()).to.equal(1);

    const { code, errors } = await deploy("--base-uri", FOLDER);
    expect(code, errors).to.equal(0);
    expect((await readRecord()).folderRenderer).to.deep.equal({ baseUri: FOLDER });
    expect(await sent()).to.equal(2);
  });

  it("writes no record if the renderer says another folder than was asked for", async () => {
    const hex = (text: string) => Buffer.from(text).toString("hex");
    const changed = FOLDER.replace("bafy", "bafk");
    const proxy = await startRpcProxy(node.url, {
      before({ method, params }) {
        if (method === "eth_sendTransaction") {
          const creation = params[0] as { data: string };
          creation.data = creation.data.replace(hex(FOLDER), hex(changed));
        }
        return undefined;
      },
    });
    const { code, errors } = await taskAt(proxy.url, "ticket", "deploy", "--base-uri", FOLDER);
    await proxy.close();
    expect(errors).to.match(
      /^Error: Ticket is at 0x\w+, but its baseUri is not what was asked for\. No record was written\. .+\n$/,
    );
    expect(code).to.equal(1);
    const missing = await readRecord().catch((error: NodeJS.ErrnoException) => error.code);
    expect(missing).to.equal("ENOENT");
  });

  for (const [what, options, claimed, said] of [
    ["another folder", ["--base-uri", FOLDER], OTHER, FOLDER],
    ["a folder, where the renderer draws on chain", [], FOLDER, "no folder"],
  ] as const) {
    it(`is proven by the chain before any task trusts a record of ${what}`, async () => {
      await deploy(...options);
      const record = await readRecord();
      const changed = { ...record, folderRenderer: { baseUri: claimed } };
      await writeFile(recordFile(), JSON.stringify(changed));
      const { code, output, errors } = await taskAt(node.url, "ticket", "status");
      expect(errors).to.equal(
        "Error: deployments/rehearsal/record.json is not proven by the chain: " +
          `its renderer ${record.renderer} says ${said}, not ${claimed}. ` +
          "Compare it with its last reviewed version, and ask another endpoint.\n",
      );
      expect({ code, output }).to.deep.equal({ code: 1, output: "" });
    });
  }

  it("makes a record whose folder has to be one", async () => {
    await deploy("--base-uri", FOLDER);
    const record = await readRecord();
    const problemWith = (folderRenderer: unknown) =>
      recordProblem({ ...record, folderRenderer }, "rehearsal", 1);
    expect(problemWith({ baseUri: FOLDER })).to.equal(null);
    expect(problemWith(undefined)).to.equal(null);
    for (const baseUri of ["http://tickets.example/", FOLDER.slice(0, -1), "", 7, undefined]) {
      expect(problemWith({ baseUri })).to.equal(
        `its folderRenderer has no folder's address: ${baseUri}`,
      );
    }
    expect(problemWith(null)).to.equal("its folderRenderer has no folder's address: undefined");
  });

  it("has FolderRenderer's sources and its folder published by ticket verify", async () => {
    await deploy("--base-uri", FOLDER);
    const { address, renderer } = await readRecord();
    const services = await startVerificationServices(node.url);
    const { code, output, errors } = await runTask(
      { project, env: { REHEARSAL_RPC_URL: node.url, ...services.env } },
      ...["ticket", "verify", "--network", "rehearsal"],
    );
    await services.close();
    expect(errors).to.equal("");
    expect(code).to.equal(0);
    expect(services.verified).to.deep.equal(
      ["sourcify", "etherscan", "blockscout"].flatMap((service) => [
        `${service} ${address}`,
        `${service} ${renderer}`,
      ]),
    );
    expect(output).to.contain(`Etherscan: FolderRenderer ${renderer} verified.`);
  });
});
