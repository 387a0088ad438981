import decodeQR from "qr/decode.js";

/** Reads a square picture. @param grey 0 is black, 255 white */
export function readQr(width: number, grey: (x: number, y: number) => number): string {
  const data = new Uint8Array(width * width * 4);
  for (let y = 0; y < width; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const value = grey(x, y);
      data.set([value, value, value, 255], (y * width + x) * 4);
    }
  }
  return decodeQR({ width, height: width, data }, { timeLimit: 10_000 });
}
