/** The members that AppKit uses before the relay client has started. */
export interface EarlyClient {
  on(event: string, listener: (...given: never[]) => void): unknown;
  connect(given: object): Promise<unknown>;
}

/** Asks the provider's page to attest a message's origin. */
export interface Verify {
  /** @returns a signed statement, or "" without one */
  register(message: { readonly id: string; readonly decryptedId: string }): Promise<unknown>;
}

export interface Pairing {
  create(...given: readonly unknown[]): Promise<{ readonly topic: string; readonly uri: string }>;
}

interface Asked {
  readonly method: string;
  readonly params?: unknown;
}

export interface RequestRecord {
  readonly id: number;
  readonly request: { readonly method: string; readonly params: unknown };
  readonly response?: { readonly result: unknown } | { readonly error: unknown };
}

export interface Session {
  readonly topic: string;
  readonly peer: {
    readonly metadata: {
      readonly redirect?: { readonly universal?: string; readonly native?: string };
    };
  };
}

/**
 * The members of the relay's client (@walletconnect/universal-provider 2.20.1) that our patches
 * use.
 */
export interface RelayClient extends EarlyClient {
  request(asked: Asked, chain?: string, expiry?: number): Promise<unknown>;
  session?: Session | undefined;
  readonly client: {
    readonly engine: {
      /** @throws if no such request is pending */
      getPendingAuthRequest(id: number): unknown;
      /** Deletes a session, without telling the wallet. */
      deleteSession(of: { readonly topic: string; readonly emitEvent: boolean }): Promise<void>;
    };
    readonly core: {
      readonly relayer: {
        connect(relayUrl?: string): Promise<void>;
        createProvider(): Promise<void>;
        provider: { connect(): Promise<void> };
        on(event: "relayer_error", listener: (error: Error) => void): unknown;
      };
      readonly history: {
        /** Requests, oldest first. */
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
