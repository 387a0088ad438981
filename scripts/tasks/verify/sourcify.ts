import * as v from "valibot";
import type { Verification, Verifier } from "./verifier.ts";
import { poll, requestJson } from "./verifier.ts";

const DEFAULT_URL = "https://sourcify.dev/server";

const FAILURE = v.object({ message: v.string() });
const CONTRACT = v.object({ match: v.nullish(v.string()) });
const SUBMITTED = v.union([v.object({ verificationId: v.string() }), FAILURE]);
const JOB = v.object({
  isJobCompleted: v.boolean(),
  contract: v.nullish(CONTRACT),
  error: v.nullish(FAILURE),
});

/** Sourcify's API version 2, which needs no key. */
export function sourcify(chainId: number): Verifier {
  const base = (process.env.SOURCIFY_API_URL || DEFAULT_URL).replace(/\/$/, "");
  return {
    name: "Sourcify",
    async verify({ address, sources, transactionHash }: Verification): Promise<string> {
      const known = await requestJson(`${base}/v2/contract/${chainId}/${address}`, CONTRACT);
      if (known.status === 200 && known.body?.match === "exact_match") {
        return "already verified (exact match)";
      }
      const { status, body } = await requestJson(
        `${base}/v2/verify/${chainId}/${address}`,
        SUBMITTED,
        {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({
            stdJsonInput: sources.input,
            compilerVersion: sources.compilerVersion,
            contractIdentifier: sources.contractIdentifier,
            ...(transactionHash !== null && { creationTransactionHash: transactionHash }),
          }),
        },
      );
      if (body === null) throw new Error(`HTTP ${status}`);
      if ("message" in body) throw new Error(body.message);
      return poll(async () => {
        const { body: job } = await requestJson(`${base}/v2/verify/${body.verificationId}`, JOB);
        if (!job?.isJobCompleted) return null;
        const match = job.contract?.match;
        if (match === "exact_match") return "verified (exact match)";
        // Sourcify answers "match" for equal code with different metadata.
        throw new Error(
          match === "match" ? "only a partial match" : (job.error?.message ?? "no match"),
        );
      });
    },
  };
}
