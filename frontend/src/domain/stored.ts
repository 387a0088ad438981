/** What the browser keeps under this key; `null` also where storage is forbidden, for then nothing was stored either. */
export function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
