import { withDeadline } from "../../platform/deadline.ts";

/**
 * The kit waits for its provider's cloud without a time-out before it shows a wallet list. A visitor must not: every
 * request to those hosts is given up after a while, and the kit then goes on with what it has. Nor must a list that
 * never ends freeze the dialog: it is cut.
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

/** The kit asks for 4 to 40 at a time, and draws all that it is given: 20,000 leave no usable list. */
const WALLET_LIST = /^\/getWallets\b/;
const MOST_WALLETS = 100;
const MOST_NAME_LETTERS = 100;

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
      if (WALLET_LIST.test(url.pathname) && response.ok) return await boundedList(response);
      await response.clone().blob();
      return response;
    });
  };
}

/** The same answer with as many wallets as can be shown. What is no list is the kit's to make sense of. */
async function boundedList(response: Response): Promise<Response> {
  const list: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  const data: unknown = (list as { data?: unknown } | null)?.data;
  if (!Array.isArray(data)) {
    await response.clone().blob();
    return response;
  }
  const wallets = data.filter(isWallet).slice(0, MOST_WALLETS);
  const { status, statusText, headers } = response;
  return new Response(JSON.stringify({ ...(list as object), data: wallets }), {
    status,
    statusText,
    headers,
  });
}

function isWallet(entry: unknown): boolean {
  const { id, name } = (entry ?? {}) as { id?: unknown; name?: unknown };
  return typeof id === "string" && typeof name === "string" && name.length <= MOST_NAME_LETTERS;
}

function urlOf(input: RequestInfo | URL): URL | null {
  try {
    return new URL(input instanceof Request ? input.url : input, location.href);
  } catch {
    // No address at all: for the browser to refuse.
    return null;
  }
}
