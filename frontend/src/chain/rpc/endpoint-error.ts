/** An endpoint did not do what it is there for. Its fields are declared: the oldest browsers would have a helper define them. */
export class EndpointError extends Error {
  /** Whether the same endpoint may do better next time. */
  declare readonly retried: boolean;
  /** What it asks to be waited for. */
  declare readonly retryAfterMs: number | null;

  constructor(message: string, retried = false, retryAfterMs: number | null = null) {
    super(message);
    this.retried = retried;
    this.retryAfterMs = retryAfterMs;
  }
}

/** It serves another chain, or another contract stands there: no retry will mend that. */
export class UnfitEndpoint extends EndpointError {}

/** It answers single requests perhaps, but not this batch. */
export class BatchRefused extends EndpointError {}
