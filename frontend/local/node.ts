import { codes, ProviderError } from "./provider-error.ts";

const TIMEOUT_MS = 10_000;

export type LocalNode = (method: string, params: readonly unknown[]) => Promise<unknown>;

export function createNode(url: string, fetchPort: typeof fetch = fetch): LocalNode {
  let id = 0;

  return async (method, params) => {
    id += 1;
    const abort = new AbortController();
    const timer = setTimeout(() => abort.abort(), TIMEOUT_MS);
    let answer: Answer;
    try {
      const response = await fetchPort(url, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ jsonrpc: "2.0", id, method, params }),
        signal: abort.signal,
      });
      answer = asAnswer(await response.json());
    } catch {
      throw new ProviderError(
        codes.disconnected,
        `The local node does not answer at ${url}. Is npm start running?`,
      );
    } finally {
      clearTimeout(timer);
    }
    if (answer.error) {
      throw new ProviderError(answer.error.code, answer.error.message, answer.error.data);
    }
    return answer.result;
  };
}

interface Answer {
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

function asAnswer(json: unknown): Answer {
  if (typeof json !== "object" || json === null || !("result" in json || "error" in json)) {
    throw new TypeError("Not a JSON-RPC response");
  }
  return json as Answer;
}
