import path from "node:path";

/** One way in which a browser asks for a file. A host that serves hijacked files to some visitors tells them apart by these. */
export interface Visitor {
  /** As it stands in a message: "other content for …". */
  readonly name: string;
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
}

const CHROME =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 Safari/537.36";
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:149.0) Gecko/20100101 Firefox/149.0";
const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1";
const WALLET =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 WebView MetaMaskMobile";
const ENCODINGS = "gzip, deflate, br, zstd";

/** Asks for nothing in particular, as a crawler or a monitor does. */
const PLAIN: Visitor = {
  name: "a plain request",
  query: "",
  headers: { Accept: "*/*", "Accept-Encoding": "identity" },
};

/** How visitors open the page: by its address, by links of affiliates, from elsewhere, with other browsers. */
export function pageVisitors(codes: readonly string[]): readonly Visitor[] {
  const [code = ""] = codes;
  const link = `?a=${code}&card=Garden%20Flat`;
  const encoded = (encoding: string) => ({
    ...opening(`a browser that takes ${encoding} alone`, CHROME, ""),
    headers: { ...navigation(CHROME), "Accept-Encoding": encoding },
  });
  return [
    opening("a browser", CHROME, ""),
    ...codes.map((own) =>
      opening("a link with a code and a label", CHROME, `?a=${own}&card=Garden%20Flat`),
    ),
    ...codes.map((own) => opening("a link with a code", CHROME, `?a=${own}`)),
    opening("a link with a label", CHROME, "?card=Garden%20Flat"),
    opening("a link with a campaign", CHROME, "?utm_source=newsletter&fbclid=x"),
    opening("a link in Firefox", FIREFOX, link),
    opening("a link on a telephone", IPHONE, link),
    opening("a link in a wallet's browser", WALLET, link),
    {
      name: "a link from another site",
      query: link,
      headers: {
        ...navigation(CHROME),
        "Sec-Fetch-Site": "cross-site",
        Referer: "https://x.com/",
      },
    },
    {
      name: "a frame",
      query: "",
      headers: {
        ...navigation(CHROME),
        "Sec-Fetch-Dest": "iframe",
        "Sec-Fetch-Site": "cross-site",
      },
    },
    part("a script that fetches it", "empty", "*/*"),
    ...["gzip", "br", "zstd"].map(encoded),
    PLAIN,
  ];
}

/** How a page asks for one of its files, how a visitor opens it by itself, and how a browser installs a worker from it. */
export function fileVisitors(name: string): readonly Visitor[] {
  const shared = [opening("a browser that opens it", CHROME, ""), PLAIN];
  switch (path.extname(name)) {
    case ".js":
      return [
        part("a browser", "script", "*/*"),
        part("a telephone", "script", "*/*", IPHONE),
        part("a script that fetches it", "empty", "*/*"),
        ...workerVisitors(),
        ...shared,
      ];
    case ".css":
      return [part("a browser", "style", "text/css,*/*;q=0.1"), ...shared];
    case ".webmanifest":
      return [part("a browser", "manifest", "*/*"), ...shared];
    default:
      return [
        part("a browser", "image", "image/avif,image/webp,image/svg+xml,*/*;q=0.8"),
        ...shared,
      ];
  }
}

/** How a browser asks for a service worker, or whether one that it has is still the newest. */
export function workerVisitors(): readonly Visitor[] {
  const asked = part("a browser that installs a service worker", "serviceworker", "*/*");
  return [
    {
      ...asked,
      headers: { ...asked.headers, "Sec-Fetch-Mode": "same-origin", "Service-Worker": "script" },
    },
  ];
}

function opening(name: string, userAgent: string, query: string): Visitor {
  return { name, query, headers: navigation(userAgent) };
}

function navigation(userAgent: string): Readonly<Record<string, string>> {
  return {
    "User-Agent": userAgent,
    Accept:
      "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8",
    "Accept-Language": "en-US,en;q=0.9",
    "Accept-Encoding": ENCODINGS,
    "Upgrade-Insecure-Requests": "1",
    "Sec-Fetch-Dest": "document",
    "Sec-Fetch-Mode": "navigate",
    "Sec-Fetch-Site": "none",
    "Sec-Fetch-User": "?1",
  };
}

function part(name: string, destination: string, accept: string, userAgent = CHROME): Visitor {
  return {
    name,
    query: "",
    headers: {
      "User-Agent": userAgent,
      Accept: accept,
      "Accept-Language": "en-US,en;q=0.9",
      "Accept-Encoding": ENCODINGS,
      "Sec-Fetch-Dest": destination,
      "Sec-Fetch-Mode": destination === "image" ? "no-cors" : "cors",
      "Sec-Fetch-Site": "same-origin",
    },
  };
}
