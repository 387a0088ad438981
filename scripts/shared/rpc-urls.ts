/** @returns whether it is the URL of an endpoint that both a page and a task can ask */
export function isRpcUrl(text: string): boolean {
  return /^https?:$/.test(URL.parse(text)?.protocol ?? "");
}

const THIS_MACHINE = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\]|0\.0\.0\.0|\[::\])$/;

/**
 * @returns what two URLs of one endpoint have in common: the host, since a key, a path or a query is of the same provider.
 * Programs on this machine are told apart by port and path.
 */
export function operatorOf(url: string): string {
  const { hostname, host, port, pathname } = new URL(url);
  const plain = hostname.replace(/\.$/, "");
  if (!THIS_MACHINE.test(plain)) return host.replace(hostname, plain);
  return `this machine, ${port}${pathname.replace(/\/+$/, "")}`;
}

/** @returns the domain that two different hosts are both of, as in "provider.example"; `null` if there is none */
export function sharedDomain(one: string, other: string): string | null {
  const [a, b] = [one, other].map((url) => new URL(url).hostname.split(".").slice(-2).join("."));
  return a === b && a !== undefined && /[a-z]\.[a-z]/.test(a) ? a : null;
}

/**
 * @param list the value of `VITE_RPC_URLS`: the endpoints of visitors' pages, comma separated, the preferred one first
 * @throws if one is not an http(s) URL, or is another's endpoint again: two that agree would be one
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
      throw new Error(`VITE_RPC_URLS names one endpoint twice: ${new URL(url).host}`);
    }
    operators.set(operator, url);
  }
  return urls;
}
