import { existsSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { currencyOf, networks } from "../../../networks.ts";
import { isFolderUri } from "../../shared/folder-uri.ts";
import { parsePrice } from "../../tasks/cli/amounts.ts";
import { TaskError } from "../../tasks/cli/task.ts";
import { folderCid } from "../check-site/folder-cid.ts";

export const HELP = `npm start -- [--price 0.2] [--pictures FOLDER]

  --price     of a ticket, in ETH
  --pictures  a folder on this machine, which the page then reads, or an address, ipfs://<cid>/ or https://<host>/:
              docs/pictures.md names its files. Without it, the contract draws the pictures`;

export interface Pictures {
  readonly baseUri: string;
  /** `null` for pictures from a URL. */
  readonly folder: string | null;
}

/** @throws a `TaskError` */
export async function readOptions(words: readonly string[]): Promise<{
  readonly help: boolean;
  readonly price: string | undefined;
  readonly pictures: Pictures | null;
}> {
  const { help = false, price, pictures } = parsed(words);
  if (price !== undefined) parsePrice("--price", price, currencyOf(networks.localhost.chainId));
  return { help, price, pictures: pictures === undefined ? null : await readPictures(pictures) };
}

function parsed(words: readonly string[]) {
  try {
    return parseArgs({
      args: [...words],
      options: {
        help: { type: "boolean" },
        price: { type: "string" },
        pictures: { type: "string" },
      },
    }).values;
  } catch (error) {
    throw new TaskError(`${(error as Error).message}. See: npm start -- --help`);
  }
}

async function readPictures(text: string): Promise<Pictures> {
  if (isFolderUri(text)) return { baseUri: text, folder: null };
  const folder = path.resolve(text);
  const missing = ["1.json", "collection.json"].find(
    (name) => !existsSync(path.join(folder, name)),
  );
  if (missing !== undefined) {
    throw new TaskError(
      `--pictures is neither an address, such as ipfs://<cid>/, nor a folder with ${missing} (docs/pictures.md): ${text}`,
    );
  }
  return { baseUri: `ipfs://${await folderCid(folder)}/`, folder };
}
