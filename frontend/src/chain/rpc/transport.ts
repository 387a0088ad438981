/** One question to the chain. */
export interface RpcCall {
  readonly method: string;
  readonly params: readonly unknown[];
}

/** The result of the call at this place of a list. @throws {CallReverted | EndpointError} if that call has none */
export type ReadResult = (index: number) => unknown;

export interface Transport {
  /** The result of one call, checked by `accept`, which throws for an answer that can't be right. */
  request<Value>(
    call: RpcCall,
    accept: (result: unknown) => Value,
    signal?: AbortSignal,
  ): Promise<Value>;
  /** Several calls in one round trip, answered by one endpoint. What `accept` throws counts as above. */
  requestAll<Value>(
    calls: readonly RpcCall[],
    accept: (read: ReadResult) => Value,
    signal?: AbortSignal,
  ): Promise<Value>;
}

/**
 * How far an endpoint is to be believed for its newest block: it has `stopped` if another one is current. While that is not
 * known, its answer waits for others.
 */
export type Standing = "sound" | "unsure" | "stopped";

/** One endpoint by itself: if it fails, no other steps in. */
export interface SoleEndpoint extends Transport {
  standing(): Standing;
}

/** Several endpoints behind one transport. */
export interface FailoverTransport extends Transport {
  /** How many endpoints the page was built with. */
  readonly size: number;
  /** The endpoints that are fit, in order of preference. An endpoint is the same object each time. */
  each(): readonly SoleEndpoint[];
}

/** The contract said no: the chain's answer, not the endpoint's failure. */
export class CallReverted extends Error {
  /** ABI-encoded error, `0x` when the endpoint hid it. */
  declare readonly data: string;

  constructor(message: string, data: string) {
    super(message);
    this.data = data;
  }
}

/** No endpoint gave a usable answer. */
export class EndpointsFailed extends Error {}
