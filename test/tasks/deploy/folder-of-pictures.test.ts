import { writeFile } from "node:fs/promises";
import { expect } from "chai";
import { getCreateAddress } from "ethers";
import { FolderRenderer__factory, Ticket__factory } from "../../../typechain-types/index.ts";
import { useDeployments } from "../support/deployments.ts";
import { KNOWN_ACCOUNT } from "../support/known-key.ts";

const FOLDER = "ipfs://bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi/";
const OTHER = "https://tickets.example/revealed/";

describe("ticket deploy --base-uri", () => {
  const on = useDeployments();
  const deploy = (...words: string[]) => on.rehearse("ticket", "deploy", ...words);

  it("deploys a sale whose pictures are in that folder, records it, and can publish it", async () => {
    const { code, output, errors } = await deploy("--base-uri", FOLDER);
    expect(code, errors).to.equal(0);
    expect(output).to.contain(`warn  pictures   in ${FOLDER}: nothing proves that its files`);
    expect(output).to.match(/^pass {2}gas +FolderRenderer [\d,]+; Ticket /m);

    const record = await on.record("rehearsal");
    expect(record.folderRenderer).to.deep.equal({ baseUri: FOLDER });
    const ticket = Ticket__factory.connect(record.address, on.node.provider);
    const renderer = FolderRenderer__factory.connect(await ticket.renderer(), on.node.provider);
    expect(await renderer.baseURI()).to.equal(FOLDER);
    expect(await ticket.contractURI()).to.equal(`${FOLDER}collection.json`);
    expect(record.renderer).to.equal(await ticket.renderer());

    const published = await on.rehearse("ticket", "verify", "--dry-run");
    const args = FolderRenderer__factory.createInterface().encodeDeploy([FOLDER]);
    expect(published.output).to.match(
      new RegExp(`FolderRenderer at ${record.renderer}\n.+\n.+\n  arguments   ${args}\n`),
    );

    for (const words of [["--base-uri", FOLDER], []]) {
      expect((await deploy(...words)).output).to.equal(
        `Ticket is already deployed to rehearsal at ${record.address}. Nothing to do.\n`,
      );
    }
    expect(await on.sent()).to.equal(2);
  });

  it("finishes an interrupted deployment with its renderer, if the folder is the same", async () => {
    let creations = 0;
    const cut = {
      before: ({ method }: { method: string }) => {
        if (method !== "eth_sendTransaction") return undefined;
        creations += 1;
        return creations === 2 ? "The line is cut" : undefined;
      },
    };
    const interrupted = await on.rehearseOver(cut, "ticket", "deploy", "--base-uri", FOLDER);
    expect(interrupted.code).to.equal(1);
    expect(await on.sent()).to.equal(1);
    for (const [uri, left, nonce] of [
      [OTHER, "FolderRenderer [\\d,]+; Ticket [\\d,]+", 2],
      [FOLDER, "Ticket [\\d,]+", 1],
    ] as const) {
      const { output } = await deploy("--dry-run", "--base-uri", uri);
      expect(output).to.match(new RegExp(`^pass {2}gas +${left}$`, "m"));
      const address = getCreateAddress({ from: KNOWN_ACCOUNT, nonce });
      expect(output).to.contain(`, nonce ${nonce}\n  creates     Ticket at ${address}\n`);
    }
    const { code, output, errors } = await deploy("--base-uri", FOLDER);
    expect(code, errors).to.equal(0);
    expect(output).not.to.contain("Did it use another key?");
    expect((await on.record("rehearsal")).folderRenderer).to.deep.equal({ baseUri: FOLDER });
    expect(await on.sent()).to.equal(2);
  });

  for (const [what, options, claimed, said] of [
    ["another folder", ["--base-uri", FOLDER], OTHER, FOLDER],
    ["a folder, where the renderer draws on chain", [], FOLDER, "no folder"],
  ] as const) {
    it(`is proven by the chain before any task trusts a record of ${what}`, async () => {
      await deploy(...options);
      const record = await on.record("rehearsal");
      const changed = { ...record, folderRenderer: { baseUri: claimed } };
      await writeFile(on.file("rehearsal"), JSON.stringify(changed));
      expect(await on.rehearse("ticket", "status")).to.deep.equal({
        code: 1,
        output: "",
        errors:
          "Error: deployments/rehearsal/record.json is not proven by the chain: " +
          `its renderer ${record.renderer} says ${said}, not ${claimed}. ` +
          "Compare it with its last reviewed version, and ask another endpoint.\n",
      });
    });
  }
});
