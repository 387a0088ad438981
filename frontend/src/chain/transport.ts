/** One question to the chain. */
export interface RpcCall {
  readonly method: string;
  readonly params: readonly unknown[];
}

export interface Transport {
  /** The result of one call, checked by `accept`, which throws for an answer that can't be right. */
  request<Value>(
    call: RpcCall,
    accept: (result: unknown) => Value,
    signal?: AbortSignal,
  ): Promise<Value>;
}

/** Several endpoints behind one transport. */
export interface FailoverTransport extends Transport {
  /** The endpoints by themselves, in order of preference: when one fails, no other steps in. */
  each(): readonly Transport[];
}

/** The contract said no: the chain's answer, not the endpoint's failure. */
export class CallReverted extends Error {
  /** ABI-encoded error, `0x` when the endpoint hid it. */
  readonly data: string;

  constructor(message: string, data: string) {
    super(message);
    this.data = data;
  }
}

/** No endpoint gave a usable answer. */
export class EndpointsFailed extends Error {}
