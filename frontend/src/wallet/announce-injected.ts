import { stored } from "../platform/stored.ts";

/**
 * AppKit 1.7.4 on a desktop lists only wallets that announce themselves (EIP-6963), and can't
 * disconnect other injected wallets. So the page announces `window.ethereum`, unless that wallet
 * announces itself.
 */

const ANNOUNCE = "eip6963:announceProvider";
const REQUEST = "eip6963:requestProvider";

/** Wallets answer within this time. An injected wallet may announce itself later. */
const DISCOVERY_MS = 300;

const ICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" fill="#20553f"/>' +
    '<path d="M7 10h16a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H9a2 2 0 0 1-2-2z" fill="#f6efe2"/>' +
    '<circle cx="21" cy="17" r="2" fill="#20553f"/></svg>',
)}`;

/** AppKit remembers the wallet by this id. */
export const INJECTED_RDNS = "injected.browser-wallet";

const INFO = Object.freeze({
  uuid: "5ee11cc9-16a5-4a34-9a0b-1f8a5ad3ae30",
  name: "Browser Wallet",
  icon: ICON,
  rdns: INJECTED_RDNS,
});

/** AppKit stores the rdns of the wallet to reconnect under this key. */
const CONNECTED_KEY = "@appkit/eip155:connected_connector_id";

/** Must run before AppKit, which requests announcements at its start. */
export function announceInjectedWallet(): void {
  const others = new Set<object>();
  /** `window.ethereum` may hold another wallet later. */
  const injected = new Set<object>();

  function look(): void {
    for (const provider of injectedProviders()) {
      if (![...injected].some((known) => areSame(known, provider))) injected.add(provider);
    }
  }

  function announce(): void {
    look();
    for (const provider of injected) {
      if ([...others].some((other) => areSame(other, provider))) continue;
      const detail = Object.freeze({ info: INFO, provider });
      window.dispatchEvent(new CustomEvent(ANNOUNCE, { detail }));
    }
  }

  window.addEventListener(ANNOUNCE, (event) => {
    const detail = (event as CustomEvent<{ info: { rdns: string }; provider: object }>).detail;
    if (!detail.info.rdns.startsWith(INFO.rdns)) others.add(detail.provider);
  });
  window.addEventListener(REQUEST, () => {
    // AppKit reconnects only wallets that announce themselves at once.
    if (stored(CONNECTED_KEY)?.startsWith(INFO.rdns)) {
      announce();
    } else {
      look();
      setTimeout(announce, DISCOVERY_MS);
    }
  });
}

/** `window.ethereum` is one wallet, or has several in `providers`. */
function injectedProviders(): readonly object[] {
  try {
    const { ethereum } = window as { ethereum?: unknown };
    if (!isProvider(ethereum)) return [];
    const { providers } = ethereum as { providers?: unknown };
    const several = Array.isArray(providers) ? providers.filter(isProvider) : [];
    return several.length > 0 ? several : [ethereum];
  } catch {
    // A getter may throw.
    return [];
  }
}

function isProvider(value: unknown): value is object {
  return (
    typeof value === "object" &&
    value !== null &&
    typeof (value as { request?: unknown }).request === "function"
  );
}

/**
 * Some wallets announce another object than the one they inject. Both objects have the same marks.
 */
function areSame(one: object, other: object): boolean {
  return one === other || (marks(one) !== "" && marks(one) === marks(other));
}

/** Properties such as `isRabby`. Many wallets set `isMetaMask` to pass for MetaMask. */
function marks(provider: object): string {
  const own: string[] = [];
  try {
    for (const name in provider) {
      if (!/^is[A-Z]/.test(name) || name === "isMetaMask" || name === "isConnected") continue;
      if ((provider as Record<string, unknown>)[name] === true) own.push(name);
    }
  } catch {
    // A getter may throw.
  }
  return own.sort().join();
}
