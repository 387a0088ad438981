export interface RpcCall {
  readonly method: string;
  readonly params: readonly unknown[];
}

/** @throws {CallReverted | EndpointError} if the call has no result */
export type ReadResult = (index: number) => unknown;

export interface Transport {
  /** @param accept throws for a wrong answer; the transport then asks another endpoint */
  request<Value>(
    call: RpcCall,
    accept: (result: unknown) => Value,
    signal?: AbortSignal,
  ): Promise<Value>;
  /** In one round trip to one endpoint. */
  requestAll<Value>(
    calls: readonly RpcCall[],
    accept: (read: ReadResult) => Value,
    signal?: AbortSignal,
  ): Promise<Value>;
}

/**
 * `stopped`: its head is old and another endpoint's is current. `unsure`: its answer waits for
 * others.
 */
export type Standing = "sound" | "unsure" | "stopped";

/** If it fails, no other endpoint replaces it. */
export interface SoleEndpoint extends Transport {
  standing(): Standing;
}

export interface FailoverTransport extends Transport {
  /** In the build. */
  readonly size: number;
  /** The usable ones, in order of preference. The objects are always the same. */
  each(): readonly SoleEndpoint[];
}

export class CallReverted extends Error {
  /** ABI-encoded error; `0x` if the endpoint hid it. */
  declare readonly data: string;

  constructor(message: string, data: string) {
    super(message);
    this.data = data;
  }
}

export class EndpointsFailed extends Error {}
