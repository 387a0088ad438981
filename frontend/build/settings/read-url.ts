/** `null` if none is set. @throws Error for anything but an absolute http(s) URL */
export function readUrl(name: string, text: string | undefined): string | null {
  if (!text) return null;
  if (!/^https?:$/.test(URL.parse(text)?.protocol ?? "")) {
    throw new Error(`${name} is not an absolute http(s) URL: ${text}`);
  }
  return text;
}
