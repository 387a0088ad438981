import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect } from "chai";
import { AbiCoder, type JsonRpcSigner } from "ethers";
import {
  deploySafeWallet,
  executeBatch,
  safeFilesIn,
} from "../../../scripts/dev/rehearse/safe-wallet.ts";
import {
  FolderRenderer__factory,
  type Ticket,
  Ticket__factory,
} from "../../../typechain-types/index.ts";
import { startRpcProxy } from "../../doubles/rpc/rpc-proxy.ts";
import {
  ETHERSCAN_KEY,
  startVerificationServices,
} from "../../doubles/verification/verification-services.ts";
import type { Ended } from "../../support/process.ts";
import { runTask } from "../support/command.ts";
import { deployMock } from "../support/deploy-mock.ts";
import { startHardhatNode, type TestNode } from "../support/node.ts";
import { forgetDeployments, testProject } from "../support/project.ts";

const FOLDER = "ipfs://bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi/";
const HOSTED = "https://tickets.example/revealed/";

describe("Renderers, after the sale is deployed:", () => {
  let project: string;
  let node: TestNode;
  let owner: JsonRpcSigner;
  let accounts: readonly JsonRpcSigner[];
  let ticket: Ticket;
  let clean: string;
  let size: bigint;

  const taskAt = (url: string, ...words: string[]) =>
    runTask({ project, env: { REHEARSAL_RPC_URL: url } }, ...words, "--network", "rehearsal");
  const task = (...words: string[]) => taskAt(node.url, ...words);

  async function done(...words: string[]): Promise<string> {
    const { code, output, errors } = await task(...words);
    expect(code, errors).to.equal(0);
    expect(errors).to.equal("");
    return output;
  }

  function expectRefusal({ code, output, errors }: Ended, line: string): void {
    expect(errors).to.equal(`Error: ${line}\n`);
    expect({ code, output }).to.deep.equal({ code: 1, output: "" });
  }

  async function sell(quantity: number): Promise<void> {
    const value = await ticket.getPriceForQuantity(quantity);
    await (await ticket.buyTicket(owner.address, quantity, { value })).wait();
  }

  async function folderRenderer(folder: string): Promise<string> {
    return (await new FolderRenderer__factory(owner).deploy(folder)).getAddress();
  }

  before(async () => {
    project = await testProject();
    await forgetDeployments(project);
    node = await startHardhatNode(1);
    accounts = await node.provider.listAccounts();
    owner = await node.provider.getSigner(0);
    await done("ticket", "deploy");
    const record = JSON.parse(
      await readFile(path.join(project, "deployments/rehearsal/record.json"), "utf8"),
    );
    ticket = Ticket__factory.connect(record.address, owner);
    size = await ticket.MAX_SUPPLY();
  });

  beforeEach(async () => {
    clean = await node.provider.send("evm_snapshot", []);
  });

  afterEach(() => node.provider.send("evm_revert", [clean]));

  after(() => node.close());

  describe("ticket deploy-renderer", () => {
    it("puts one for the folder on chain, and leaves the sale's own until it is set", async () => {
      const before = await ticket.renderer();
      const output = await done("ticket", "deploy-renderer", FOLDER);

      expect(output).to.contain(`  folder      ${FOLDER}\n`);
      expect(output).to.contain(`  renderer    ${before} stays until ticket set-renderer\n`);
      expect(output).to.contain(`  creation    new FolderRenderer(${FOLDER})\n`);
      const [, address = ""] = /^FolderRenderer is at (0x\w{40})\. Next: /m.exec(output) ?? [];
      expect(output).to.contain(
        `Next: npm run hardhat -- ticket set-renderer ${address} --network rehearsal\n`,
      );
      const renderer = FolderRenderer__factory.connect(address, node.provider);
      expect(await renderer.baseURI()).to.equal(FOLDER);
      expect(await ticket.renderer()).to.equal(before);

      await done("ticket", "set-renderer", address);
      expect(await ticket.contractURI()).to.equal(`${FOLDER}collection.json`);
      const nonce = await owner.getNonce();
      expect(await done("ticket", "deploy-renderer", FOLDER)).to.equal(
        `The renderer ${address} has the folder ${FOLDER} already. Nothing to do.\n`,
      );
      expect(await owner.getNonce()).to.equal(nonce);
    });

    it("says so if another folder was put on chain", async function () {
      this.timeout(60_000);
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
      const { code, output, errors } = await taskAt(proxy.url, "ticket", "deploy-renderer", FOLDER);
      await proxy.close();
      expect(errors).to.match(
        new RegExp(
          `^Error: Sent \\(0x[0-9a-f]{64}\\), but 0x\\w{40} reads ${changed}, not ${FOLDER}\\. Check it before you go on\\.\n$`,
        ),
      );
      expect(output).not.to.match(/Done|Next:/);
      expect(code).to.equal(1);
    });

    it("is for any account, also where a Safe owns the sale and signs the replacement", async () => {
      const signers = accounts.slice(4, 7);
      const safe = await deploySafeWallet(signers, 2);
      await (await ticket.transferOwnership(await safe.getAddress())).wait();
      const batch = (said: string) => path.join(project, safeFilesIn(said)[0] ?? "");
      const accepting = await done("ticket", "accept-ownership");
      await executeBatch(safe, signers.slice(0, 2), batch(accepting));

      const output = await done("ticket", "deploy-renderer", FOLDER);
      const [, address = ""] = /^FolderRenderer is at (0x\w{40})\./m.exec(output) ?? [];
      const replacing = await done("ticket", "set-renderer", address);
      expect(replacing).to.contain("nothing was sent");
      await executeBatch(safe, signers.slice(0, 2), batch(replacing));
      expect(await ticket.renderer()).to.equal(address);
    });
  });

  describe("ticket set-renderer", () => {
    const label = (text: string) => text.padEnd(12);

    it("prints the files that a folder has to have, and that it can't prove them", async () => {
      const output = await done("ticket", "set-renderer", await folderRenderer(FOLDER));

      expect(output).to.contain(
        [
          `  ${label("ticket 1")}${FOLDER}1.json`,
          `  ${label(`ticket ${size}`)}${FOLDER}${size}.json`,
          `  ${label("collection")}${FOLDER}collection.json`,
          "  Warning: these files are outside the chain, and this task can't prove that they exist. " +
            "They have to be there, and one for every other ticket: open some before you go on.",
          "",
        ].join("\n"),
      );
      expect(await ticket.contractURI()).to.equal(`${FOLDER}collection.json`);
    });

    it("looks at the last ticket sold as well, and takes an https folder", async () => {
      await sell(7);
      const output = await done("ticket", "set-renderer", await folderRenderer(HOSTED));

      expect(output).to.contain(`  ${label("ticket 7")}${HOSTED}7.json\n`);
      expect(output).to.contain(`  ${label(`ticket ${size}`)}${HOSTED}${size}.json\n`);
      expect(await ticket.tokenURI(7)).to.equal(`${HOSTED}7.json`);
    });

    it("has no word of files for one that draws on chain", async () => {
      const drawn = await ticket.renderer();
      await (await ticket.setRenderer(await folderRenderer(FOLDER))).wait();
      const output = await done("ticket", "set-renderer", drawn);

      expect(output).not.to.match(/Warning|ticket 1|collection/);
      expect(await ticket.contractURI()).to.match(/^data:application\/json/);
    });

    it("names what it finds in place of a URI that marketplaces could read", async () => {
      const address = await (await deployMock("FixedRenderer", owner)).getAddress();
      expectRefusal(
        await task("ticket", "set-renderer", address),
        `${address} doesn't draw tickets: tokenURI(1) gives "fixed:ticket", ` +
          "which is neither a data:application/json URI nor a file of ipfs:// or https://",
      );
    });

    /** The endpoint falsifies one call. */
    async function setAnswering(selector: string, uri: string): Promise<Ended> {
      const renderer = await folderRenderer(FOLDER);
      const proxy = await startRpcProxy(node.url, {
        before({ method, params }) {
          const [call] = params as [{ to?: string; data?: string }];
          const asked =
            method === "eth_call" &&
            call.to?.toLowerCase() === renderer.toLowerCase() &&
            call.data?.startsWith(selector);
          return asked
            ? { result: AbiCoder.defaultAbiCoder().encode(["string"], [uri]) }
            : undefined;
        },
      });
      const ended = await taskAt(proxy.url, "ticket", "set-renderer", renderer);
      await proxy.close();
      return ended;
    }

    const TOKEN_URI = "0xc87b56dd";
    const CONTRACT_URI = "0xe8a3d485";

    for (const [what, uri, shown] of [
      ["http", "http://tickets.example/1.json", '"http://tickets.example/1.json"'],
      ["a script", "javascript:alert(1)", '"javascript:alert(1)"'],
      ["another kind of data", "data:text/html,1", '"data:text/html,1"'],
      ["nothing", "", '""'],
      ["no host", "https:///1.json", '"https:///1.json"'],
      ["a space", "https://tickets.example/1 .json", '"https://tickets.example/1 .json"'],
      ["a control", "ipfs://a/\u001b[2J", '"ipfs://a/\\u001b[2J"'],
      ["a long one", `ftp://${"a".repeat(200)}`, `"ftp://${"a".repeat(94)}…"`],
    ] as const) {
      it(`refuses a ticket's URI that is ${what}, and names it`, async () => {
        const { code, output, errors } = await setAnswering(TOKEN_URI, uri);
        expect(errors).to.match(/^Error: 0x\w{40} doesn't draw tickets: tokenURI\(1\) gives /);
        expect(errors).to.contain(` gives ${shown}, which is neither`);
        expect({ code, output }).to.deep.equal({ code: 1, output: "" });
      });
    }

    it("refuses a collection's URI as well", async () => {
      const { code, errors } = await setAnswering(CONTRACT_URI, "ar://collection");
      expect(errors).to.contain('contractURI() gives "ar://collection", which is neither');
      expect(code).to.equal(1);
    });

    it("asks for the last ticket there will be, by the contract's own number", async () => {
      const last = size.toString(16).padStart(64, "0");
      const { code, errors } = await setAnswering(TOKEN_URI + last, "lost:");
      expect(errors).to.contain(`tokenURI(${size}) gives "lost:"`);
      expect(code).to.equal(1);
    });

    it("asks for the last ticket sold", async () => {
      await sell(9);
      const { code, errors } = await setAnswering(`${TOKEN_URI}${"9".padStart(64, "0")}`, "lost:");
      expect(errors).to.contain('tokenURI(9) gives "lost:"');
      expect(code).to.equal(1);
    });
  });

  describe("ticket verify", () => {
    let services: Awaited<ReturnType<typeof startVerificationServices>>;
    const verify = () =>
      runTask(
        {
          project,
          env: {
            REHEARSAL_RPC_URL: node.url,
            SOURCIFY_API_URL: services.sourcifyUrl,
            ETHERSCAN_API_URL: services.etherscanUrl,
            ETHERSCAN_API_KEY: ETHERSCAN_KEY,
          },
        },
        ...["ticket", "verify", "--network", "rehearsal"],
      );

    beforeEach(async () => {
      services = await startVerificationServices(node.url);
    });

    afterEach(() => services.close());

    it("publishes the renderer that was set since, with its folder, beside what was deployed", async () => {
      const output = await done("ticket", "deploy-renderer", FOLDER);
      const [, later = ""] = /^FolderRenderer is at (0x\w{40})\./m.exec(output) ?? [];
      const first = await ticket.renderer();
      await done("ticket", "set-renderer", later);
      const { code, errors } = await verify();

      expect(errors).to.equal("");
      expect(code).to.equal(0);
      const address = await ticket.getAddress();
      expect(services.verified).to.deep.equal(
        ["sourcify", "etherscan"].flatMap((service) =>
          [address, first, later].map((contract) => `${service} ${contract}`),
        ),
      );
    });

    it("warns of a renderer that is not of this project", async () => {
      const foreign = await (await deployMock("FixedRenderer", owner)).getAddress();
      await (await ticket.setRenderer(foreign)).wait();
      const { code, errors } = await verify();

      expect(errors).to.equal(
        `Warning: the sale's renderer is ${foreign} by now, and this project's sources don't give its code. ` +
          "Publish its sources yourself.\n",
      );
      expect(code).to.equal(0);
      expect(services.verified.join()).not.to.contain(foreign);
    });
  });

  describe("ticket freeze-metadata", () => {
    for (const [folder, kept] of [
      [FOLDER, "they can't be changed, but are available only while they are pinned"],
      [HOSTED, "whoever runs that host can still change them"],
    ] as const) {
      it(`says what it does not keep of ${folder}`, async () => {
        await (await ticket.setRenderer(await folderRenderer(folder))).wait();

        expect(await done("ticket", "freeze-metadata")).to.contain(
          `  Warning: the metadata is in files (${folder}collection.json): ${kept}.\n`,
        );
        expect(await ticket.metadataFrozen()).to.equal(true);
      });
    }

    it("has no word of files for one that draws on chain", async () => {
      expect(await done("ticket", "freeze-metadata")).not.to.contain("in files");
    });
  });
});
