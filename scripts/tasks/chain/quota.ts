import { subscribe } from "node:diagnostics_channel";

/** By host, what it answered last. */
const statuses = new Map<string, number>();

// Hardhat repeats a request that was refused for its number, for half a minute and without a word.
subscribe("undici:request:headers", (message) => {
  const { request, response } = message as {
    readonly request: { readonly origin: string | URL };
    readonly response: { readonly statusCode: number };
  };
  statuses.set(new URL(request.origin).host, response.statusCode);
});

/** Whether an endpoint's last answer was that it was asked too often. */
export function isOverQuota(host: string): boolean {
  return statuses.get(host) === 429;
}

export function overQuotaText(host: string): string {
  return `${host} answers HTTP 429: too many requests, so its quota is used up`;
}
