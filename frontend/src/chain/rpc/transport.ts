export interface RpcCall {
  readonly method: string;
  readonly params: readonly unknown[];
}

/** Returns the call's result, or a `Reverted`. @throws {EndpointError} if the call has neither */
export type ReadResult = (index: number) => unknown;

export interface Transport {
  /** @param accept throws for a wrong answer; the transport then asks another endpoint */
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
 * `stopped`: the endpoint's newest block is old, and another endpoint's is current. `unsure`: the
 * page first waits for other endpoints' answers.
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

/** The answer to a call that the contract reverts. */
export class Reverted {
  /** The ABI-encoded error; `0x` if the endpoint did not return it. */
  declare readonly data: string;

  constructor(data: string) {
    this.data = data;
  }
}

export class EndpointsFailed extends Error {}
