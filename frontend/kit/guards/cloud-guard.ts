import { withDeadline } from "../../src/platform/deadline.ts";
import { type ExcludedWallets, isExcluded } from "./excluded-wallets.ts";

/**
 * Holds requests to the provider's hosts until the visitor clicks Connect, because the page may
 * create AppKit earlier. Aborts slow requests, because AppKit has no time-out. Truncates long
 * lists, because they would freeze the dialog.
 */

const CLOUD_HOSTS = /(^|\.)(web3modal\.(com|org)|walletconnect\.(com|org)|reown\.com)$/;

const GIVE_UP_AFTER_MS = 2_500;

/**
 * Slow requests that this does not abort, because a connection does not wait for them: wallet lists
 * (`patient-directory.ts`) and data for features.
 */
const PATIENT =
  /^\/getWallets\b|^\/v1\/(account|convert|fungible|generators|onramp|profile\/(account|suggestions))\b/;
const PATIENT_GIVE_UP_AFTER_MS = 10_000;

/** AppKit renders every wallet in a list, so 20,000 would freeze the dialog. */
const WALLET_LIST = /^\/getWallets\b/;
const MOST_WALLETS = 100;
const MOST_NAME_LETTERS = 100;

let allow: () => void;
const allowed = new Promise<void>((resolve) => {
  allow = resolve;
});

/** Call this when the visitor clicks Connect or is connected. */
export function allowCloud(): void {
  allow();
}

/**
 * Wraps `fetch` for the provider's hosts.
 * @param reachable false without a project id; requests then fail at once, because the cloud would
 * reject them
 * @param excluded wallets to remove from lists
 */
export function installCloudGuard({
  reachable,
  excluded,
}: {
  readonly reachable: boolean;
  readonly excluded: ExcludedWallets;
}): void {
  const originalFetch = globalThis.fetch;
  globalThis.fetch = (input, init) => {
    const url = urlOf(input);
    if (url === null || !CLOUD_HOSTS.test(url.hostname)) return originalFetch(input, init);
    if (!reachable) return Promise.reject(new TypeError("No project id: the cloud is not asked"));
    const given = init?.signal ?? (input instanceof Request ? input.signal : null);
    const limit = PATIENT.test(url.pathname) ? PATIENT_GIVE_UP_AFTER_MS : GIVE_UP_AFTER_MS;
    return allowed.then(() =>
      withDeadline(given, limit, async (signal) => {
        const response = await originalFetch(input, { ...init, signal });
        // The time-out includes the body, because a response may stall in the middle.
        if (WALLET_LIST.test(url.pathname) && response.ok) {
          return await boundedList(response, excluded);
        }
        await response.clone().blob();
        return response;
      }),
    );
  };
}

async function boundedList(response: Response, excluded: ExcludedWallets): Promise<Response> {
  const list: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  const data: unknown = (list as { data?: unknown } | null)?.data;
  if (!Array.isArray(data)) {
    await response.clone().blob();
    return response;
  }
  const wallets = data
    .filter((entry) => isWallet(entry) && !isExcluded(entry, excluded))
    .slice(0, MOST_WALLETS);
  const { status, statusText, headers } = response;
  return new Response(JSON.stringify({ ...(list as object), data: wallets }), {
    status,
    statusText,
    headers,
  });
}

function isWallet(entry: unknown): entry is { readonly name: string; readonly rdns?: unknown } {
  const { id, name } = (entry ?? {}) as { id?: unknown; name?: unknown };
  return typeof id === "string" && typeof name === "string" && name.length <= MOST_NAME_LETTERS;
}

function urlOf(input: RequestInfo | URL): URL | null {
  try {
    return new URL(input instanceof Request ? input.url : input, location.href);
  } catch {
    // The URL is invalid, so the browser's `fetch` will throw.
    return null;
  }
}
