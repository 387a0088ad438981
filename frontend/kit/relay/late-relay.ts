import type { EarlyClient, RelayClient } from "./relay-client.ts";

export interface RelayModule {
  readonly UniversalProvider: { init(options: object): Promise<RelayClient> };
}

const NEVER = new Promise<never>(() => undefined);

/**
 * AppKit 1.7.4 imports the relay's client statically (93 kB), and shows WalletConnect's entry only
 * once that client has started. This class gives AppKit a `provider` at once. The provider stores
 * AppKit's listeners and delays connections. When the client has started, it forwards everything to
 * the client.
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

  /** @param failure the dialog's message if the client can't be loaded */
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
          // A failure of an earlier click must not close the present view.
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

  /** Replaces the client's `init`, but does not start the client yet. */
  async init(options: object): Promise<EarlyClient> {
    this.#options = options;
    return this.provider;
  }

  get client(): RelayClient | null {
    return this.#client;
  }

  whenStarted(hook: (client: RelayClient) => void): void {
    if (this.#client === null) this.#hooks.push(hook);
    else hook(this.#client);
  }

  /** Loads and starts the client, once. @throws if it can't be loaded; the next call tries again */
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
