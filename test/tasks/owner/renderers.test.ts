import { expect } from "chai";
import { AbiCoder } from "ethers";
import {
  FolderRenderer__factory,
  TicketRenderer__factory,
} from "../../../typechain-types/index.ts";
import {
  ETHERSCAN_KEY,
  startVerificationServices,
} from "../../doubles/verification/verification-services.ts";
import { deployMock } from "../support/deploy-mock.ts";
import { idle, refusal, type TaskEnded, useSale } from "../support/sale.ts";

const FOLDER = "ipfs://bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi/";
const HOSTED = "https://tickets.example/revealed/";

describe("Renderers, after the sale is deployed:", () => {
  let size: bigint;

  const sale = useSale({}, async ({ ticket }) => {
    size = await ticket.MAX_SUPPLY();
  });
  const done = (...words: string[]) => sale.done("ticket", ...words);
  const folderRenderer = async (folder: string) =>
    (await new FolderRenderer__factory(sale.owner).deploy(folder)).getAddress();
  const drawingRenderer = async () =>
    (await new TicketRenderer__factory(sale.owner).deploy()).getAddress();

  async function deployed(folder: string) {
    const output = await done("deploy-renderer", folder);
    const [, address = ""] = /^FolderRenderer is at (0x\w{40})\. Next: /m.exec(output) ?? [];
    return { output, address };
  }

  describe("ticket deploy-renderer", () => {
    it("puts one for the folder on chain, and leaves the sale's own until it is set", async () => {
      const before = await sale.ticket.renderer();
      const { output, address } = await deployed(FOLDER);
      expect(output).to.contain(`  folder      ${FOLDER}\n`);
      expect(output).to.contain(`  renderer    ${before} stays until ticket set-renderer\n`);
      expect(output).to.contain(`  creation    new FolderRenderer(${FOLDER})\n`);
      expect(output).to.contain(
        `Next: npm run hardhat -- ticket set-renderer ${address} --network rehearsal\n`,
      );
      const renderer = FolderRenderer__factory.connect(address, sale.node.provider);
      expect(await renderer.baseURI()).to.equal(FOLDER);
      expect(await sale.ticket.renderer()).to.equal(before);

      await done("set-renderer", address);
      expect(await sale.ticket.contractURI()).to.equal(`${FOLDER}collection.json`);
      expect(await sale.task("ticket", "deploy-renderer", FOLDER)).to.deep.equal(
        idle(`The renderer ${address} has the folder ${FOLDER} already. Nothing to do.`),
      );
    });

    it("says so if another folder was put on chain", async () => {
      const hex = (text: string) => Buffer.from(text).toString("hex");
      const changed = FOLDER.replace("bafy", "bafk");
      const { code, output, errors } = await sale.taskOver(
        {
          before({ method, params }) {
            if (method === "eth_sendTransaction") {
              const creation = params[0] as { data: string };
              creation.data = creation.data.replace(hex(FOLDER), hex(changed));
            }
            return undefined;
          },
        },
        "ticket",
        "deploy-renderer",
        FOLDER,
      );
      expect(errors).to.match(
        new RegExp(
          `^Error: Sent \\(0x[0-9a-f]{64}\\), but 0x\\w{40} reads ${changed}, not ${FOLDER}\\. Check it before you go on\\.\n$`,
        ),
      );
      expect(output).not.to.match(/Done|Next:/);
      expect(code).to.equal(1);
    });
  });

  describe("ticket set-renderer", () => {
    const label = (text: string) => text.padEnd(12);
    const setRenderer = (address: string) => sale.task("ticket", "set-renderer", address);

    it("prints the files that a folder has to have, and that it can't prove them", async () => {
      const output = await done("set-renderer", await folderRenderer(FOLDER));
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
      expect(await sale.ticket.contractURI()).to.equal(`${FOLDER}collection.json`);
    });

    it("looks at the last ticket sold as well, and takes an https folder", async () => {
      await sale.buy(7, null);
      const output = await done("set-renderer", await folderRenderer(HOSTED));
      expect(output).to.contain(`  ${label("ticket 7")}${HOSTED}7.json\n`);
      expect(output).to.contain(`  ${label(`ticket ${size}`)}${HOSTED}${size}.json\n`);
      expect(await sale.ticket.tokenURI(7)).to.equal(`${HOSTED}7.json`);
    });

    it("has no word of files for one that draws on chain", async () => {
      const drawn = await sale.ticket.renderer();
      await (await sale.ticket.setRenderer(await folderRenderer(FOLDER))).wait();
      const output = await done("set-renderer", drawn);
      expect(output).not.to.match(/Warning|ticket 1|collection/);
      expect(await sale.ticket.contractURI()).to.match(/^data:application\/json/);
    });

    it("names what it finds in place of a URI that marketplaces could read", async () => {
      const address = await (await deployMock("FixedRenderer", sale.owner)).getAddress();
      expect(await setRenderer(address)).to.deep.equal(
        refusal(
          `${address} doesn't draw tickets: tokenURI(1) gives "fixed:ticket", ` +
            "which is neither a data:application/json URI nor a file of ipfs:// or https://",
        ),
      );
    });

    /** The endpoint falsifies one call. */
    async function setAnswering(selector: string, uri: string): Promise<TaskEnded> {
      const renderer = await folderRenderer(FOLDER);
      return await sale.taskOver(
        {
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
        },
        "ticket",
        "set-renderer",
        renderer,
      );
    }

    const TOKEN_URI = "0xc87b56dd";
    const CONTRACT_URI = "0xe8a3d485";
    const ofTicket = (id: number | bigint) => TOKEN_URI + id.toString(16).padStart(64, "0");

    for (const [what, selector, uri, shown] of [
      ["of http", () => TOKEN_URI, "http://tickets.example/1.json", null],
      ["that is a script", () => TOKEN_URI, "javascript:alert(1)", null],
      ["of another kind of data", () => TOKEN_URI, "data:text/html,1", null],
      ["that is empty", () => TOKEN_URI, "", null],
      ["without a host", () => TOKEN_URI, "https:///1.json", null],
      ["with a space", () => TOKEN_URI, "https://tickets.example/1 .json", null],
      ["with a control", () => TOKEN_URI, "ipfs://a/\u001b[2J", '"ipfs://a/\\u001b[2J"'],
      ["that is long", () => TOKEN_URI, `ftp://${"a".repeat(200)}`, `"ftp://${"a".repeat(94)}…"`],
      ["of the collection", () => CONTRACT_URI, "ar://collection", null],
      ["of the last ticket there will be", () => ofTicket(size), "lost:", null],
      ["of the last ticket sold", () => ofTicket(9), "lost:", null],
    ] as const) {
      it(`refuses a URI ${what}, and names it`, async () => {
        await sale.buy(9, null);
        const view = selector();
        const { errors, ...ended } = await setAnswering(view, uri);
        const ids = { [TOKEN_URI]: "1", [ofTicket(size)]: String(size), [ofTicket(9)]: "9" };
        const name = view === CONTRACT_URI ? "contractURI()" : `tokenURI(${ids[view]})`;
        expect(errors).to.match(/^Error: 0x\w{40} doesn't draw tickets: /);
        expect(errors).to.contain(`: ${name} gives ${shown ?? `"${uri}"`}, which is neither`);
        expect(ended).to.deep.equal({ code: 1, output: "", sent: 0 });
      });
    }
  });

  describe("ticket verify", () => {
    let services: Awaited<ReturnType<typeof startVerificationServices>>;
    const verify = () =>
      sale.taskWith(
        {
          SOURCIFY_API_URL: services.sourcifyUrl,
          ETHERSCAN_API_URL: services.etherscanUrl,
          ETHERSCAN_API_KEY: ETHERSCAN_KEY,
        },
        "ticket",
        "verify",
      );

    beforeEach(async () => {
      services = await startVerificationServices(sale.node.url);
    });

    afterEach(() => services.close());

    for (const [what, makeLater] of [
      ["reads a folder", async () => (await deployed(FOLDER)).address],
      ["draws", drawingRenderer],
    ] as const) {
      it(`publishes a renderer that ${what} and was set since, beside what was deployed`, async () => {
        const later = await makeLater();
        const first = await sale.ticket.renderer();
        await done("set-renderer", later);
        const { code, errors } = await verify();

        expect(errors).to.equal("");
        expect(code).to.equal(0);
        const address = await sale.ticket.getAddress();
        expect(services.verified).to.deep.equal(
          ["sourcify", "etherscan"].flatMap((service) =>
            [address, first, later].map((contract) => `${service} ${contract}`),
          ),
        );
      });
    }

    it("warns of a renderer that is not of this project", async () => {
      const foreign = await (await deployMock("FixedRenderer", sale.owner)).getAddress();
      await (await sale.ticket.setRenderer(foreign)).wait();
      const { code, errors } = await verify();

      expect(errors).to.equal(
        `Warning: the sale's renderer is now ${foreign}, whose code does not match this project's sources. ` +
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
        await (await sale.ticket.setRenderer(await folderRenderer(folder))).wait();

        expect(await done("freeze-metadata")).to.contain(
          `  Warning: the metadata is in files (${folder}collection.json): ${kept}.\n`,
        );
        expect(await sale.ticket.metadataFrozen()).to.equal(true);
      });
    }

    it("has no word of files for one that draws on chain", async () => {
      expect(await done("freeze-metadata")).not.to.contain("in files");
    });
  });
});
