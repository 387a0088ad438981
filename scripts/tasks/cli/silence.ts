/** Milliseconds. */
let spokenAt = Date.now();

export function spoke(): void {
  spokenAt = Date.now();
}

export function silentFor(): number {
  return Date.now() - spokenAt;
}
