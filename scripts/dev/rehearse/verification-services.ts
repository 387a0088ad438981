import { once } from "node:events";
import { createServer, type IncomingMessage, type Server } from "node:http";
import { type CompiledCode, isCodeOf } from "../../tasks/record/runtime-code.ts";
import type { CompilerInput } from "../../tasks/verify/deployed-sources.ts";
import { isRecord } from "../../tasks/verify/verifier.ts";

/**
 * Local doubles of Sourcify (API 2), Etherscan (API 2) and Blockscout. They compile what they are sent with `solc` and
 * compare it with the code on chain, metadata included, and with the creation's arguments: as the real ones do, and
 * more strictly, since none of them takes a partial match here.
 */
export interface VerificationServices {
  readonly sourcifyUrl: string;
  readonly etherscanUrl: string;
  readonly blockscoutUrl: string;
  /** As in "sourcify 0x…", in the order in which they were verified. */
  readonly verified: readonly string[];
  /** Reasons by which each refuses from now on, to show what happens then. */
  readonly refused: Set<"sourcify" | "etherscan" | "blockscout">;
  close(): Promise<void>;
}

export const ETHERSCAN_KEY = "rehearsal-key";

interface Submission {
  readonly chainId: number;
  readonly address: string;
  readonly compilerVersion: string;
  readonly contractIdentifier: string;
  readonly input: CompilerInput;
  /** `null` where the service doesn't ask for them. */
  readonly constructorArguments: string | null;
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

interface Compiler {
  compile(input: string): string;
  version(): string;
}

export async function startVerificationServices(rpcUrl: string): Promise<VerificationServices> {
  // It has no types of its own.
  const name: string = "solc";
  const { default: solc } = (await import(name)) as { default: Compiler };
  const verified: string[] = [];
  const refused: VerificationServices["refused"] = new Set();
  const jobs = new Map<string, { error: string | null; address: string }>();

  async function judge(service: "sourcify" | "etherscan" | "blockscout", sent: Submission) {
    const error = refused.has(service) ? "Refused for the test" : await compare(solc, rpcUrl, sent);
    const entry = `${service} ${sent.address}`;
    if (error === null && !verified.includes(entry)) verified.push(entry);
    const id = `${service}-${jobs.size + 1}`;
    jobs.set(id, { error, address: sent.address });
    return id;
  }

  async function answerSourcify(url: URL, request: IncomingMessage): Promise<Answer> {
    const [, , kind, ...rest] = url.pathname.split("/").slice(1);
    const [chainId, address = ""] = rest;
    if (request.method === "GET" && kind === "contract") {
      const known = verified.includes(`sourcify ${address}`);
      return {
        status: known ? 200 : 404,
        body: { match: known ? "exact_match" : null, chainId, address },
      };
    }
    if (request.method === "GET") {
      const job = jobs.get(chainId ?? "");
      if (job === undefined) return { status: 404, body: { message: "No such job" } };
      return {
        status: 200,
        body:
          job.error === null
            ? { isJobCompleted: true, contract: { match: "exact_match", address: job.address } }
            : {
                isJobCompleted: true,
                contract: { match: null },
                error: { customCode: "no_match", message: job.error },
              },
      };
    }
    const body = JSON.parse(await textOf(request));
    const verificationId = await judge("sourcify", {
      chainId: Number(chainId),
      address,
      compilerVersion: body.compilerVersion,
      contractIdentifier: body.contractIdentifier,
      input: body.stdJsonInput,
      constructorArguments: null,
    });
    return { status: 202, body: { verificationId } };
  }

  async function answerEtherscan(
    service: "etherscan" | "blockscout",
    url: URL,
    request: IncomingMessage,
  ): Promise<Answer> {
    const refuse = (result: string) => ({
      status: 200,
      body: { status: "0", message: "NOTOK", result },
    });
    const accept = (result: string) => ({
      status: 200,
      body: { status: "1", message: "OK", result },
    });
    if (service === "etherscan" && url.searchParams.get("apikey") !== ETHERSCAN_KEY) {
      return refuse("Invalid API Key");
    }
    if (request.method === "GET") {
      const job = jobs.get(url.searchParams.get("guid") ?? "");
      if (job === undefined) return refuse("Unknown UID");
      return job.error === null
        ? accept("Pass - Verified")
        : refuse(`Fail - Unable to verify: ${job.error}`);
    }
    const form = new URLSearchParams(await textOf(request));
    const address = form.get("contractaddress") ?? "";
    if (verified.includes(`${service} ${address}`)) {
      return refuse("Contract source code already verified");
    }
    if (form.get("codeformat") !== "solidity-standard-json-input") return refuse("Bad codeformat");
    return accept(
      await judge(service, {
        chainId: Number(url.searchParams.get("chainid") ?? Number.NaN),
        address,
        compilerVersion: (form.get("compilerversion") ?? "").replace(/^v/, ""),
        contractIdentifier: form.get("contractname") ?? "",
        input: JSON.parse(form.get("sourceCode") ?? "{}"),
        constructorArguments: form.get("constructorArguements"),
      }),
    );
  }

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? "/", "http://127.0.0.1");
    let answer: Answer;
    try {
      if (url.pathname.startsWith("/sourcify/")) answer = await answerSourcify(url, request);
      else if (url.pathname === "/etherscan") {
        answer = await answerEtherscan("etherscan", url, request);
      } else if (url.pathname === "/blockscout/api") {
        answer = await answerEtherscan("blockscout", url, request);
      } else answer = { status: 404, body: { message: "No such service" } };
    } catch (error) {
      answer = { status: 500, body: { message: String(error) } };
    }
    // It compiles, and is deaf for seconds: a kept connection would time out just when it is used again.
    response.writeHead(answer.status, { "content-type": "application/json", connection: "close" });
    response.end(JSON.stringify(answer.body));
  });
  const base = await listen(server);
  return {
    sourcifyUrl: `${base}/sourcify`,
    etherscanUrl: `${base}/etherscan`,
    blockscoutUrl: `${base}/blockscout/api`,
    verified,
    refused,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** Compiled code by its input: three services are sent the same. */
const compiled = new Map<string, string>();

/** @returns what differs, or `null` */
async function compare(solc: Compiler, rpcUrl: string, sent: Submission): Promise<string | null> {
  const chainId = Number(await rpc(rpcUrl, "eth_chainId", []));
  if (!Number.isNaN(sent.chainId) && sent.chainId !== chainId) return `Chain ${sent.chainId}?`;
  if (!solc.version().startsWith(sent.compilerVersion)) return `Compiler ${sent.compilerVersion}?`;

  const at = sent.contractIdentifier.lastIndexOf(":");
  const [source, name] = [
    sent.contractIdentifier.slice(0, at),
    sent.contractIdentifier.slice(at + 1),
  ];
  const input = JSON.stringify({
    ...sent.input,
    settings: {
      ...sent.input.settings,
      outputSelection: {
        [source]: { [name]: ["evm.deployedBytecode", "evm.bytecode.object"] },
      },
    },
  });
  const output = JSON.parse(compiled.get(input) ?? solc.compile(input));
  compiled.set(input, JSON.stringify(output));
  const evm = output.contracts?.[source]?.[name]?.evm;
  if (!isRecord(evm)) return `It doesn't compile: ${output.errors?.[0]?.message}`;
  const object = (part: "bytecode" | "deployedBytecode") => {
    const linked = evm[part];
    return isRecord(linked) ? `0x${linked.object}` : "0x";
  };

  const code = await rpc(rpcUrl, "eth_getCode", [sent.address, "latest"]);
  if (code === "0x") return "There is no code at that address";
  const { immutableReferences } = evm.deployedBytecode as Pick<CompiledCode, "immutableReferences">;
  const expected = {
    deployedBytecode: object("deployedBytecode"),
    ...(immutableReferences && { immutableReferences }),
  };
  if (!isCodeOf(expected, String(code))) return "The code on chain is another one";
  if (sent.constructorArguments !== null) {
    const creation = await creationData(rpcUrl, sent.address);
    if (creation !== object("bytecode") + sent.constructorArguments) {
      return "The constructor was given other arguments";
    }
  }
  return null;
}

async function creationData(rpcUrl: string, address: string): Promise<string | null> {
  const head = Number(await rpc(rpcUrl, "eth_blockNumber", []));
  for (let number = 0; number <= head; number += 1) {
    const block = await rpc(rpcUrl, "eth_getBlockByNumber", [`0x${number.toString(16)}`, true]);
    const transactions =
      isRecord(block) && Array.isArray(block.transactions) ? block.transactions : [];
    for (const { hash, to, input } of transactions) {
      if (to) continue;
      const receipt = await rpc(rpcUrl, "eth_getTransactionReceipt", [hash]);
      const created = isRecord(receipt) ? String(receipt.contractAddress) : "";
      if (created.toLowerCase() === address.toLowerCase()) return input;
    }
  }
  return null;
}

async function rpc(url: string, method: string, params: readonly unknown[]): Promise<unknown> {
  const ask = () =>
    fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    });
  // Compiling blocks this process for seconds, in which the node closes the idle connection.
  const response = await ask().catch(ask);
  return ((await response.json()) as { result: unknown }).result;
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

async function listen(server: Server): Promise<string> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("Not listening on a port");
  return `http://127.0.0.1:${address.port}`;
}
