import { withDeadline } from "../domain/deadline.ts";

/**
 * The kit waits for its provider's cloud without a time-out before it shows a wallet list. A visitor must not: every
 * request to those hosts is given up after a while, and the kit then goes on with what it has.
 */

const CLOUD_HOSTS = /(^|\.)(web3modal\.(com|org)|walletconnect\.(com|org)|reown\.com)$/;

/** Measured: the Connect view is there some 0.5 s after this. */
const GIVE_UP_AFTER_MS = 2_500;

/**
 * What a visitor asks for in the dialog, where a deployer has turned that on (a quote, past transactions): it takes its
 * time, as every call to a chain may (spec section 9), and nobody waits for it in order to connect.
 */
const ASKED_FOR =
  /^\/v1\/(account|convert|fungible|generators|onramp|profile\/(account|suggestions))\b/;
const GIVE_UP_ASKED_FOR_AFTER_MS = 10_000;

let installed = false;

/**
 * Wraps `fetch` once, for the provider's hosts only.
 * @param reachable false without a project id: the cloud would refuse, so it is not even asked
 */
export function installCloudGuard({ reachable }: { readonly reachable: boolean }): void {
  if (installed) return;
  installed = true;
  const originalFetch = globalThis.fetch;
  globalThis.fetch = (input, init) => {
    const url = urlOf(input);
    if (url === null || !CLOUD_HOSTS.test(url.hostname)) return originalFetch(input, init);
    if (!reachable) return Promise.reject(new TypeError("No project id: the cloud is not asked"));
    const given = init?.signal ?? (input instanceof Request ? input.signal : null);
    const limit = ASKED_FOR.test(url.pathname) ? GIVE_UP_ASKED_FOR_AFTER_MS : GIVE_UP_AFTER_MS;
    return withDeadline(given, limit, async (signal) => {
      const response = await originalFetch(input, { ...init, signal });
      // The body counts too: a cloud that stops half-way is as silent as one that never starts.
      await response.clone().blob();
      return response;
    });
  };
}

function urlOf(input: RequestInfo | URL): URL | null {
  try {
    return new URL(input instanceof Request ? input.url : input, location.href);
  } catch {
    // No address at all: for the browser to refuse.
    return null;
  }
}
