import { loadEnv } from "vite";

/**
 * Reads settings for the build and the tasks. Priority: the environment, `.env.<network>.local`,
 * `.env.<network>`, `.env.local`, `.env`.
 */
export function readPageEnv(network: string, root: string): Readonly<Record<string, string>> {
  return loadEnv(network, root, "VITE_");
}

/**
 * @param list the value of `VITE_SITE_URL`
 * @returns the page's folders, each with a final slash. Links use the first one
 */
export function parseSiteUrls(list: string | undefined): readonly string[] {
  return list ? list.split(",").map((text) => parseSiteUrl(text.trim())) : [];
}

function parseSiteUrl(text: string): string {
  const url = URL.parse(text);
  // A URL parser accepts `https:x.example`, but other programs don't.
  if (url === null || !/^https?:\/\//i.test(text)) {
    throw new Error(
      `VITE_SITE_URL is not an absolute http(s) URL, such as https://mint.example: ${text}`,
    );
  }
  if (url.search !== "" || url.hash !== "" || url.username !== "" || url.password !== "") {
    throw new Error(
      `VITE_SITE_URL has more than an origin and a path (a query, a fragment or a login): ${text}`,
    );
  }
  if (/\.html?$/i.test(url.pathname) && !url.pathname.endsWith("/index.html")) {
    throw new Error(`VITE_SITE_URL ends in a file name. Set it to the page's folder: ${text}`);
  }
  url.pathname = url.pathname.replace(/\/index\.html$/, "/").replace(/\/?$/, "/");
  return url.href;
}
