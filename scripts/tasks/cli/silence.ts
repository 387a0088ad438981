/** Milliseconds. */
let spokenAt = Date.now();

export function spoke(): void {
  spokenAt = Date.now();
}

/** Milliseconds since the last output. */
export function silentFor(): number {
  return Date.now() - spokenAt;
}
