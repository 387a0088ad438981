/** `declare` avoids field initialisers, because the oldest browsers need extra code for them. */
export class EndpointError extends Error {
  declare readonly retried: boolean;
  declare readonly retryAfterMs: number | null;

  constructor(message: string, retried = false, retryAfterMs: number | null = null) {
    super(message);
    this.retried = retried;
    this.retryAfterMs = retryAfterMs;
  }
}

/** The endpoint serves another chain or contract. A retry can't help. */
export class UnfitEndpoint extends EndpointError {}
