import type { EarlyClient, RelayClient } from "./relay-client.ts";

/** The module of the relay's client. */
export interface RelayModule {
  readonly UniversalProvider: { init(options: object): Promise<RelayClient> };
}

const NEVER = new Promise<never>(() => undefined);

/**
 * Kit 1.7.4 imports the relay's client with its first line, 93 kB that its list of wallets has no use for, and shows
 * WalletConnect's entry only once that client has started. So the kit gets `provider` at once: it keeps what the kit
 * listens for, waits when the kit connects, and is the client in all else as soon as that has started.
 */
export class LateRelay {
  readonly provider: EarlyClient;
  readonly #load: () => Promise<RelayModule>;
  readonly #failure: string;
  readonly #subscriptions: Parameters<EarlyClient["on"]>[] = [];
  readonly #hooks: ((client: RelayClient) => void)[] = [];
  #options: object | null = null;
  #press: symbol | null = null;
  #starting: Promise<RelayClient> | null = null;
  #client: RelayClient | null = null;

  /** @param failure what the dialog says if the client can't be had */
  constructor(load: () => Promise<RelayModule>, failure: string) {
    this.#load = load;
    this.#failure = failure;
    const early: EarlyClient = {
      on: (...subscription) => this.#subscriptions.push(subscription),
      connect: async (given) => {
        const press = Symbol("press");
        this.#press = press;
        let client: RelayClient;
        try {
          client = await this.start();
        } finally {
          // The view of an earlier press is gone, and must not send the visitor back from the present one.
          if (this.#press !== press) await NEVER;
        }
        return await client.connect(given);
      },
    };
    this.provider = new Proxy(early, {
      get: (_, key) => Reflect.get(this.#client ?? early, key),
      set: (_, key, value) => Reflect.set(this.#client ?? early, key, value),
    });
  }

  /** In place of the client's own: starts nothing yet. */
  async init(options: object): Promise<EarlyClient> {
    this.#options = options;
    return this.provider;
  }

  /** `null` until it has started. */
  get client(): RelayClient | null {
    return this.#client;
  }

  /** Runs it with the client once that has started. */
  whenStarted(hook: (client: RelayClient) => void): void {
    if (this.#client === null) this.#hooks.push(hook);
    else hook(this.#client);
  }

  /** Loads and starts the client, once. @throws if it can't be had: another call tries again */
  start(): Promise<RelayClient> {
    this.#starting ??= this.#started().catch((cause: unknown) => {
      this.#starting = null;
      throw new Error(this.#failure, { cause });
    });
    return this.#starting;
  }

  async #started(): Promise<RelayClient> {
    if (this.#options === null) throw new Error("The kit has its own client");
    const { UniversalProvider } = await this.#load();
    const client = await UniversalProvider.init(this.#options);
    for (const subscription of this.#subscriptions) client.on(...subscription);
    this.#client = client;
    for (const hook of this.#hooks) hook(client);
    return client;
  }
}
