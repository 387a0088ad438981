import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { getBytes, type HDNodeWallet, toBeHex, toQuantity } from "ethers";
import { account, type Chain } from "../../e2e/support/chain.ts";
import { checkedPurchase, type ExpectedPurchase } from "./expected-purchase.ts";

export interface WalletRequest {
  readonly method: string;
  readonly params: readonly unknown[];
}

export interface WalletError {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

export interface Habit {
  readonly presence?: {
    readonly announced?: boolean;
    readonly announcedAfterMs?: number;
    readonly injected?: boolean;
    readonly frozen?: boolean;
    readonly keepsListeners?: boolean;
    readonly late?: boolean;
  };
  /** Replaces the wallet's answer; `undefined` keeps it. */
  readonly answer?: (request: WalletRequest, wallet: InjectedWallet) => unknown;
  /** Replaces the documented value of an event. */
  readonly rewriteEvent?: (event: string, value: unknown) => unknown;
}

export interface InjectedWalletOptions {
  readonly chainId: number;
  readonly accountIndex?: number;
  readonly name?: string;
  readonly rdns?: string;
  readonly habits?: readonly Habit[];
}

export class WalletRefusal extends Error {
  readonly error: WalletError;

  constructor(error: WalletError) {
    super(error.message);
    this.error = error;
  }
}

export type WalletAnswer = { readonly result: unknown } | { readonly error: WalletError };

/** Dispatches an event of the wallet in a tab. */
type Emit = (name: string, detail: unknown) => Promise<unknown> | unknown;

/** A wallet whose key stays outside the page. It signs only the purchase that the test expects. */
export class InjectedWallet {
  readonly name: string;
  readonly rdns: string;
  readonly requests: WalletRequest[] = [];
  readonly transactionHashes: string[] = [];
  expected: ExpectedPurchase | null = null;
  chainId: number;
  locked = false;
  permitted = false;
  readonly addedChains: number[] = [];
  readonly habits: readonly Habit[];
  override: ((request: WalletRequest) => Promise<unknown> | unknown) | null = null;
  readonly #chain: Chain;
  /** One for each tab, because an extension is in all of a browser's tabs. */
  readonly #emits: Emit[] = [];
  #signer: HDNodeWallet;

  constructor(chain: Chain, options: InjectedWalletOptions) {
    this.#chain = chain;
    this.chainId = options.chainId;
    this.name = options.name ?? "Careful Wallet";
    this.rdns = options.rdns ?? `test.${this.name.toLowerCase().replaceAll(" ", "-")}`;
    this.habits = options.habits ?? [];
    this.#signer = account(options.accountIndex ?? 1).connect(chain.provider);
  }

  /** Call it before the page opens. */
  static async install(
    page: Page,
    chain: Chain,
    options: InjectedWalletOptions,
  ): Promise<InjectedWallet> {
    const wallet = new InjectedWallet(chain, options);
    await wallet.enter(page);
    return wallet;
  }

  async enter(page: Page): Promise<void> {
    await page.exposeFunction(this.rdns, (request: WalletRequest) =>
      this.answer(request, page.url()),
    );
    await page.addInitScript(appear, this.presence);
    this.hear(async (name, detail) => {
      if (page.isClosed()) return;
      await page.evaluate(([type, init]) => window.dispatchEvent(new CustomEvent(type, init)), [
        name,
        { detail },
      ] as const);
    });
  }

  hear(emit: Emit): void {
    this.#emits.push(emit);
  }

  /** The argument of `appear`. */
  get presence(): Presence {
    const { name, rdns } = this;
    const presences = this.habits.map(({ presence }) => presence);
    return Object.assign({ name, rdns, uuid: randomUUID() }, ...presences);
  }

  get address(): string {
    return this.#signer.address;
  }

  sent(method: string): WalletRequest[] {
    return this.requests.filter((request) => request.method === method);
  }

  async changeChain(chainId: number): Promise<void> {
    this.chainId = chainId;
    await this.tell("chainChanged", toBeHex(chainId));
  }

  async changeAccount(index: number): Promise<void> {
    this.#signer = account(index).connect(this.#chain.provider);
    await this.tell("accountsChanged", [this.address]);
  }

  async comeLate(): Promise<void> {
    await this.#emit("appear", null);
  }

  async revoke(): Promise<void> {
    this.permitted = false;
    await this.tell("accountsChanged", []);
  }

  async tell(event: string, value: unknown): Promise<void> {
    const emitted = this.habits.reduce(
      (so, { rewriteEvent }) => rewriteEvent?.(event, so) ?? so,
      value,
    );
    await this.#emit(event, emitted);
  }

  async #emit(event: string, detail: unknown): Promise<void> {
    for (const emit of this.#emits) await emit(`${this.rdns}:${event}`, detail);
  }

  /** Its user rejects the requests of this method. */
  reject(method: string): void {
    this.override = (request) => {
      if (request.method !== method) return undefined;
      throw new WalletRefusal({ code: 4001, message: "User rejected the request." });
    };
  }

  /** @param site the page that asks */
  async answer(request: WalletRequest, site: string): Promise<WalletAnswer> {
    const params = request.params ?? [];
    this.requests.push({ method: request.method, params });
    try {
      const asked = { method: request.method, params };
      const overridden = await this.override?.(asked);
      if (overridden !== undefined) return { result: overridden };
      for (const { answer } of this.habits) {
        const answered = await answer?.(asked, this);
        if (answered !== undefined) return { result: answered };
      }
      return { result: await this.#handle(request.method, params, site) };
    } catch (error) {
      if (error instanceof WalletRefusal) return { error: error.error };
      const message = error instanceof Error ? error.message : String(error);
      return { error: { code: -32603, message } };
    }
  }

  async #handle(method: string, params: readonly unknown[], site: string): Promise<unknown> {
    switch (method) {
      case "eth_requestAccounts":
        this.permitted = true;
        return this.locked ? [] : [this.address];
      case "eth_accounts":
        return this.locked || !this.permitted ? [] : [this.address];
      case "eth_chainId":
        return toQuantity(this.chainId);
      case "wallet_switchEthereumChain": {
        const { chainId } = params[0] as { chainId: string };
        if (Number(chainId) !== this.chainId) await this.changeChain(Number(chainId));
        return null;
      }
      case "wallet_addEthereumChain": {
        const { chainId } = params[0] as { chainId: string };
        this.addedChains.push(Number(chainId));
        await this.changeChain(Number(chainId));
        return null;
      }
      case "wallet_getPermissions":
        return this.permitted ? [{ parentCapability: "eth_accounts", invoker: site }] : [];
      case "wallet_revokePermissions":
        await this.revoke();
        return null;
      case "personal_sign": {
        const [message, signer] = params as string[];
        if (signer?.toLowerCase() !== this.address.toLowerCase() || message === undefined) {
          throw new WalletRefusal({ code: 4100, message: "Not its account" });
        }
        return await this.#signer.signMessage(getBytes(message));
      }
      case "eth_sendTransaction":
        return await this.#sign(params[0] as Record<string, string>);
      default:
        throw new WalletRefusal({ code: 4200, message: `${method} is not supported` });
    }
  }

  async #sign(transaction: Record<string, string>): Promise<string> {
    const response = await this.#signer.sendTransaction(
      checkedPurchase(transaction, this.expected, {
        chainId: this.chainId,
        buyer: this.address,
        contract: await this.#chain.ticketAddress(),
      }),
    );
    this.transactionHashes.push(response.hash);
    return response.hash;
  }
}

interface Presence extends NonNullable<Habit["presence"]> {
  readonly name: string;
  readonly rdns: string;
  readonly uuid: string;
}

/** The page runs this function, so it sees only its argument. `window[rdns]` answers requests. */
export function appear({
  name,
  rdns,
  uuid,
  announced = true,
  announcedAfterMs = 0,
  injected = false,
  frozen = false,
  keepsListeners = false,
  late = false,
}: Presence): void {
  type Listener = (value: unknown) => void;
  const listeners = new Map<string, Set<Listener>>();
  for (const event of ["accountsChanged", "chainChanged", "disconnect"]) {
    window.addEventListener(`${rdns}:${event}`, (message) => {
      for (const listener of listeners.get(event) ?? []) {
        listener((message as CustomEvent).detail);
      }
    });
  }
  const provider = {
    async request({ method, params }: { method: string; params?: unknown[] }) {
      const send = (window as unknown as Record<string, (request: unknown) => Promise<unknown>>)[
        rdns
      ];
      const answer = (await send?.({ method, params: params ?? [] })) as
        | { result: unknown }
        | { error: { code: number; message: string } };
      if ("error" in answer) throw Object.assign(new Error(answer.error.message), answer.error);
      return answer.result;
    },
    on(event: string, listener: Listener) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener));
      return provider;
    },
    removeListener(event: string, listener: Listener) {
      if (!keepsListeners) listeners.get(event)?.delete(listener);
      return provider;
    },
  };
  if (frozen) Object.freeze(provider);
  const show = () => {
    if (injected) Object.assign(window, { ethereum: provider });
    if (announced) announce();
  };
  if (late) window.addEventListener(`${rdns}:appear`, show, { once: true });
  else show();

  function announce() {
    const icon = `data:image/svg+xml,${encodeURIComponent(
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path fill="#20553f" d="M0 0h1v1H0z"/></svg>',
    )}`;
    const info = Object.freeze({ uuid, name, icon, rdns });
    const detail = Object.freeze({ info, provider });
    const tell = () =>
      window.dispatchEvent(new CustomEvent("eip6963:announceProvider", { detail }));
    if (announcedAfterMs > 0) {
      window.addEventListener("eip6963:requestProvider", () => setTimeout(tell, announcedAfterMs));
      return;
    }
    window.addEventListener("eip6963:requestProvider", tell);
    tell();
  }
}
