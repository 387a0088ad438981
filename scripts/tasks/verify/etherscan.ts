import * as v from "valibot";
import type { Verification, Verifier } from "./verifier.ts";
import { poll, requestJson } from "./verifier.ts";

export const ETHERSCAN_URL = "https://api.etherscan.io/v2/api";

const ANSWER = v.object({
  status: v.optional(v.string()),
  message: v.optional(v.string()),
  result: v.nullish(v.string()),
});

interface Settings {
  readonly name: string;
  readonly url: string;
  /** Etherscan's chain id and key; empty for Blockscout. */
  readonly query: Readonly<Record<string, string>>;
}

/** Etherscan's API version 2. Blockscout accepts the same calls. */
export function etherscan({ name, url, query }: Settings): Verifier {
  const ask = async (
    method: "GET" | "POST",
    parameters: Readonly<Record<string, string>>,
  ): Promise<{ ok: boolean; result: string }> => {
    const address = new URL(url);
    const form = new URLSearchParams(parameters);
    for (const [key, value] of Object.entries(query)) address.searchParams.set(key, value);
    if (method === "GET") for (const [key, value] of form) address.searchParams.set(key, value);
    const { status, body } = await requestJson(
      address.href,
      ANSWER,
      method === "GET" ? {} : { method, body: form },
    );
    if (body === null) throw new Error(`HTTP ${status}`);
    return { ok: body.status === "1", result: body.result ?? body.message ?? `HTTP ${status}` };
  };

  return {
    name,
    async verify({ address, sources, constructorArguments }: Verification): Promise<string> {
      const submitted = await ask("POST", {
        module: "contract",
        action: "verifysourcecode",
        contractaddress: address,
        codeformat: "solidity-standard-json-input",
        sourceCode: JSON.stringify(sources.input),
        contractname: sources.contractIdentifier,
        compilerversion: `v${sources.compilerVersion}`,
        constructorArguements: constructorArguments.replace(/^0x/, ""),
      });
      if (/already verified/i.test(submitted.result)) return "already verified";
      if (!submitted.ok) throw new Error(submitted.result);
      return poll(async () => {
        const { ok, result } = await ask("GET", {
          module: "contract",
          action: "checkverifystatus",
          guid: submitted.result,
        });
        if (/pending|in progress|queue/i.test(result)) return null;
        if (/already verified/i.test(result)) return "already verified";
        if (ok || /^pass/i.test(result)) return "verified";
        throw new Error(result);
      });
    },
  };
}
