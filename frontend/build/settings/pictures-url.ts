import type { NetworkName } from "../../../networks.ts";

/**
 * Reads `VITE_PICTURES_URL`: where the page reads a folder of pictures from.
 * @returns the folder's URL with a slash at its end; `null` if none is set
 */
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
