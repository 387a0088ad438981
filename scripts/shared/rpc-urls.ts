export function isRpcUrl(text: string): boolean {
  return /^https?:$/.test(URL.parse(text)?.protocol ?? "");
}

const THIS_MACHINE = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\]|0\.0\.0\.0|\[::\])$/;

/**
 * Returns the host, because another key, path or query belongs to the same provider. For this
 * machine, returns port and path.
 */
export function operatorOf(url: string): string {
  const { hostname, host, port, pathname } = new URL(url);
  const plain = hostname.replace(/\.$/, "");
  if (!THIS_MACHINE.test(plain)) return host.replace(hostname, plain);
  return `this machine, ${port}${pathname.replace(/\/+$/, "")}`;
}

export function sharedDomain(one: string, other: string): string | null {
  const [a, b] = [one, other].map((url) => new URL(url).hostname.split(".").slice(-2).join("."));
  return a === b && a !== undefined && /[a-z]\.[a-z]/.test(a) ? a : null;
}

/**
 * @param list the value of `VITE_RPC_URLS`, the preferred endpoint first
 * @throws for a URL that is not http(s), or for a repeated endpoint, because that would confirm
 * itself
 */
export function parseRpcUrls(list: string): readonly string[] {
  const urls = list.split(",").map((url) => url.trim());
  const operators = new Map<string, string>();
  for (const url of urls) {
    if (!isRpcUrl(url)) {
      throw new Error(`VITE_RPC_URLS has an entry that is not an http(s) URL: ${url}`);
    }
    const operator = operatorOf(url);
    if (operators.has(operator)) {
      throw new Error(`VITE_RPC_URLS lists an endpoint twice: ${new URL(url).host}`);
    }
    operators.set(operator, url);
  }
  return urls;
}
