/** What a browser does with a file that it has fetched, when it imports it later in the same visit. */
export type Reuse =
  /** It takes its own copy. */
  | "kept"
  /** It asks whether the file has changed: one more round trip. */
  | "asked again"
  /** It gets the file once more. */
  | "sent again";

/**
 * As RFC 9111 has it for a browser's own cache, and as Chromium 153 does.
 * @param headers by lower-case name
 */
export function reuseOf(headers: ReadonlyMap<string, string>): Reuse {
  const control = (headers.get("cache-control") ?? "").toLowerCase();
  if (/\bno-store\b/.test(control)) return "sent again";
  if (!/\bno-cache\b/.test(control) && isFresh(control, headers)) return "kept";
  return headers.has("etag") || headers.has("last-modified") ? "asked again" : "sent again";
}

function isFresh(control: string, headers: ReadonlyMap<string, string>): boolean {
  const [, seconds] = /\bmax-age="?(\d+)/.exec(control) ?? [];
  if (seconds !== undefined) return Number(seconds) > Number(headers.get("age") ?? 0);
  const expires = headers.get("expires");
  if (expires !== undefined) return Date.parse(expires) > Date.parse(headers.get("date") ?? "");
  // A browser takes a tenth of the file's age for its lifetime, which is short only after a deployment.
  return headers.has("last-modified");
}
