import { createHash } from "node:crypto";

/** Hosts that AppKit needs after a click on Connect: its cloud, its relay and its check of the page's origin. */
const KIT_HOSTS = [
  "https://*.web3modal.org",
  "https://*.web3modal.com",
  "https://*.walletconnect.org",
  "https://*.walletconnect.com",
  "https://*.reown.com",
];
const KIT_SOCKETS = ["wss://*.walletconnect.org", "wss://*.walletconnect.com"];

interface Sources {
  readonly inlineScripts: readonly string[];
  readonly rpcUrls: readonly string[];
  /** The URL of the folder of pictures; `null` if all pictures are on chain. */
  readonly picturesUrl: string | null;
  readonly foreignPictures: boolean;
}

/**
 * The page's Content Security Policy. Scripts run only by file or hash, without `eval`. Connections
 * go only to the chain's endpoints, AppKit's hosts and the folder of pictures.
 */
export function contentSecurityPolicy({
  inlineScripts,
  rpcUrls,
  picturesUrl,
  foreignPictures,
}: Sources): string {
  const endpoints = rpcUrls.map((url) => new URL(url).origin);
  const pictures = picturesUrl === null ? [] : [new URL(picturesUrl).origin];
  const hashes = inlineScripts.map(
    (script) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`,
  );
  return Object.entries({
    "default-src": ["'none'"],
    "script-src": ["'self'", ...hashes],
    // Allows inline styles, because AppKit injects styles when it opens.
    "style-src": ["'self'", "'unsafe-inline'"],
    // Announced wallets have data URLs as icons. AppKit fetches other icons as blobs.
    "img-src": [
      "'self'",
      "data:",
      "blob:",
      ...pictures,
      ...(foreignPictures ? ["https:"] : KIT_HOSTS),
    ],
    "font-src": ["'self'"],
    // The page fetches a chunk before it imports it.
    "connect-src": [
      "'self'",
      ...new Set([...endpoints, ...pictures]),
      ...KIT_HOSTS,
      ...KIT_SOCKETS,
    ],
    "frame-src": KIT_HOSTS,
    "manifest-src": ["'self'"],
    "base-uri": ["'none'"],
    "form-action": ["'none'"],
  })
    .map(([directive, values]) => `${directive} ${values.join(" ")}`)
    .join("; ");
}

/**
 * The directives that a host must send as a header. They forbid framing by other sites
 * (clickjacking), and allow only the Trusted Types policy of lit, which renders AppKit's dialog. In
 * Chromium, AppKit's views cause no violation (measured without extensions).
 */
export const HOST_POLICY = [
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types lit-html",
].join("; ");
