import { expect } from "chai";
import hre from "hardhat";
import * as collection from "../../../collection.ts";
import { isPlainPicture } from "../../../frontend/src/chain/tickets/plain-picture.ts";
import { deployTicket, ethers, loadFixture, MAX_SUPPLY } from "../fixture.ts";

const JSON_PREFIX = "data:application/json;base64,";
const SVG_PREFIX = "data:image/svg+xml;base64,";

interface Attribute {
  readonly trait_type: string;
  readonly value: string | number;
  readonly display_type?: string;
}

interface Metadata {
  readonly name: string;
  readonly description: string;
  readonly image: string;
  readonly attributes: readonly Attribute[];
}

function decode(uri: string, prefix: string): string {
  expect(uri.startsWith(prefix)).to.equal(true);
  const base64 = uri.slice(prefix.length);
  const text = ethers.toUtf8String(ethers.decodeBase64(base64));
  expect(ethers.encodeBase64(ethers.toUtf8Bytes(text))).to.equal(base64);
  return text;
}

/** The renderer has no state, so each document is read once. */
const read = new Map<bigint, Metadata & { readonly svg: string }>();

async function metadataOf(tokenId: bigint) {
  const known = read.get(tokenId);
  if (known !== undefined) return known;
  const { renderer } = await loadFixture(deployTicket);
  const metadata: Metadata = JSON.parse(decode(await renderer.tokenURI(tokenId), JSON_PREFIX));
  const document = { ...metadata, svg: decode(metadata.image, SVG_PREFIX) };
  read.set(tokenId, document);
  return document;
}

function ticketLines(svg: string): string[] {
  const foot = svg.slice(svg.lastIndexOf('<g transform="translate(160 298)">'));
  return [...foot.matchAll(/<g transform="translate\(\d+\)"><path d="([^"]+)"\/><\/g>/g)].map(
    ([, line = ""]) => line,
  );
}

describe("TicketRenderer: tokenURI", () => {
  for (const tokenId of [0n, 1n, 42n, 999n, MAX_SUPPLY, ethers.MaxUint256]) {
    it(`${tokenId} is metadata as marketplaces document it, with name, words, attributes and a picture`, async () => {
      const { svg, ...metadata } = await metadataOf(tokenId);
      const words = collection.ticketDescription.replace("{number}", `${tokenId}`);

      expect(metadata).to.have.all.keys("name", "description", "image", "attributes");
      expect(metadata.name).to.equal(`${collection.name} #${tokenId}`);
      expect(metadata.description).to.equal(words);
      // With 78 digits the picture has more elements than the page draws.
      expect(isPlainPicture(svg)).to.equal(tokenId < ethers.MaxUint256);
    });
  }

  it("has sixteen attributes, one a trait, each a word or two, and a count of the lamps", async () => {
    const { attributes } = await metadataOf(1n);

    expect(attributes.map(({ trait_type }) => trait_type)).to.deep.equal([
      "Hour",
      "Season",
      "View",
      "Sky",
      "Tree",
      "Garden",
      "Company",
      "Facing",
      "Home",
      "Walls",
      "Roof",
      "Hearth",
      "Door",
      "Doorway",
      "Windows",
      "Lights on",
    ]);
    const lights = attributes.at(-1);
    expect(lights?.display_type).to.equal("number");
    expect(lights?.value).to.be.a("number").that.is.greaterThan(0);
    for (const attribute of attributes.slice(0, -1)) {
      expect(attribute).to.have.all.keys("trait_type", "value");
      expect(attribute.value).to.match(/^[A-Z][a-z-]+( [a-z]+)?$/);
    }
  });

  it("names what is drawn: as many lit windows as it says, and the side that the home faces", async () => {
    for (let tokenId = 1n; tokenId <= 12n; tokenId++) {
      const { svg, attributes } = await metadataOf(tokenId);
      const lit = svg.match(/fill="#f9cd6c" d="(M2 2h22|M2 30V13|M13 4a12|M4 0h18)/g) ?? [];
      const facing = attributes.find(({ trait_type }) => trait_type === "Facing")?.value;

      expect(attributes.at(-1)?.value).to.equal(lit.length);
      expect(facing).to.equal(svg.includes("matrix(-1") ? "West" : "East");
    }
  });

  it("writes its own number on the ticket, in lines that need no font", async () => {
    const linesOf = async (tokenId: bigint) => ticketLines((await metadataOf(tokenId)).svg);
    const digits = await linesOf(1_234_567_890n);
    expect(new Set(digits).size).to.equal(10);

    for (const tokenId of [1n, 9n, 10n, 999n, 4_786n, MAX_SUPPLY]) {
      const numbers = (await linesOf(tokenId)).map((line) => (digits.indexOf(line) + 1) % 10);
      expect(numbers.join("")).to.equal(String(tokenId));
    }
  });

  it("costs a node little: below 4 million gas to read", async () => {
    const { renderer } = await loadFixture(deployTicket);

    for (const tokenId of [1n, MAX_SUPPLY]) {
      expect(await renderer.tokenURI.estimateGas(tokenId)).to.be.at.most(4_000_000n);
    }
  });
});

describe("TicketRenderer: contractURI", () => {
  it("is a JSON document as ERC-7572 describes it, with the last ticket's home, and the first three side by side", async () => {
    const { renderer, ticket } = await loadFixture(deployTicket);
    const uri = await renderer.contractURI();
    const { image, featured_image, banner_image, ...words } = JSON.parse(decode(uri, JSON_PREFIX));
    const banner = decode(banner_image, SVG_PREFIX);
    const sceneOf = async (tokenId: bigint) =>
      (await metadataOf(tokenId)).svg.replace(/^<svg[^>]*>/, "").replace(/<\/svg>$/, "");

    const { name, symbol, description } = collection;
    expect(words).to.deep.equal({ name, symbol, description });
    expect([await ticket.name(), await ticket.symbol()]).to.deep.equal([name, symbol]);
    expect(image).to.equal((await metadataOf(MAX_SUPPLY)).image);
    expect(featured_image).to.equal(image);
    expect(banner.length).to.be.at.most(24_000);
    expect(banner).to.equal(
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 960 320">' +
        `${await sceneOf(1n)}<svg x="320" width="320" height="320">${await sceneOf(2n)}</svg>` +
        `<svg x="640" width="320" height="320">${await sceneOf(3n)}</svg></svg>`,
    );
  });
});

describe("Contracts: size", () => {
  for (const name of ["Ticket", "Payouts", "TicketRenderer"]) {
    it(`${name} fits in the 24576 bytes of EIP-170, and its creation in the 49152 of EIP-3860`, async () => {
      const { bytecode, deployedBytecode } = await hre.artifacts.readArtifact(name);

      expect(ethers.dataLength(deployedBytecode)).to.be.at.most(24_576);
      expect(ethers.dataLength(bytecode) + 6 * 32).to.be.at.most(49_152);
    });
  }
});
