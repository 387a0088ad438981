import { subscribe } from "node:diagnostics_channel";

const statuses = new Map<string, number>();

// Hardhat retries for half a minute after HTTP 429 and prints nothing.
subscribe("undici:request:headers", (message) => {
  const { request, response } = message as {
    readonly request: { readonly origin: string | URL };
    readonly response: { readonly statusCode: number };
  };
  statuses.set(new URL(request.origin).host, response.statusCode);
});

export function isOverQuota(host: string): boolean {
  return statuses.get(host) === 429;
}

/** An endpoint refused one request because of its quota. Parallel requests may succeed. */
export class OverQuota extends Error {}

export function overQuotaText(host: string): string {
  return `${host} answers HTTP 429: too many requests, so its quota is used up`;
}
