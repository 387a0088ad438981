import type { NetworkName } from "../../../networks.ts";
import { isReadFrom } from "../../src/chain/tickets/folder-pictures.ts";

/** @returns the URL with a slash at its end; `null` if none is set */
export function readPicturesUrl(network: NetworkName, text: string | undefined): string | null {
  if (!text) return null;
  const url = URL.parse(text);
  const local =
    network === "localhost" &&
    url?.protocol === "http:" &&
    ["127.0.0.1", "localhost"].includes(url.hostname);
  if (url === null || (url.protocol !== "https:" && !local)) {
    throw new Error(
      "VITE_PICTURES_URL is not an absolute https URL, such as https://ipfs.example/ipfs/<cid>/ " +
        `(in a build for localhost, http://127.0.0.1 is one too): ${text}`,
    );
  }
  if (url.search !== "" || url.hash !== "" || url.username !== "" || url.password !== "") {
    throw new Error(
      `VITE_PICTURES_URL has more than an origin and a path (a query, a fragment or a login): ${text}`,
    );
  }
  url.pathname = url.pathname.replace(/\/?$/, "/");
  return url.href;
}

/**
 * @param folder the folder in the deployment's record; `null` for pictures drawn on chain
 * @returns a warning if the page would show no pictures, or `null`
 */
export function picturesWarning(folder: string | null, url: string | null): string | null {
  if (url === null || (folder !== null && isReadFrom(folder, url))) return null;
  const own = folder === null ? "draws its pictures on chain" : `has its pictures in ${folder}`;
  return (
    `VITE_PICTURES_URL is ${url}, but by its record the contract ${own}. The page shows the pictures of a folder only ` +
    "if the contract names it, as it does after `ticket set-renderer`."
  );
}
