import { withDeadline } from "../../platform/deadline.ts";
import { type Trait, traitsOf } from "./traits.ts";

/**
 * Pictures in a folder outside the chain: the contract names a file of metadata in it, and that file a picture in it. The
 * page reads them from one address that its build was given, which its policy names too, and from nowhere else.
 */

const MOST_METADATA_BYTES = 65_536;
const PATIENCE_MS = 10_000;

/**
 * A file in the folder or below it. Without `:`, `%`, `?`, `#`, `\` and names that begin with a dot, no address that it is
 * put behind can be led elsewhere.
 */
const NAME_IN_FOLDER = /^(?:[\w~-][\w.~-]*\/)*[\w~-][\w.~-]*$/;

/** Whether a ticket's URI names a file, and is not the metadata itself. */
export function isOutsideChain(uri: string): boolean {
  return /^(?:ipfs|https):\/\//.test(uri);
}

/** @returns the folder of the ticket's file as the contract names it, or `null` if the file is named for another ticket */
export function folderOf(uri: string, tokenId: bigint): string | null {
  const file = `${tokenId}.json`;
  return uri.endsWith(file) ? uri.slice(0, -file.length) : null;
}

/**
 * Whether `url` is where a browser reads that folder: the folder itself, or for `ipfs://<cid>/…` a gateway's
 * `https://<gateway>/ipfs/<cid>/…` or `https://<cid>.ipfs.<gateway>/…`.
 */
export function isReadFrom(folder: string, url: string): boolean {
  const [, cid, path] = /^ipfs:\/\/(\w+)\/(.*)$/.exec(folder) ?? [];
  if (cid === undefined) return new URL(folder).href === url;
  const { hostname, pathname } = new URL(url);
  return (
    pathname.endsWith(`/ipfs/${cid}/${path}`) ||
    (hostname.startsWith(`${cid}.ipfs.`) && pathname === `/${path}`)
  );
}

/**
 * @param folder as the contract names it
 * @param url where that folder is read from, with `/` at its end
 * @returns the picture's address below `url`, and the traits
 * @throws if the metadata can't be read in time, is too long or no JSON, and if its picture is not in the folder
 */
export async function readFolderPicture(
  folder: string,
  url: string,
  tokenId: bigint,
): Promise<{ readonly image: string; readonly traits: readonly Trait[] }> {
  const text = await withDeadline(null, PATIENCE_MS, (signal) =>
    readText(`${url}${tokenId}.json`, signal),
  );
  const metadata: unknown = JSON.parse(text);
  const image = (metadata as Record<string, unknown> | null)?.image;
  if (typeof image !== "string") throw new TypeError("The metadata has no picture");
  const prefix = [folder, url, "./"].find((start) => image.startsWith(start)) ?? "";
  const name = image.slice(prefix.length);
  if (!NAME_IN_FOLDER.test(name)) throw new TypeError("The picture is not in the folder");
  return { image: url + name, traits: traitsOf(metadata) };
}

async function readText(url: string, signal: AbortSignal): Promise<string> {
  const response = await fetch(url, {
    credentials: "omit",
    referrerPolicy: "no-referrer",
    // Another host is not one that the build was given.
    redirect: "error",
    signal,
  });
  if (!response.ok || response.body === null) throw new TypeError(`HTTP ${response.status}`);
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    bytes += part.value.length;
    if (bytes > MOST_METADATA_BYTES) {
      void reader.cancel();
      throw new TypeError("The metadata is too long");
    }
    text += decoder.decode(part.value, { stream: true });
  }
  return text + decoder.decode();
}
