import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "chai";
import { folderCid } from "../../scripts/dev/check-site/folder-cid.ts";

describe("folderCid", () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "cid-"));
  });

  afterEach(() => rm(folder, { recursive: true }));

  async function write(files: Readonly<Record<string, string | Buffer>>): Promise<void> {
    for (const [name, content] of Object.entries(files)) {
      await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
      await writeFile(path.join(folder, name), content);
    }
  }

  // Kubo's output: test/sharness/t0117-gateway-block of its repository, `ipfs add -Qrw
  // --cid-version 1 dir`.
  const CAR = "bafybeie72edlprgtlwwctzljf6gkn2wnlrddqjbkxo3jomh4n7omwblxly";

  it("is what Kubo prints for a folder in a folder", async () => {
    await write({ "dir/ascii.txt": "hello application/vnd.ipld.raw\n" });
    expect(await folderCid(folder)).to.equal(CAR);
  });

  it("is what Kubo prints for folders with files beside and below them", async () => {
    await write({
      hello: "hello\n",
      "ipfs/ipns/bar": "text-file-content\n",
      "api/file.txt": "I am a txt file\n",
      "ipfs/file.txt": "I am a txt file\n",
    });
    expect(await folderCid(folder)).to.equal(
      "bafybeiht6dtwk3les7vqm6ibpvz6qpohidvlshsfyr7l5mpysdw2vmbbhe",
    );
  });

  it("leaves hidden files out, as Kubo does", async () => {
    await write({
      "dir/ascii.txt": "hello application/vnd.ipld.raw\n",
      ".htaccess": "x",
      ".well-known/x": "y",
    });
    expect(await folderCid(folder)).to.equal(CAR);
  });

  it("changes with a byte behind the first block, and with a name", async () => {
    const large = Buffer.alloc(600_000, 1);
    await write({ large });
    const before = await folderCid(folder);
    large[599_999] = 2;
    await write({ large });
    const after = await folderCid(folder);
    expect(after).not.to.equal(before);
    await rm(path.join(folder, "large"));
    await write({ other: large });
    expect(await folderCid(folder)).not.to.equal(after);
  });

  it("is none of a folder without files", async () => {
    const failed = await folderCid(folder).catch(String);
    expect(failed).to.equal(`Error: ${folder} has no files`);
  });
});
