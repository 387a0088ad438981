import { expect, type JSHandle, type Page } from "@playwright/test";
import { kitPart } from "../../../../test/e2e/support/kit-controllers.ts";

interface Session {
  readonly topic: string;
  readonly expiry: number;
  readonly acknowledged: boolean;
  readonly namespaces: Readonly<Record<string, { accounts: string[]; methods: string[] }>>;
  readonly sessionProperties?: Record<string, string>;
}

export interface PageProvider {
  readonly session?: Session;
  readonly client: {
    readonly core: {
      readonly crypto: { readonly keychain: { del(topic: string): Promise<void> } };
      readonly history: { readonly values: { request: { method: string }; expiry?: number }[] };
    };
    readonly session: {
      getAll(): Session[];
      get(topic: string): Session;
      update(topic: string, what: object): Promise<void>;
    };
    ping(params: { topic: string }): Promise<void>;
    request(params: object): Promise<unknown>;
    approveSessionAuthenticate(params: object): Promise<unknown>;
    rejectSessionAuthenticate(params: object): Promise<unknown>;
    authenticate(params: object): Promise<{ uri: string; response(): Promise<unknown> }>;
  };
  request(args: { method: string; params?: unknown[] }, chain?: string): Promise<unknown>;
  setDefaultChain(chain: string, rpcUrl: string): void;
  connect(params: object): Promise<unknown>;
  createProviders(): void;
  readonly rpcProviders: {
    readonly eip155: { readonly namespace: { methods: string[] }; httpProviders: object };
  };
}

/** Resolves once AppKit and the relay's client have loaded. */
export async function pageProvider(page: Page): Promise<JSHandle<PageProvider>> {
  const connectors = await kitPart(page, "connector");
  const provider = await connectors.evaluateHandle((part) => {
    const list = part.getConnectors?.() as { id: string; provider: PageProvider }[];
    const found = list.find(({ id }) => id === "walletConnect");
    if (found === undefined) throw new Error("The kit has no WalletConnect");
    return found.provider;
  });
  await expect.poll(() => provider.evaluate(({ client }) => client !== undefined)).toBe(true);
  return provider;
}
