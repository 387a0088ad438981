import type { BrowserContext, Route } from "@playwright/test";
import { getBytes, type HDNodeWallet, type TransactionRequest } from "ethers";
import { account } from "../../../test/e2e/support/chain.ts";
import { deferred } from "../../../test/support/deferred.ts";
import {
  type AppEvent,
  problemWith,
  SAFE_METHODS,
  UNSAFE_METHODS,
} from "./embedded-wallet-messages.ts";

const ORIGIN = "https://secure.walletconnect.org";

export type Fault = "silent" | { readonly error: string };

interface Reply {
  readonly type: string;
  readonly id?: string;
  readonly payload?: unknown;
}

/** The frame's next step: it posts an answer, or first asks its user. */
type Outcome = { readonly reply: Reply } | { readonly ask: string } | null;

interface User {
  readonly email: string | null;
  readonly userName?: string;
}

interface Options {
  readonly chainUrl: string;
  readonly projectId: string;
  /** The user's account, which has funds on the node. */
  readonly signer?: HDNodeWallet;
}

/**
 * A mock of the provider's embedded wallet: the page at `secure.walletconnect.org/sdk` in AppKit's
 * frame, and the two windows of a social sign-in. It rejects an invalid message and records it in
 * `violations`. It signs only after its user clicks Approve in the frame.
 * test/doubles/relay/README.md lists its assumptions.
 */
export class EmbeddedWallet {
  readonly events: AppEvent[] = [];
  readonly violations: string[] = [];
  readonly loads: Readonly<Record<string, string>>[] = [];
  /** Keyed by the message's name, such as `CONNECT_OTP`. */
  readonly faults = new Map<string, Fault>();

  /** `never`: the frame's server does not answer. `mute`: its page never reports that it is ready. */
  loading: "works" | "never" | "mute" = "works";
  emailAction: "VERIFY_DEVICE" | "VERIFY_OTP" | "CONNECT" = "VERIFY_OTP";
  updateAction: "VERIFY_PRIMARY_OTP" | "VERIFY_SECONDARY_OTP" = "VERIFY_PRIMARY_OTP";
  /** The code for a sign-in or for the old address, and the code for the new address. */
  readonly otp = "246810";
  readonly secondOtp = "135791";
  smartAccountNetworks: readonly number[] = [];
  readonly smartAccount = account(4).address;
  socialName = "ada";

  readonly farcasterUri = "https://client.farcaster.xyz/~/sign-in?token=1";

  readonly signer: HDNodeWallet;
  readonly #chainUrl: string;
  readonly #projectId: string;
  readonly #held = new Map<string, Promise<void>>();
  readonly #asked = new Map<string, AppEvent>();
  readonly #waiting = new Set<() => void>();
  #user: User | null = null;
  #invited: string | null = null;
  #newEmail: string | null = null;
  #preferred = "eoa";
  #socialUri: string | null = null;
  readonly #device = deferred<void>();
  readonly #phone = deferred<void>();
  #heldLoad: Route | null = null;

  private constructor({ chainUrl, projectId, signer = account(3) }: Options) {
    this.#chainUrl = chainUrl;
    this.#projectId = projectId;
    this.signer = signer;
  }

  static async install(context: BrowserContext, options: Options): Promise<EmbeddedWallet> {
    const wallet = new EmbeddedWallet(options);
    await context.exposeFunction("embeddedWalletTake", (message: unknown) => wallet.#take(message));
    await context.exposeFunction("embeddedWalletDecide", (id: string, approved: boolean) =>
      wallet.#decide(id, approved),
    );
    await context.route(`${ORIGIN}/**`, (route) => wallet.#serve(route));
    return wallet;
  }

  get asked(): string[] {
    return this.events.map(({ name }) => name);
  }

  async received(name: string): Promise<AppEvent> {
    for (;;) {
      const found = this.events.find((event) => event.name === name);
      if (found !== undefined) return found;
      await this.#news();
    }
  }

  async loaded(): Promise<void> {
    while (this.loads.length === 0) await this.#news();
  }

  #news(): Promise<void> {
    return new Promise((resolve) => this.#waiting.add(resolve));
  }

  #tell(): void {
    for (const wake of this.#waiting) wake();
    this.#waiting.clear();
  }

  /** Holds the answer to a message until the returned function is called. */
  hold(name: string): () => void {
    const held = deferred<void>();
    this.#held.set(name, held.promise);
    return () => {
      this.#held.delete(name);
      held.resolve(undefined);
    };
  }

  approveDevice(): void {
    this.#device.resolve(undefined);
  }

  approveFarcaster(): void {
    this.#phone.resolve(undefined);
  }

  remember(email: string): void {
    this.#user = { email };
  }

  get accountAddress(): string {
    return this.#account(1).address;
  }

  forget(): void {
    this.#user = null;
  }

  async #serve(route: Route): Promise<void> {
    const url = new URL(route.request().url());
    if (url.pathname === "/sdk") return await this.#serveFrame(route, url);
    if (url.pathname === "/loading") {
      return await route.fulfill({ contentType: "text/html", body: "<title>Loading</title>" });
    }
    if (url.href === this.#socialUri) {
      return await route.fulfill({ contentType: "text/html", body: socialPage() });
    }
    this.violations.push(`Asked for ${url.href}`);
    await route.fulfill({ status: 404 });
  }

  async #serveFrame(route: Route, url: URL): Promise<void> {
    const query = Object.fromEntries(url.searchParams);
    const { projectId, chainId, version, enableLogger } = query;
    const valid =
      projectId === this.#projectId &&
      /^[a-z0-9-]+:\w+$/.test(chainId ?? "") &&
      /^\d+$/.test(version ?? "") &&
      /^(true|false)$/.test(enableLogger ?? "");
    if (!valid) {
      this.violations.push(`Frame loaded with ${url.search}`);
      return await route.fulfill({ status: 400 });
    }
    this.loads.push(query);
    this.#tell();
    if (this.loading === "never") {
      this.#heldLoad = route;
      return;
    }
    const body = framePage({ ready: this.loading === "works" });
    await route.fulfill({ contentType: "text/html", body });
  }

  /** Aborts the frame's held request, because otherwise its page could not close. */
  async release(): Promise<void> {
    await this.#heldLoad?.abort();
    this.#heldLoad = null;
  }

  async #take(message: unknown): Promise<Outcome> {
    const problem = problemWith(message);
    if (problem !== null) {
      this.violations.push(`${problem}: ${JSON.stringify(message)}`);
      return null;
    }
    const { type, ...rest } = message as { type: string; id: string; payload?: unknown };
    const event: AppEvent = { name: type.replace("@w3m-app/", ""), ...rest };
    this.events.push(event);
    this.#tell();

    const fault = this.faults.get(event.name);
    if (fault === "silent") return null;
    if (fault !== undefined) return failure(event, fault.error);
    await this.#held.get(event.name);
    try {
      return await this.#answer(event);
    } catch (error) {
      return failure(event, error instanceof Error ? error.message : String(error));
    }
  }

  async #answer(event: AppEvent): Promise<Outcome> {
    const payload = (event.payload ?? {}) as Readonly<Record<string, string>>;
    switch (event.name) {
      case "SYNC_THEME":
      case "SYNC_DAPP_DATA":
      case "RELOAD":
        return success(event);
      case "IS_CONNECTED":
        return success(event, { isConnected: this.#user !== null });
      case "CONNECT_EMAIL":
        this.#invited = payload.email ?? null;
        if (this.emailAction === "CONNECT") this.#user = { email: this.#invited };
        return success(event, { action: this.emailAction });
      case "CONNECT_DEVICE":
        await this.#device.promise;
        return success(event);
      case "CONNECT_OTP":
        if (this.#invited === null) throw new Error("No code was sent");
        if (payload.otp !== this.otp) throw new Error("Invalid code");
        this.#user = { email: this.#invited };
        this.#invited = null;
        return success(event);
      case "UPDATE_EMAIL":
        this.#signedIn();
        this.#newEmail = payload.email ?? null;
        return success(event, { action: this.updateAction });
      case "UPDATE_EMAIL_PRIMARY_OTP":
        if (payload.otp !== this.otp) throw new Error("Invalid code");
        return success(event);
      case "UPDATE_EMAIL_SECONDARY_OTP":
        if (this.#newEmail === null) throw new Error("No code was sent");
        if (payload.otp !== this.secondOtp) throw new Error("Invalid code");
        this.#user = { email: this.#newEmail };
        return success(event, { newEmail: this.#newEmail });
      case "GET_SOCIAL_REDIRECT_URI":
        this.#socialUri = `${ORIGIN}/social/${payload.provider}`;
        return success(event, { uri: this.#socialUri });
      case "CONNECT_SOCIAL":
        if (payload.uri !== `${this.#socialUri}/done`) throw new Error("Unknown login");
        this.#user = { email: null, userName: this.socialName };
        return success(event, {
          ...this.#account(payload.chainId ?? 1),
          userName: this.socialName,
        });
      case "GET_FARCASTER_URI":
        return success(event, { url: this.farcasterUri });
      case "CONNECT_FARCASTER":
        await this.#phone.promise;
        this.#user = { email: null, userName: this.socialName };
        return success(event, { userName: this.socialName });
      case "GET_USER":
        this.#signedIn();
        if (payload.preferredAccountType) this.#preferred = payload.preferredAccountType;
        return success(event, this.#account(payload.chainId ?? 1));
      case "GET_CHAIN_ID":
        return success(event, { chainId: 1 });
      case "SWITCH_NETWORK":
        return success(event, { chainId: payload.chainId });
      case "GET_SMART_ACCOUNT_ENABLED_NETWORKS":
        return success(event, { smartAccountEnabledNetworks: this.smartAccountNetworks });
      case "INIT_SMART_ACCOUNT":
        return success(event, { address: this.smartAccount, isDeployed: true });
      case "SET_PREFERRED_ACCOUNT":
        this.#preferred = payload.type ?? "eoa";
        return success(event, { type: this.#preferred, address: this.#account(1).address });
      case "SIGN_OUT":
        this.#user = null;
        return success(event);
      case "RPC_REQUEST":
        this.#signedIn();
        return await this.#request(event, payload.method ?? "");
      default:
        throw new Error(`Not expected here: ${event.name}`);
    }
  }

  async #request(event: AppEvent, method: string): Promise<Outcome> {
    const { params = [] } = event.payload as { params?: unknown };
    if (UNSAFE_METHODS.includes(method)) {
      this.#asked.set(event.id, event);
      return { ask: method };
    }
    if (!SAFE_METHODS.includes(method)) throw new Error(`Not a method of this wallet: ${method}`);
    if (method === "eth_accounts") return success(event, [this.#account(1).address]);
    if (method === "wallet_getCapabilities") return success(event, {});
    return success(event, await this.#read(method, params));
  }

  async #decide(id: string, approved: boolean): Promise<Reply | null> {
    const event = this.#asked.get(id);
    if (event === undefined) throw new Error("Nothing was asked");
    this.#asked.delete(id);
    if (!approved) return failure(event, "User rejected the request").reply;
    try {
      const { method, params } = event.payload as { method: string; params: unknown[] };
      return success(event, await this.#sign(method, params)).reply;
    } catch (error) {
      return failure(event, error instanceof Error ? error.message : String(error)).reply;
    }
  }

  async #sign(method: string, params: readonly unknown[]): Promise<string> {
    if (method === "personal_sign") {
      return await this.signer.signMessage(getBytes(params[0] as string));
    }
    if (method !== "eth_sendTransaction") throw new Error(`This double can't do ${method}`);
    const { from, gas, ...wanted } = params[0] as Readonly<Record<string, string>>;
    if (from?.toLowerCase() !== this.signer.address.toLowerCase()) {
      throw new Error(`No key for ${from}`);
    }
    const number = async (name: string, arguments_: unknown[]) =>
      Number(await this.#read(name, arguments_));
    const transaction: TransactionRequest = {
      ...wanted,
      type: 2,
      chainId: await number("eth_chainId", []),
      nonce: await number("eth_getTransactionCount", [this.signer.address, "latest"]),
      gasLimit: gas ?? (await number("eth_estimateGas", [params[0]])),
      maxFeePerGas: 100n * 10n ** 9n,
      maxPriorityFeePerGas: 10n ** 9n,
    };
    const signed = await this.signer.signTransaction(transaction);
    return (await this.#read("eth_sendRawTransaction", [signed])) as string;
  }

  async #read(method: string, params: unknown): Promise<unknown> {
    const response = await fetch(this.#chainUrl, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    });
    const { result, error } = (await response.json()) as {
      result?: unknown;
      error?: { message: string };
    };
    if (error !== undefined) throw new Error(error.message);
    return result;
  }

  #signedIn(): User {
    if (this.#user === null) throw new Error("No user is signed in");
    return this.#user;
  }

  #account(chainId: string | number) {
    const smart = this.smartAccountNetworks.includes(Number(String(chainId).split(":").at(-1)));
    const type = smart ? this.#preferred : "eoa";
    const accounts = [{ address: this.signer.address, type: "eoa" }];
    if (smart) accounts.push({ address: this.smartAccount, type: "smartAccount" });
    return {
      email: this.#user?.email ?? null,
      address: type === "smartAccount" ? this.smartAccount : this.signer.address,
      chainId: Number(String(chainId).split(":").at(-1)),
      smartAccountDeployed: smart,
      preferredAccountType: type,
      accounts,
    };
  }
}

function success({ name, id }: AppEvent, payload?: unknown): { reply: Reply } {
  const type = `@w3m-frame/${name}_SUCCESS`;
  return { reply: payload === undefined ? { type, id } : { type, id, payload } };
}

function failure({ name, id }: AppEvent, message: string): { reply: Reply } {
  return { reply: { type: `@w3m-frame/${name}_ERROR`, id, payload: { message } } };
}

function framePage({ ready }: { readonly ready: boolean }): string {
  return `<!doctype html><title>Embedded wallet</title><main></main><script>
    const post = (reply) => parent.postMessage(reply, "*");
    addEventListener("message", async ({ source, data }) => {
      if (source !== parent) return;
      const outcome = await embeddedWalletTake(data);
      if (outcome === null) return;
      if ("reply" in outcome) return post(outcome.reply);
      const main = document.querySelector("main");
      const button = (text, approved) => {
        const element = document.createElement("button");
        element.textContent = text;
        element.onclick = async () => {
          main.replaceChildren();
          const reply = await embeddedWalletDecide(data.id, approved);
          post(reply);
        };
        return element;
      };
      main.replaceChildren(outcome.ask, button("Approve", true), button("Decline", false));
    });
    ${ready ? 'post({ type: "@w3m-frame/READY", payload: { version: "4" } });' : ""}
  </script>`;
}

/** A popup that reports to the page that opened it. */
function socialPage(): string {
  return `<!doctype html><title>Social login</title><button>Continue</button><script>
    document.querySelector("button").onclick = () =>
      opener.postMessage({ resultUri: location.href + "/done" }, "*");
  </script>`;
}
