/**
 * If a visitor blocks all cookies, the WalletConnect client's storage
 * (@walletconnect/keyvaluestorage 1.1.1) throws at load, or waits for a database for ever. In that
 * case, this removes `localStorage`, and gives the client a storage in memory. Must be evaluated
 * before the client's modules.
 */

const refused = isRefused();

if (refused)
  Object.defineProperty(window, "localStorage", { configurable: true, value: undefined });

export function storageOptions(): { readonly storage?: PageStorage } {
  return refused ? { storage: new PageStorage() } : {};
}

function isRefused(): boolean {
  try {
    return window.localStorage === null;
  } catch {
    return true;
  }
}

export class PageStorage {
  readonly #items = new Map<string, unknown>();

  async getKeys(): Promise<string[]> {
    return [...this.#items.keys()];
  }

  async getEntries(): Promise<[string, unknown][]> {
    return [...this.#items];
  }

  async getItem(key: string): Promise<unknown> {
    return this.#items.get(key);
  }

  async setItem(key: string, value: unknown): Promise<void> {
    this.#items.set(key, value);
  }

  async removeItem(key: string): Promise<void> {
    this.#items.delete(key);
  }
}
