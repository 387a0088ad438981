import { withDeadline } from "../domain/deadline.ts";

/**
 * The kit waits for its provider's cloud without a time-out before it shows a wallet list. A visitor must not: every
 * request to those hosts is given up after a while, and the kit then goes on with what it has.
 */

const CLOUD_HOSTS = /(^|\.)(web3modal\.(com|org)|walletconnect\.(com|org)|reown\.com)$/;

/** Measured: the Connect view is there some 0.5 s after this. */
const GIVE_UP_AFTER_MS = 2_500;

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
    if (!CLOUD_HOSTS.test(hostOf(input))) return originalFetch(input, init);
    if (!reachable) return Promise.reject(new TypeError("No project id: the cloud is not asked"));
    const given = init?.signal ?? (input instanceof Request ? input.signal : null);
    return withDeadline(given, GIVE_UP_AFTER_MS, async (signal) => {
      const response = await originalFetch(input, { ...init, signal });
      // The body counts too: a cloud that stops half-way is as silent as one that never starts.
      await response.clone().blob();
      return response;
    });
  };
}

function hostOf(input: RequestInfo | URL): string {
  const url = input instanceof Request ? input.url : input;
  try {
    return new URL(url, location.href).hostname;
  } catch {
    // No address at all: for the browser to refuse.
    return "";
  }
}
