import { expect } from "chai";
import { isFolderUri } from "../../../scripts/shared/folder-uri.ts";
import { buy, deployTicket, ethers, expectError, loadFixture } from "../fixture.ts";

const CID = "bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi";
const IPFS = `ipfs://${CID}/`;

const FOLDERS = [
  IPFS,
  `ipfs://${CID}/revealed/2026/`,
  "https://tickets.example/",
  "https://tickets.example:8443/a/b-c_d.e~f/%20/",
  "https://x/",
];

const OTHERS: readonly string[] = [
  "",
  "https://",
  "ipfs://",
  "https:///",
  "https:////tickets/",
  "ipfs:///",
  `ipfs://${CID}`,
  "https://tickets.example/folder",
  "http://tickets.example/",
  "ar://tickets/",
  "HTTPS://tickets.example/",
  "javascript:alert(1)/",
  "data:application/json;base64,e30=/",
  "https:/tickets.example/",
  "ipfs:/tickets/",
  ` ${IPFS}`,
  "https://you@tickets.example/",
  // The mark that reverses writing has more than one byte.
  "https://tickets.example/\u202ea/",
];

/** Escapes control characters, because a terminal would obey them in a test's title. */
const visible = (text: string) => encodeURI(text).replaceAll("%22", '"');

describe("FolderRenderer: constructor", () => {
  for (const folder of FOLDERS) {
    it(`takes ${folder}, and keeps it`, async () => {
      const renderer = await ethers.deployContract("FolderRenderer", [folder]);

      expect(await renderer.baseURI()).to.equal(folder);
      expect(isFolderUri(folder)).to.equal(true);
    });
  }

  for (const text of OTHERS) {
    it(`refuses "${visible(text)}"`, async () => {
      const renderer = await ethers.deployContract("FolderRenderer", [IPFS]);
      const sent = ethers.deployContract("FolderRenderer", [text]);

      await expectError(sent, renderer, "InvalidBaseURI", text);
      expect(isFolderUri(text)).to.equal(false);
    });
  }

  it("takes of all ASCII characters the ones that the tasks take, and refuses bytes that are no text", async () => {
    const factory = await ethers.getContractFactory("FolderRenderer");
    const isTaken = (name: Uint8Array) =>
      ethers.provider
        .call({
          data: ethers.concat([
            factory.bytecode,
            ethers.AbiCoder.defaultAbiCoder().encode(
              ["bytes"],
              [ethers.concat([ethers.toUtf8Bytes("https://x"), name, ethers.toUtf8Bytes("/")])],
            ),
          ]),
        })
        .then(
          () => true,
          () => false,
        );
    const taken: string[] = [];
    for (let code = 0; code < 128; code += 1) {
      if (await isTaken(Uint8Array.of(code))) taken.push(String.fromCharCode(code));
    }
    const expected = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)).filter(
      (character) => isFolderUri(`https://x${character}/`),
    );

    expect(taken).to.deep.equal(expected);
    expect(taken.join("")).to.equal(
      "%-./0123456789:ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz~",
    );
    expect(await isTaken(Uint8Array.of(0x80))).to.equal(false);
    expect(await isTaken(Uint8Array.of(0xff))).to.equal(false);
  });
});

describe("FolderRenderer: tokenURI and contractURI", () => {
  it("name a file in the folder, as the sale does once it is set, and frozen", async () => {
    const sale = await loadFixture(deployTicket);
    const renderer = await ethers.deployContract("FolderRenderer", [IPFS]);
    await buy(sale, 2n);
    await sale.ticket.setRenderer(await renderer.getAddress());
    await sale.ticket.freezeMetadata();

    for (const tokenId of [0n, 1n, 777n, ethers.MaxUint256]) {
      expect(await renderer.tokenURI(tokenId)).to.equal(`${IPFS}${tokenId}.json`);
    }
    expect(await renderer.contractURI()).to.equal(`${IPFS}collection.json`);
    expect(await sale.ticket.tokenURI(2n)).to.equal(`${IPFS}2.json`);
    expect(await sale.ticket.contractURI()).to.equal(`${IPFS}collection.json`);
  });
});
