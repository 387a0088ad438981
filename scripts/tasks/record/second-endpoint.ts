import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import type { NetworkConnection } from "hardhat/types/network";
import { isNetworkName, networks, secondEndpointVariable } from "../../../networks.ts";
import { boundedBody } from "../shared/bounded-body.ts";
import { isRpcUrl, operatorOf, sharedDomain } from "../shared/rpc-urls.ts";
import { TaskError } from "../shared/task-action.ts";
import { sayingSo } from "../shared/waiting.ts";

/** A JSON-RPC endpoint. */
export interface Endpoint {
  readonly host: string;
  request(method: string, params: readonly unknown[]): Promise<unknown>;
}

/** The endpoint beside the one that a task works with. */
export interface OtherEndpoint extends Endpoint {
  /** The variable that names another in its place, as in "MAINNET_SECOND_RPC_URL". */
  readonly variable: string;
}

export type SecondEndpoint =
  /** `domain` is set if both are of one. */
  | { readonly kind: "agrees"; readonly endpoint: OtherEndpoint; readonly domain: string | null }
  /** It is another chain: one of the two lies. */
  | { readonly kind: "differs"; readonly endpoint: OtherEndpoint; readonly chainId: number }
  /** It is the first one again. */
  | { readonly kind: "same"; readonly endpoint: OtherEndpoint }
  | { readonly kind: "silent" }
  | { readonly kind: "refused" };

const ANSWER_WITHIN_MS = 10_000;
/** Of an answer, decoded: 10,000 events have some 7 MB. */
const MOST_BYTES = 50_000_000;
/** What the variable of the second endpoint says where one endpoint has to do. */
export const NONE = "none";

/**
 * The network's own second endpoint, else the first public one in networks.ts that answers, if it serves the same chain.
 * @param publicOnes whether those may be asked
 */
export async function findSecondEndpoint(
  hre: HardhatRuntimeEnvironment,
  connection: NetworkConnection,
  chainId: number,
  { publicOnes }: { readonly publicOnes: boolean },
): Promise<SecondEndpoint> {
  const network = connection.networkName;
  const own = await urlOf(connection);
  const chosen = await secondUrl(hre, network);
  if (chosen === NONE) return { kind: "refused" };
  const known = publicOnes && isNetworkName(network) ? networks[network].rpcUrls : [];
  const isOwn = (url: string) => own !== "" && operatorOf(url) === operatorOf(own);
  const urls = chosen === "" ? known.filter((url) => !isOwn(url)) : [chosen];

  for (const url of urls) {
    const endpoint = endpointAt(url, secondEndpointVariable(network));
    if (isOwn(url)) return { kind: "same", endpoint };
    try {
      const [found, theirs, ours] = await Promise.all([
        endpoint.request("eth_chainId", []).then(Number),
        genesisOf(endpoint),
        genesisOf({
          request: (method, params) => connection.provider.request({ method, params: [...params] }),
        }),
      ]);
      if (found === chainId && theirs === ours) {
        const domain = sharedDomain(url, own);
        return { kind: "agrees", endpoint, domain };
      }
      return { kind: "differs", endpoint, chainId: found };
    } catch {
      // The next one may answer.
    }
  }
  return { kind: "silent" };
}

/**
 * From the environment or the keystore, which is asked for it only if it has it.
 * @returns an empty text if it is not set
 * @throws a `TaskError` if it is neither a URL nor `none`; it may be a key, and is not repeated
 */
export async function secondUrl(hre: HardhatRuntimeEnvironment, network: string): Promise<string> {
  const second = hre.config.networks[`${network}-second`];
  const url = second?.type === "http" ? await second.url.get() : "";
  if (url !== "" && url !== NONE && !isRpcUrl(url)) {
    throw new TaskError(
      `${secondEndpointVariable(network)} is neither an http(s) URL nor ${NONE}.`,
    );
  }
  return url;
}

async function urlOf({ networkConfig }: NetworkConnection): Promise<string> {
  return networkConfig.type === "http" ? await networkConfig.url.getUrl() : "";
}

/** @returns the connection's own endpoint as people know it: what follows the host may be a key */
export async function hostOf(connection: NetworkConnection): Promise<string> {
  return URL.parse(await urlOf(connection))?.host ?? connection.networkName;
}

/**
 * The second endpoint of a live network, without which nothing is believed there.
 * @returns `null` if its variable says that one has to do
 */
export async function requireSecondEndpoint(
  hre: HardhatRuntimeEnvironment,
  connection: NetworkConnection,
  chainId: number,
): Promise<OtherEndpoint | null> {
  const found = await findSecondEndpoint(hre, connection, chainId, { publicOnes: true });
  const network = connection.networkName;
  const variable = secondEndpointVariable(network);
  switch (found.kind) {
    case "agrees":
      if (found.domain !== null) {
        console.error(
          `Warning: both endpoints are of ${found.domain}. If one company runs both, it can lie by both: set ${variable} to another one's.`,
        );
      }
      return found.endpoint;
    case "refused":
      console.error(
        `Warning: ${variable} is none, so what ${await hostOf(connection)} says is not checked.`,
      );
      return null;
    case "same":
      throw new TaskError(
        `${variable} is the endpoint of ${network} itself. Set it to another provider's.`,
      );
    case "differs":
      throw new TaskError(
        `${found.endpoint.host} serves chain ${found.chainId} with another genesis. Find out which one lies.`,
      );
    case "silent":
      throw new TaskError(
        `No second endpoint answers for ${network}, and one alone is not believed. ` +
          `Set ${variable} to another provider's, or to none if one has to do.`,
      );
  }
}

async function genesisOf({ request }: Pick<Endpoint, "request">): Promise<string> {
  const block = (await request("eth_getBlockByNumber", ["0x0", false])) as { hash: string };
  return block.hash;
}

function endpointAt(url: string, variable: string): OtherEndpoint {
  const host = hostAt(url);
  return {
    host,
    variable,
    request: (method, params) =>
      sayingSo(`${host} to answer ${method}`, () => askEndpoint(url, method, params)),
  };
}

/** @returns an endpoint's host, as people know it: what follows may be a key */
export function hostAt(url: string): string {
  return new URL(url).host;
}

/**
 * Asks an endpoint that is not the connection's own, and waits for 10 s at most.
 * @param signal ends the wait
 * @throws what it says in place of a result, or why it says nothing
 */
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
  // A connection that was idle for some seconds may have been closed unnoticed.
  const response = await post().catch((error: unknown) => {
    if (error instanceof TypeError) return post();
    throw error;
  });
  const body = await boundedBody(response, MOST_BYTES);
  const { result, error } = JSON.parse(body.toString()) as {
    result?: unknown;
    error?: { message?: string };
  };
  if (result === undefined) throw new Error(error?.message ?? "it gives no result");
  return result;
}
