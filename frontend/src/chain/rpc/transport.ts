export interface RpcCall {
  readonly method: string;
  readonly params: readonly unknown[];
}

/** @throws {CallReverted | EndpointError} if the call has no result */
export type ReadResult = (index: number) => unknown;

export interface Transport {
  /** @param accept throws for a wrong answer, and the transport then asks another endpoint */
  request<Value>(
    call: RpcCall,
    accept: (result: unknown) => Value,
    signal?: AbortSignal,
  ): Promise<Value>;
  /** Sends all calls to one endpoint in one round trip. */
  requestAll<Value>(
    calls: readonly RpcCall[],
    accept: (read: ReadResult) => Value,
    signal?: AbortSignal,
  ): Promise<Value>;
}

/**
 * `stopped`: the endpoint's head is old and another one's is current. `unsure`: its answer waits
 * for other endpoints.
 */
export type Standing = "sound" | "unsure" | "stopped";

/** One endpoint without failover. */
export interface SoleEndpoint extends Transport {
  standing(): Standing;
}

export interface FailoverTransport extends Transport {
  readonly size: number;
  /** The usable endpoints, in order of preference. Each call returns the same objects. */
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
