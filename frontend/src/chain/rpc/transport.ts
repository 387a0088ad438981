export interface RpcCall {
  readonly method: string;
  readonly params: readonly unknown[];
}

/** @throws {CallReverted | EndpointError} if the call has no result */
export type ReadResult = (index: number) => unknown;

export interface Transport {
  /** @param accept throws for an answer that can't be right: then another endpoint is asked */
  request<Value>(
    call: RpcCall,
    accept: (result: unknown) => Value,
    signal?: AbortSignal,
  ): Promise<Value>;
  /** In one round trip, answered by one endpoint. */
  requestAll<Value>(
    calls: readonly RpcCall[],
    accept: (read: ReadResult) => Value,
    signal?: AbortSignal,
  ): Promise<Value>;
}

/** An endpoint has `stopped` if its head is old and another one's is current. An `unsure` one's answer waits for others. */
export type Standing = "sound" | "unsure" | "stopped";

/** If it fails, no other endpoint steps in. */
export interface SoleEndpoint extends Transport {
  standing(): Standing;
}

export interface FailoverTransport extends Transport {
  /** How many endpoints the page was built with. */
  readonly size: number;
  /** The fit ones, in order of preference. An endpoint is the same object each time. */
  each(): readonly SoleEndpoint[];
}

export class CallReverted extends Error {
  /** ABI-encoded error, `0x` when the endpoint hid it. */
  declare readonly data: string;

  constructor(message: string, data: string) {
    super(message);
    this.data = data;
  }
}

export class EndpointsFailed extends Error {}
