import type { Verification, Verifier } from "./verifier.ts";
import { isRecord, poll, requestJson } from "./verifier.ts";

const DEFAULT_URL = "https://sourcify.dev/server";

/** Sourcify's API version 2, which needs no key. */
export function sourcify(chainId: number): Verifier {
  const base = (process.env.SOURCIFY_API_URL || DEFAULT_URL).replace(/\/$/, "");

  async function matchOf(address: string): Promise<string | null> {
    const { status, body } = await requestJson(`${base}/v2/contract/${chainId}/${address}`);
    return status === 200 && isRecord(body) && typeof body.match === "string" ? body.match : null;
  }

  return {
    name: "Sourcify",
    async verify({ address, sources, transactionHash }: Verification): Promise<string> {
      if ((await matchOf(address)) === "exact_match") return "already verified (exact match)";
      const { status, body } = await requestJson(`${base}/v2/verify/${chainId}/${address}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({
          stdJsonInput: sources.input,
          compilerVersion: sources.compilerVersion,
          contractIdentifier: sources.contractIdentifier,
          ...(transactionHash !== null && { creationTransactionHash: transactionHash }),
        }),
      });
      if (status !== 202 || !isRecord(body)) throw new Error(reason(body) ?? `HTTP ${status}`);
      return poll(async () => {
        const job = (await requestJson(`${base}/v2/verify/${body.verificationId}`)).body;
        if (!isRecord(job) || job.isJobCompleted !== true) return null;
        const match = isRecord(job.contract) ? job.contract.match : null;
        if (match === "exact_match") return "verified (exact match)";
        // "match": the code is the same, the metadata is not.
        throw new Error(match === "match" ? "only a partial match" : (reason(job) ?? "no match"));
      });
    },
  };
}

function reason(body: unknown): string | null {
  if (!isRecord(body)) return null;
  const error = isRecord(body.error) ? body.error : body;
  return typeof error.message === "string" ? error.message : null;
}
