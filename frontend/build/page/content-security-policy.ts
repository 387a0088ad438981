import { createHash } from "node:crypto";

/** Hosts that AppKit needs after a click on Connect: its cloud, its relay, its check of the page's origin. */
const KIT_HOSTS = [
  "https://*.web3modal.org",
  "https://*.web3modal.com",
  "https://*.walletconnect.org",
  "https://*.walletconnect.com",
  "https://*.reown.com",
];
const KIT_SOCKETS = ["wss://*.walletconnect.org", "wss://*.walletconnect.com"];

interface Sources {
  /** The text of each inline script that may run. */
  readonly inlineScripts: readonly string[];
  readonly rpcUrls: readonly string[];
  /** The folder that the page reads pictures from; `null` if it shows only those on chain. */
  readonly picturesUrl: string | null;
  /** Whether pictures may come from any host. */
  readonly foreignPictures: boolean;
}

/**
 * The page's Content Security Policy: our own scripts by file or hash and no `eval`; connections to the chain's
 * endpoints, the wallet kit's hosts and the folder of pictures; the kit's font host is blocked.
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
    // The kit injects its styles when it opens.
    "style-src": ["'self'", "'unsafe-inline'"],
    // Announced wallets carry their icons as data URLs; the kit fetches the others as blobs.
    "img-src": [
      ...["'self'", "data:", "blob:", ...pictures],
      ...(foreignPictures ? ["https:"] : KIT_HOSTS),
    ],
    "font-src": ["'self'"],
    // Includes 'self': a chunk is fetched before it runs.
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
 * The directives for a host that sends headers, beside the page's own policy. No other site can frame the page for
 * clickjacking, which a policy in the HTML can't forbid; and only the trusted-types policy of lit, which renders the
 * kit's dialog, can turn text into markup or script. Measured in Chromium: the dialog's list, all wallets, connecting and
 * the account view run under it without a violation. Scripts of extensions in the page are not measured.
 */
export const HOST_POLICY = [
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types lit-html",
].join("; ");
