/** @returns whether it is the URL of an endpoint that both a page and a task can ask */
export function isRpcUrl(text: string): boolean {
  return /^https?:$/.test(URL.parse(text)?.protocol ?? "");
}

/**
 * @param list the value of `VITE_RPC_URLS`: the endpoints of visitors' pages, comma separated, the preferred one first
 * @throws if one is not an http(s) URL
 */
export function parseRpcUrls(list: string): readonly string[] {
  const urls = list.split(",").map((url) => url.trim());
  for (const url of urls) {
    if (!isRpcUrl(url)) {
      throw new Error(`VITE_RPC_URLS has an entry that is not an http(s) URL: ${url}`);
    }
  }
  return urls;
}
