import { subscribe } from "node:diagnostics_channel";

const statuses = new Map<string, number>();

// Hardhat silently retries after HTTP 429 for half a minute.
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

/** The quota error of one request; parallel requests to the host may succeed. */
export class OverQuota extends Error {}

export function overQuotaText(host: string): string {
  return `${host} answers HTTP 429: too many requests, so its quota is used up`;
}
