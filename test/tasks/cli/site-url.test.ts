import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "chai";
import { parseSiteUrls, readPageEnv } from "../../../scripts/shared/site-url.ts";

/** .env.example documents the same order. */
describe("The page's settings", () => {
  it("are from the environment, then from the network's files, then from all networks'", async () => {
    const root = await mkdtemp(path.join(tmpdir(), "settings-"));
    const write = (name: string, value: string) =>
      writeFile(path.join(root, name), `VITE_SITE_URL=${value}\n`);
    const found = () => readPageEnv("rehearsal", root).VITE_SITE_URL;
    expect(found()).to.equal(undefined);
    for (const name of [".env", ".env.local", ".env.rehearsal", ".env.rehearsal.local"]) {
      await write(name, name);
      expect(found()).to.equal(name);
    }
    await write(".env.mainnet", "mainnet");
    expect(found()).to.equal(".env.rehearsal.local");
    process.env.VITE_SITE_URL = "shell";
    expect(found()).to.equal("shell");
    delete process.env.VITE_SITE_URL;
    await rm(root, { recursive: true });
  });
});

describe("parseSiteUrls", () => {
  for (const [given, folder] of [
    ["https://x.example", "https://x.example/"],
    ["https://x.example/", "https://x.example/"],
    ["https://x.example/mint", "https://x.example/mint/"],
    ["https://x.example/mint/", "https://x.example/mint/"],
    ["https://x.example/index.html", "https://x.example/"],
    ["https://x.example/a/mint/index.html", "https://x.example/a/mint/"],
    ["https://x.example/index.html/mint", "https://x.example/index.html/mint/"],
    ["http://localhost:5173", "http://localhost:5173/"],
    ["HTTPS://X.example/Mint", "https://x.example/Mint/"],
    ["https://x.example/a b", "https://x.example/a%20b/"],
  ] as const) {
    it(`takes ${given} for the folder ${folder}`, () => {
      expect(parseSiteUrls(given)).to.deep.equal([folder]);
    });
  }

  it("takes several, in their order, and none for nothing", () => {
    expect(parseSiteUrls(" https://x.example/mint ,https://y.example")).to.deep.equal([
      "https://x.example/mint/",
      "https://y.example/",
    ]);
    expect(parseSiteUrls("")).to.deep.equal([]);
    expect(parseSiteUrls(undefined)).to.deep.equal([]);
  });

  const ABSOLUTE = "is not an absolute http(s) URL, such as https://mint.example";
  const MORE = "has more than an origin and a path (a query, a fragment or a login)";
  const FILE = "ends in a file name. Set it to the page's folder";
  const X = "https://x.example/";
  for (const [problem, ...addresses] of [
    [ABSOLUTE, "x.example", "/mint", "//x.example", "ftp://x.example", "xhttp://x.example"],
    [ABSOLUTE, "https://", "https:x.example", "https:/x.example", "https:\\\\x.example", ""],
    [MORE, `${X}?a=alice`, `${X}mint?card=x`, `${X}#top`, `${X}mint/#top`],
    [MORE, "https://me:word@x.example/", "https://me@x.example/", "https://:word@x.example/"],
    [FILE, `${X}mint.html`, `${X}a/Index.HTM`],
  ] as const) {
    for (const address of addresses) {
      it(`refuses ${address || "an empty address"}, alone and in a list: it ${problem}`, () => {
        for (const given of [`${address},`, `${X},${address}`]) {
          expect(() => parseSiteUrls(given)).to.throw(`VITE_SITE_URL ${problem}: ${address}`);
        }
      });
    }
  }
});
