import { expect } from "chai";
import { isFolderUri } from "../../../scripts/shared/folder-uri.ts";
import { deployTicket, ethers, loadFixture, PRICE } from "../fixture.ts";

const CID = "bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi";
const IPFS = `ipfs://${CID}/`;

const FOLDERS = [
  IPFS,
  `ipfs://${CID}/revealed/2026/`,
  "https://tickets.example/",
  "https://tickets.example:8443/a/b-c_d.e~f/%20/",
  "https://x/",
];

const OTHERS: readonly (readonly [string, string])[] = [
  ["nothing", ""],
  ["no folder", "https://"],
  ["no folder", "ipfs://"],
  ["no host", "https:///"],
  ["no host", "https:////tickets/"],
  ["no identifier", "ipfs:///"],
  ["no slash at its end", `ipfs://${CID}`],
  ["no slash at its end", "https://tickets.example/folder"],
  ["http", "http://tickets.example/"],
  ["another scheme", "ar://tickets/"],
  ["a script", "javascript:alert(1)/"],
  ["data", "data:application/json;base64,e30=/"],
  ["a scheme in capitals", "HTTPS://tickets.example/"],
  ["one slash after the scheme", "https:/tickets.example/"],
  ["one slash after the scheme", "ipfs:/tickets/"],
  ["something before the scheme", ` ${IPFS}`],
  ["a query", "https://tickets.example/?a/"],
  ["a fragment", "https://tickets.example/#a/"],
  ["a login", "https://you@tickets.example/"],
  ["a double quote", 'https://tickets.example/"/'],
  ["a single quote", "https://tickets.example/'/"],
  ["a backslash", "https://tickets.example/\\/"],
  ["a tag", "https://tickets.example/<b>/"],
  ["a space", "https://tickets.example/a b/"],
  ["the end of a line", "https://tickets.example/\n/"],
  ["a control", "https://tickets.example/\u001b[2J/"],
  ["a delete", "https://tickets.example/\u007f/"],
  ["a NUL", "https://tickets.example/\0/"],
  ["an umlaut", "https://tickets.example/ä/"],
  ["the reverse of writing", "https://tickets.example/\u202e/"],
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

  for (const [what, text] of OTHERS) {
    it(`refuses ${what}: ${visible(text)}`, async () => {
      const factory = await ethers.getContractFactory("FolderRenderer");

      await expect(factory.deploy(text))
        .to.be.revertedWithCustomError(factory, "InvalidBaseURI")
        .withArgs(text);
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
  for (const [tokenId, name] of [
    [0n, "0"],
    [1n, "1"],
    [777n, "777"],
    [
      ethers.MaxUint256,
      "115792089237316195423570985008687907853269984665640564039457584007913129639935",
    ],
  ] as const) {
    it(`names ${name}.json in the folder`, async () => {
      const renderer = await ethers.deployContract("FolderRenderer", [IPFS]);

      expect(await renderer.tokenURI(tokenId)).to.equal(`${IPFS}${name}.json`);
    });
  }

  it("names collection.json in the folder", async () => {
    const renderer = await ethers.deployContract("FolderRenderer", [IPFS]);

    expect(await renderer.contractURI()).to.equal(`${IPFS}collection.json`);
  });

  it("has no function that changes anything", async () => {
    const renderer = await ethers.deployContract("FolderRenderer", [IPFS]);

    renderer.interface.forEachFunction(({ stateMutability }) => {
      expect(stateMutability).to.equal("view");
    });
  });

  it("is what the sale answers, once it is set, and when it is frozen", async () => {
    const { ticket, buyer } = await loadFixture(deployTicket);
    await ticket.connect(buyer).buyTicket(buyer.address, 2n, { value: PRICE * 2n });
    const renderer = await ethers.deployContract("FolderRenderer", [IPFS]);
    await ticket.setRenderer(await renderer.getAddress());
    await ticket.freezeMetadata();

    expect(await ticket.tokenURI(2n)).to.equal(`${IPFS}2.json`);
    expect(await ticket.contractURI()).to.equal(`${IPFS}collection.json`);
  });
});
