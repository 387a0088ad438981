import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { type FileCandidate, importer } from "ipfs-unixfs-importer";
import { fixedSize } from "ipfs-unixfs-importer/chunker";
import { balanced } from "ipfs-unixfs-importer/layout";

const NOWHERE = { put: <Id>(cid: Id) => cid };

/**
 * Computes the CID of `ipfs add --recursive --cid-version 1 FOLDER`: raw leaves, blocks of 262,144
 * bytes, up to 174 links per node, no hidden files.
 * @throws for a folder without files
 */
export async function folderCid(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .map((name) => name.split(path.sep))
    .filter((names) => !names.some((name) => name.startsWith(".")))
    .map((names) => names.join("/"))
    .sort();
  let root: string | undefined;
  async function* candidates(): AsyncGenerator<FileCandidate> {
    for (const name of files) {
      yield { path: `folder/${name}`, content: await readFile(path.join(folder, name)) };
    }
  }
  const imported = importer(candidates(), NOWHERE, {
    cidVersion: 1,
    rawLeaves: true,
    chunker: fixedSize({ chunkSize: 262_144 }),
    layout: balanced({ maxChildrenPerNode: 174 }),
  });
  for await (const { cid, path: name } of imported) {
    if (name === "folder") root = cid.toString();
  }
  if (root === undefined) throw new Error(`${folder} has no files`);
  return root;
}
