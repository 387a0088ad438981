/** What the browser keeps under this key; `null` also where storage is forbidden, for then nothing was stored either. */
export function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Whether the browser keeps anything under a key that starts so. */
export function hasStored(prefix: string): boolean {
  try {
    return Object.keys(localStorage).some((key) => key.startsWith(prefix));
  } catch {
    return false;
  }
}
