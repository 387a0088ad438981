import { getCreateAddress } from "ethers";
import { askEndpoint } from "../../../scripts/tasks/chain/endpoint.ts";
import { type CompiledCode, isCodeOf } from "../../../scripts/tasks/record/runtime-code.ts";
import { startHttpServer } from "../../support/http-server.ts";

type Service = "sourcify" | "etherscan" | "blockscout";

/**
 * Mocks of Sourcify (API 2), Etherscan (API 2) and Blockscout. They compile the sent sources,
 * compare the result with the chain, and reject partial matches.
 */
export interface VerificationServices {
  readonly sourcifyUrl: string;
  readonly etherscanUrl: string;
  readonly blockscoutUrl: string;
  /** The settings of `ticket verify` for all three. */
  readonly env: Readonly<Record<string, string>>;
  /** Entries such as "sourcify 0x…", in order. */
  readonly verified: readonly string[];
  readonly refused: Set<Service>;
  close(): Promise<void>;
}

export const ETHERSCAN_KEY = "rehearsal-key";

interface Submission {
  /** `null` if the service requires no chain id. */
  readonly chainId: number | null;
  readonly address: string;
  readonly compilerVersion: string;
  readonly contractIdentifier: string;
  readonly input: { readonly settings: object };
  readonly constructorArguments: string | null;
}

interface Judge {
  isVerified(service: Service, address: string): boolean;
  submit(service: Service, sent: Submission): Promise<string>;
  /** Returns the problem; `null` if there is none, `undefined` for an unknown job. */
  outcome(id: string): string | null | undefined;
}

interface Asked {
  readonly method: string;
  readonly url: URL;
  readonly body: string;
}

/** Status 200 by default. */
interface Reply {
  readonly status?: number;
  readonly json: unknown;
}

export async function startVerificationServices(rpcUrl: string): Promise<VerificationServices> {
  const verified: string[] = [];
  const refused: VerificationServices["refused"] = new Set();
  const jobs = new Map<string, string | null>();
  const judge: Judge = {
    isVerified: (service, address) => verified.includes(`${service} ${address}`),
    async submit(service, sent) {
      const error = refused.has(service) ? "Refused for the test" : await compare(rpcUrl, sent);
      const entry = `${service} ${sent.address}`;
      if (error === null && !verified.includes(entry)) verified.push(entry);
      const id = `${service}-${jobs.size + 1}`;
      jobs.set(id, error);
      return id;
    },
    outcome: (id) => jobs.get(id),
  };
  const reply = async (asked: Asked): Promise<Reply> => {
    const { pathname } = asked.url;
    if (pathname.startsWith("/sourcify/")) return await answerSourcify(judge, asked);
    if (pathname === "/etherscan") return await answerEtherscan(judge, "etherscan", asked);
    if (pathname === "/blockscout/api") return await answerEtherscan(judge, "blockscout", asked);
    return { status: 404, json: { message: "No such service" } };
  };
  const { port, close } = await startHttpServer(async (request, response, body) => {
    const { method = "", url = "/" } = request;
    const asked = { method, url: new URL(url, "http://127.0.0.1"), body };
    const { status = 200, json } = await reply(asked);
    // Compilation blocks for seconds, and a kept connection would time out.
    response.writeHead(status, { connection: "close" }).end(JSON.stringify(json));
  });
  const url = `http://127.0.0.1:${port}`;
  const [sourcifyUrl, etherscanUrl] = [`${url}/sourcify`, `${url}/etherscan`];
  const blockscoutUrl = `${url}/blockscout/api`;
  return {
    sourcifyUrl,
    etherscanUrl,
    blockscoutUrl,
    env: {
      SOURCIFY_API_URL: sourcifyUrl,
      ETHERSCAN_API_URL: etherscanUrl,
      ETHERSCAN_API_KEY: ETHERSCAN_KEY,
      BLOCKSCOUT_API_URL: blockscoutUrl,
    },
    verified,
    refused,
    close,
  };
}

/**
 * `/sourcify/v2/contract/<chain>/<address>`, `/sourcify/v2/verify/<job>`,
 * `/sourcify/v2/verify/<chain>/<address>`.
 */
async function answerSourcify(judge: Judge, { method, url, body }: Asked): Promise<Reply> {
  const [, , , kind, first = "", address = ""] = url.pathname.split("/");
  if (method === "GET" && kind === "contract") {
    const known = judge.isVerified("sourcify", address);
    return { status: known ? 200 : 404, json: { match: known ? "exact_match" : null } };
  }
  if (method === "GET") {
    const error = judge.outcome(first);
    if (error === undefined) return { status: 404, json: { message: "No such job" } };
    const contract = { match: error === null ? "exact_match" : null };
    const failure = error !== null && { error: { customCode: "no_match", message: error } };
    return { json: { isJobCompleted: true, contract, ...failure } };
  }
  const { compilerVersion, contractIdentifier, stdJsonInput: input } = JSON.parse(body);
  const sent = { chainId: Number(first), address, compilerVersion, contractIdentifier, input };
  const verificationId = await judge.submit("sourcify", { ...sent, constructorArguments: null });
  return { status: 202, json: { verificationId } };
}

async function answerEtherscan(
  judge: Judge,
  service: Service,
  { method, url, body }: Asked,
): Promise<Reply> {
  const refuse = (result: string) => ({ json: { status: "0", message: "NOTOK", result } });
  const accept = (result: string) => ({ json: { status: "1", message: "OK", result } });
  if (service === "etherscan" && url.searchParams.get("apikey") !== ETHERSCAN_KEY) {
    return refuse("Invalid API Key");
  }
  if (method === "GET") {
    const error = judge.outcome(url.searchParams.get("guid") ?? "");
    if (error === undefined) return refuse("Unknown UID");
    return error === null ? accept("Pass - Verified") : refuse(`Fail - Unable to verify: ${error}`);
  }
  const form = new URLSearchParams(body);
  const field = (name: string) => form.get(name) ?? "";
  const address = field("contractaddress");
  if (judge.isVerified(service, address)) return refuse("Contract source code already verified");
  if (field("codeformat") !== "solidity-standard-json-input") return refuse("Bad codeformat");
  const chainId = url.searchParams.get("chainid");
  const sent: Submission = {
    chainId: chainId === null ? null : Number(chainId),
    address,
    compilerVersion: field("compilerversion").replace(/^v/, ""),
    contractIdentifier: field("contractname"),
    input: JSON.parse(field("sourceCode")),
    constructorArguments: form.get("constructorArguements"),
  };
  return accept(await judge.submit(service, sent));
}

interface Compiler {
  compile(input: string): string;
  version(): string;
}

interface Evm {
  readonly bytecode: { readonly object: string };
  readonly deployedBytecode: Pick<CompiledCode, "immutableReferences"> & {
    readonly object: string;
  };
}

const compiled = new Map<string, string>();

async function compare(rpcUrl: string, sent: Submission): Promise<string | null> {
  const name: string = "solc";
  const { default: solc } = (await import(name)) as { default: Compiler };
  const ask = (method: string, params: readonly unknown[]) => askEndpoint(rpcUrl, method, params);
  const chainId = Number(await ask("eth_chainId", []));
  if (sent.chainId !== null && sent.chainId !== chainId) return `Chain ${sent.chainId}?`;
  if (!solc.version().startsWith(sent.compilerVersion)) return `Compiler ${sent.compilerVersion}?`;

  const [, source = "", contract = ""] = /^(.*):(.*)$/.exec(sent.contractIdentifier) ?? [];
  const outputSelection = {
    [source]: { [contract]: ["evm.deployedBytecode", "evm.bytecode.object"] },
  };
  const settings = { ...sent.input.settings, outputSelection };
  const input = JSON.stringify({ ...sent.input, settings });
  const text = compiled.get(input) ?? solc.compile(input);
  compiled.set(input, text);
  const output = JSON.parse(text);
  const evm: Evm | undefined = output.contracts?.[source]?.[contract]?.evm;
  if (evm === undefined) return `It doesn't compile: ${output.errors?.[0]?.message}`;

  const code = String(await ask("eth_getCode", [sent.address, "latest"]));
  if (code === "0x") return "There is no code at that address";
  const { object, ...references } = evm.deployedBytecode;
  const expected = { deployedBytecode: `0x${object}`, ...references };
  if (!isCodeOf(expected, code)) return "The code on chain is another one";
  if (sent.constructorArguments === null) return null;
  const creation = `0x${evm.bytecode.object}${sent.constructorArguments}`;
  if ((await creationData(ask, sent.address)) === creation) return null;
  return "The constructor was given other arguments";
}

interface SentTransaction {
  readonly from: string;
  readonly nonce: string;
  readonly to: string | null;
  readonly input: string;
}

async function creationData(
  ask: (method: string, params: readonly unknown[]) => Promise<unknown>,
  address: string,
): Promise<string | null> {
  const head = Number(await ask("eth_blockNumber", []));
  for (let number = 0; number <= head; number += 1) {
    const block = await ask("eth_getBlockByNumber", [`0x${number.toString(16)}`, true]);
    const { transactions } = block as { readonly transactions: readonly SentTransaction[] };
    const made = transactions.find(
      ({ to, from, nonce }) =>
        to === null && getCreateAddress({ from, nonce: Number(nonce) }) === address,
    );
    if (made !== undefined) return made.input;
  }
  return null;
}
