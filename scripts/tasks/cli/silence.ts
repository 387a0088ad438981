/** Milliseconds. */
let spokenAt = Date.now();

export function spoke(): void {
  spokenAt = Date.now();
}

/** @returns milliseconds */
export function silentFor(): number {
  return Date.now() - spokenAt;
}
