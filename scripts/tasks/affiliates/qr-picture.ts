import { crc32, deflateSync } from "node:zlib";
import encodeQR from "qr";

/** White modules around the code (ISO/IEC 18004). */
const BORDER = 4;
/** Pixels per module. A link's picture is about 350 pixels wide. */
const SCALE = 8;

/** Draws a white background and a fixed size, because QR readers need both. */
export function qrSvg(text: string): string {
  const rows = modulesOf(text);
  const size = rows.length;
  const dark = rows.flatMap((row, y) => row.map((on, x) => (on ? `M${x} ${y}h1v1h-1z` : "")));
  const pixels = size * SCALE;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="${pixels}" height="${pixels}" ` +
    `shape-rendering="crispEdges"><rect width="${size}" height="${size}" fill="#fff"/>` +
    `<path d="${dark.join("")}" fill="#000"/></svg>\n`
  );
}

export function qrPng(text: string): Buffer {
  const rows = modulesOf(text);
  const size = rows.length * SCALE;
  // A PNG line begins with its filter; 0 means none.
  const lines = rows.map((row) =>
    Buffer.from([0, ...row.flatMap((on) => Array<number>(SCALE).fill(on ? 0 : 255))]),
  );
  const pixels = Buffer.concat(lines.flatMap((line) => Array<Buffer>(SCALE).fill(line)));
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header.writeUInt8(8, 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(pixels)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function modulesOf(text: string): readonly (readonly boolean[])[] {
  return encodeQR(text, "raw", { border: BORDER });
}

function chunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const content = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(content));
  return Buffer.concat([length, content, sum]);
}
