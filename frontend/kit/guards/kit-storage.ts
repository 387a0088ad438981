/**
 * AppKit 1.7.4 does not check its stored values. If a value is not a list, or contains `null`,
 * AppKit's dialog stays empty. Other code on this origin may write such a value.
 */

const PREFIX = "@appkit/";

type Check = (value: unknown) => boolean;

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const isWallets: Check = (value) =>
  Array.isArray(value) &&
  value.every(
    (wallet) =>
      isRecord(wallet) && typeof wallet.id === "string" && typeof wallet.name === "string",
  );

const isCache: Check = (value) => isRecord(value) && Object.values(value).every(isRecord);

const EXPECTED: Readonly<Record<string, Check>> = {
  recent_wallets: isWallets,
  portfolio_cache: isCache,
  native_balance_cache: isCache,
  ens_cache: isCache,
  identity_cache: isCache,
  preferred_account_types: isRecord,
};

export function removeInvalidEntries(): void {
  try {
    removeFrom(localStorage);
  } catch {
    // The browser blocks storage, so there are no stored values.
  }
}

function removeFrom(storage: Storage): void {
  for (const [name, isSound] of Object.entries(EXPECTED)) {
    const text = storage.getItem(PREFIX + name);
    if (text !== null && !isSound(parsed(text))) storage.removeItem(PREFIX + name);
  }
  const network = storage.getItem(`${PREFIX}active_caip_network_id`);
  if (network !== null && !/^[a-z0-9]+:[\w-]{1,64}$/.test(network)) {
    storage.removeItem(`${PREFIX}active_caip_network_id`);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
