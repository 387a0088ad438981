/** AppKit calls these before the relay client has started. */
export interface EarlyClient {
  on(event: string, listener: (...given: never[]) => void): unknown;
  connect(given: object): Promise<unknown>;
}

/** Of the wallet protocol: asks the provider's page to attest the origin of a message. */
export interface Verify {
  /** @returns a signed statement of the page's origin for a message, or "" without one */
  register(message: { readonly id: string; readonly decryptedId: string }): Promise<unknown>;
}

/** Of the wallet protocol: makes what a wallet scans. */
export interface Pairing {
  create(...given: readonly unknown[]): Promise<{ readonly topic: string; readonly uri: string }>;
}

/** A request to the wallet. */
interface Asked {
  readonly method: string;
  readonly params?: unknown;
}

/** Of the wallet protocol: what was asked, and what was answered. */
export interface RequestRecord {
  readonly id: number;
  readonly request: { readonly method: string; readonly params: unknown };
  readonly response?: { readonly result: unknown } | { readonly error: unknown };
}

export interface Session {
  readonly topic: string;
  readonly peer: {
    readonly metadata: {
      /** Where the wallet's app is opened. */
      readonly redirect?: { readonly universal?: string; readonly native?: string };
    };
  };
}

/** The relay's client (@walletconnect/universal-provider 2.20.1), with what the kit's fixes use of it. */
export interface RelayClient extends EarlyClient {
  request(asked: Asked, chain?: string, expiry?: number): Promise<unknown>;
  session?: Session | undefined;
  readonly client: {
    readonly engine: {
      /** @throws if there is none, though it says otherwise */
      getPendingAuthRequest(id: number): unknown;
      /** Forgets it here. The wallet is not told. */
      deleteSession(of: { readonly topic: string; readonly emitEvent: boolean }): Promise<void>;
    };
    readonly core: {
      readonly relayer: {
        connect(relayUrl?: string): Promise<void>;
        /** Called for each attempt to connect. */
        createProvider(): Promise<void>;
        provider: { connect(): Promise<void> };
        on(event: "relayer_error", listener: (error: Error) => void): unknown;
      };
      readonly history: {
        /** Oldest first. */
        readonly values: readonly RequestRecord[];
        on(event: string, listener: (record: RequestRecord) => void): unknown;
        off(event: string, listener: (record: RequestRecord) => void): unknown;
      };
      readonly pairing: Pairing;
      readonly verify: Verify;
    };
  };
  readonly events: { emit(event: "display_uri", uri: string): unknown };
}
