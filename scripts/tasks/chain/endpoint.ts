import { boundedBody } from "./bounded-body.ts";
import { OverQuota, overQuotaText } from "./quota.ts";
import { sayingSo } from "./waiting.ts";

export type Ask = (method: string, params: readonly unknown[]) => Promise<unknown>;

export interface Endpoint {
  readonly host: string;
  readonly request: Ask;
}

const ANSWER_WITHIN_MS = 10_000;
/** Limit of a decoded answer. 10,000 events take about 7 MB. */
const MOST_BYTES = 50_000_000;

/** Returns only the host, because the rest of the URL may be a key. */
export function hostAt(url: string): string {
  return new URL(url).host;
}

export function endpointAt(url: string): Endpoint {
  const host = hostAt(url);
  return {
    host,
    request: (method, params) =>
      sayingSo(`${host} to answer ${method}`, () => askEndpoint(url, method, params)),
  };
}

/** Sends a request without Hardhat; the limit is 10 s. */
export async function askEndpoint(
  url: string,
  method: string,
  params: readonly unknown[],
  signal?: AbortSignal,
): Promise<unknown> {
  const post = () => {
    const timeout = AbortSignal.timeout(ANSWER_WITHIN_MS);
    return fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
      signal: signal === undefined ? timeout : AbortSignal.any([timeout, signal]),
    });
  };
  // Sends the request again, because a server may have closed an idle connection.
  const response = await post().catch((error: unknown) => {
    if (error instanceof TypeError) return post();
    throw error;
  });
  if (response.status === 429) throw new OverQuota(overQuotaText(hostAt(url)));
  const body = await boundedBody(response, MOST_BYTES);
  const { result, error } = JSON.parse(body.toString()) as {
    result?: unknown;
    error?: { message?: string };
  };
  if (result === undefined) throw new Error(error?.message ?? "it gives no result");
  return result;
}
