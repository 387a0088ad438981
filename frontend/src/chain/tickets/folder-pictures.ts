import { withDeadline } from "../../platform/deadline.ts";
import { type Trait, traitsOf } from "./traits.ts";

const MOST_METADATA_BYTES = 65_536;
const PATIENCE_MS = 10_000;

/** Excludes `:`, `%`, `?`, `#`, `\` and leading dots, so a name can't lead outside the folder. */
const NAME_IN_FOLDER = /^(?:[\w~-][\w.~-]*\/)*[\w~-][\w.~-]*$/;

export function isOutsideChain(uri: string): boolean {
  return /^(?:ipfs|https):\/\//.test(uri);
}

/** @returns `null` if the file belongs to another ticket */
export function folderOf(uri: string, tokenId: bigint): string | null {
  const file = `${tokenId}.json`;
  return uri.endsWith(file) ? uri.slice(0, -file.length) : null;
}

/**
 * Whether `url` is the folder, or a gateway's URL of `ipfs://<cid>/…`: `…/ipfs/<cid>/…` or
 * `https://<cid>.ipfs.<gateway>/…`.
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
 * @param folder the contract's base URI
 * @param url allowed by the content security policy; ends with `/`
 * @throws if the metadata is late, too long or not JSON, or if its picture is outside the folder
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
    // Rejects redirects, because they could lead to another host.
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
