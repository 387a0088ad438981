import { crc32, inflateSync } from "node:zlib";
import { expect } from "chai";
import { qrPng, qrSvg } from "../../../scripts/tasks/affiliates/qr-picture.ts";
import { readQr } from "../support/read-qr.ts";

const HREF = "https://tickets.example/mint/?a=alice&card=Garden%20Flat";

describe("qrSvg", () => {
  it("can be read on a black ground, at the size that it has by itself", () => {
    const svg = qrSvg(HREF);
    const [, units, width, height] =
      /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 (\d+) \d+" width="(\d+)" height="(\d+)"/.exec(
        svg,
      ) ?? [];
    const size = Number(width);
    expect(height).to.equal(width);
    expect(size).to.be.greaterThan(256);
    const scale = size / Number(units);
    const [, rectWidth, rectHeight] =
      /<rect width="(\d+)" height="(\d+)" fill="#fff"\/><path/.exec(svg) ?? [];
    const modules = [...svg.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, x, y]) => `${x} ${y}`);
    expect(new Set(modules).size).to.equal(modules.length);
    const dark = new Set(modules);
    const painted = (x: number, y: number) => {
      if (dark.has(`${Math.floor(x / scale)} ${Math.floor(y / scale)}`)) return 0;
      return x < Number(rectWidth) * scale && y < Number(rectHeight) * scale ? 255 : 0;
    };
    const margin = 40;
    const inPicture = (at: number) => at >= margin && at < margin + size;
    expect(
      readQr(size + 2 * margin, (x, y) =>
        inPicture(x) && inPicture(y) ? painted(x - margin, y - margin) : 0,
      ),
    ).to.equal(HREF);
  });
});

describe("qrPng", () => {
  it("is a PNG whose pixels say the same, with a white border of four modules", () => {
    const png = qrPng(HREF);
    expect(png.subarray(0, 8).toString("latin1")).to.equal("\x89PNG\r\n\x1a\n");
    const chunks = new Map<string, Buffer>();
    for (let at = 8; at < png.length; ) {
      const length = png.readUInt32BE(at);
      const content = png.subarray(at + 4, at + 8 + length);
      expect(png.readUInt32BE(at + 8 + length)).to.equal(crc32(content));
      chunks.set(content.subarray(0, 4).toString("latin1"), content.subarray(4));
      at += 12 + length;
    }
    expect([...chunks.keys()]).to.deep.equal(["IHDR", "IDAT", "IEND"]);
    const header = chunks.get("IHDR") ?? Buffer.alloc(13);
    const size = header.readUInt32BE(0);
    expect(header.readUInt32BE(4)).to.equal(size);
    expect([...header.subarray(8)]).to.deep.equal([8, 0, 0, 0, 0]);
    expect(size).to.be.greaterThan(256);
    const pixels = inflateSync(chunks.get("IDAT") ?? Buffer.alloc(0));
    expect(pixels.length).to.equal(size * (size + 1));
    const grey = (x: number, y: number) => pixels[y * (size + 1) + 1 + x] ?? -1;
    for (let at = 0; at < size; at += 1) expect(pixels[at * (size + 1)]).to.equal(0);
    expect(readQr(size, grey)).to.equal(HREF);
    for (let at = 0; at < size; at += 1) {
      for (const edge of [0, 31, size - 32, size - 1]) {
        expect([grey(at, edge), grey(edge, at)]).to.deep.equal([255, 255]);
      }
    }
    expect(grey(32, 32)).to.equal(0);
  });
});
