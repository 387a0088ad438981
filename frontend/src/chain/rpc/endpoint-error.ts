/** Fields are declared, because the oldest browsers would need a helper to define them. */
export class EndpointError extends Error {
  declare readonly retried: boolean;
  declare readonly retryAfterMs: number | null;

  constructor(message: string, retried = false, retryAfterMs: number | null = null) {
    super(message);
    this.retried = retried;
    this.retryAfterMs = retryAfterMs;
  }
}

/** It serves another chain or another contract, which no retry mends. */
export class UnfitEndpoint extends EndpointError {}

/** It may answer single requests. */
export class BatchRefused extends EndpointError {}
