import { createHash } from "node:crypto";

/** What the wallet kit needs once somebody connects: its cloud, its relay, its check of the page's origin. */
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
  /** Whether pictures come from hosts that nobody can list. */
  readonly foreignPictures: boolean;
}

/**
 * The page's content security policy: our own scripts by file or hash and no `eval`; connections to the chain's
 * endpoints and the wallet kit's hosts; the font host that the kit asks for is refused.
 */
export function contentSecurityPolicy({
  inlineScripts,
  rpcUrls,
  foreignPictures,
}: Sources): string {
  const endpoints = rpcUrls.map((url) => new URL(url).origin);
  const hashes = inlineScripts.map(
    (script) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`,
  );
  return Object.entries({
    "default-src": ["'none'"],
    "script-src": ["'self'", ...hashes],
    // The kit writes its styles into the document as it opens.
    "style-src": ["'self'", "'unsafe-inline'"],
    // Announced wallets bring their icons as data; the kit fetches the others as blobs.
    "img-src": ["'self'", "data:", "blob:", ...(foreignPictures ? ["https:"] : KIT_HOSTS)],
    "font-src": ["'self'"],
    // Ourselves as well: a chunk is fetched before it runs.
    "connect-src": ["'self'", ...new Set(endpoints), ...KIT_HOSTS, ...KIT_SOCKETS],
    "frame-src": KIT_HOSTS,
    "manifest-src": ["'self'"],
    "base-uri": ["'none'"],
    "form-action": ["'none'"],
  })
    .map(([directive, values]) => `${directive} ${values.join(" ")}`)
    .join("; ");
}

/**
 * What the page's own policy leaves to a host that sends headers; both are in force then. Nobody may show the page in a
 * frame and put a button of theirs over ours, which a policy inside the page can't forbid; and no text becomes markup or script but through the policy of
 * lit, which draws the kit's dialog. Measured in Chromium with that dialog: its list, all wallets, connecting and the
 * account view run under it with nothing refused. What an extension's own script writes into the page was not measured.
 */
export const HOST_POLICY = [
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types lit-html",
].join("; ");
