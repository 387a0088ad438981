import { expect } from "chai";
import { deployTicket, ethers, loadFixture } from "./fixture.ts";

const JSON_PREFIX = "data:application/json;base64,";
const SVG_PREFIX = "data:image/svg+xml;base64,";

/** The text in a base64 data URI, refusing any character that is not base64. */
function decode(uri: string, prefix: string): string {
  expect(uri.startsWith(prefix)).to.equal(true);
  const base64 = uri.slice(prefix.length);
  const text = ethers.toUtf8String(ethers.decodeBase64(base64));
  expect(ethers.encodeBase64(ethers.toUtf8Bytes(text))).to.equal(base64);
  return text;
}

describe("TicketRenderer", () => {
  for (const tokenId of [0n, 1n, 42n, 5000n, ethers.MaxUint256]) {
    it(`tokenURI(${tokenId}) is a JSON document with a name, words and an SVG picture`, async () => {
      const { renderer } = await loadFixture(deployTicket);
      const metadata: unknown = JSON.parse(decode(await renderer.tokenURI(tokenId), JSON_PREFIX));

      expect(metadata).to.have.all.keys("name", "description", "image");
      expect(metadata).to.have.property("name", `Hearth #${tokenId}`);
      expect(metadata)
        .to.have.property("description")
        .that.is.a("string")
        .that.matches(/\w+ \w+/);
    });

    it(`tokenURI(${tokenId}) draws its own number`, async () => {
      const { renderer } = await loadFixture(deployTicket);
      const metadata: { image: string } = JSON.parse(
        decode(await renderer.tokenURI(tokenId), JSON_PREFIX),
      );
      const svg = decode(metadata.image, SVG_PREFIX);

      expect(svg).to.match(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="[\d ]+">/);
      expect(svg).to.match(new RegExp(`>${tokenId}</text></svg>$`));
      expect(svg.match(/<(path|text)\b/g)?.length).to.equal(7);
      expect(svg.match(/\/>|<\/text>/g)?.length).to.equal(7);
    });
  }

  it("pictures carry no script, link or foreign content", async () => {
    const { renderer } = await loadFixture(deployTicket);
    const metadata: { image: string } = JSON.parse(
      decode(await renderer.tokenURI(1n), JSON_PREFIX),
    );

    expect(decode(metadata.image, SVG_PREFIX)).not.to.match(
      /script|href|foreignObject|on\w+=|url\(/i,
    );
  });

  it("contractURI is a JSON document with the collection's name, symbol, words and an SVG picture", async () => {
    const { renderer, ticket } = await loadFixture(deployTicket);
    const metadata: { name: string; symbol: string; image: string } = JSON.parse(
      decode(await renderer.contractURI(), JSON_PREFIX),
    );

    expect(metadata).to.have.all.keys("name", "symbol", "description", "image");
    expect(metadata.name).to.equal(await ticket.name());
    expect(metadata.symbol).to.equal(await ticket.symbol());
    expect(decode(metadata.image, SVG_PREFIX)).to.match(/^<svg .*>5000<\/text><\/svg>$/);
  });
});
