import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import type { NetworkConnection } from "hardhat/types/network";
import {
  endpointVariable,
  liveNetworkNames,
  networks,
  secondEndpointVariable,
} from "../../../networks.ts";
import { isRpcUrl, operatorOf, parseRpcUrls, sharedDomain } from "../../shared/rpc-urls.ts";
import { readPageEnv } from "../../shared/site-url.ts";
import { oneLine, TaskError } from "../cli/task.ts";
import { type Endpoint, endpointAt, hostAt } from "./endpoint.ts";
import type { Endpoints, PanelEndpoint } from "./panel.ts";
import { OverQuota } from "./quota.ts";
import { answered } from "./waiting.ts";

export type SecondEndpoint =
  /** `domain` is the domain that both hosts share, or `null`. */
  | { readonly kind: "agrees"; readonly endpoint: PanelEndpoint; readonly domain: string | null }
  | { readonly kind: "wrong"; readonly text: string }
  | { readonly kind: "silent" }
  | { readonly kind: "refused" };

/** The value that allows a single endpoint. */
const NONE = "none";

/** Returns the configured second endpoint, else the first public one that answers. */
export async function findSecondEndpoint(
  hre: HardhatRuntimeEnvironment,
  own: OwnEndpoint,
  chainId: number,
): Promise<SecondEndpoint> {
  const { network } = own;
  const chosen = await secondUrl(hre, network);
  if (chosen === NONE) return { kind: "refused" };
  for (const url of othersOf(chosen, network)) {
    const isOwn = own.url !== "" && operatorOf(url) === operatorOf(own.url);
    if (isOwn && url !== chosen) continue;
    if (isOwn) {
      const text = `${secondEndpointVariable(network)} is the endpoint of ${network} itself. Set it to another provider's.`;
      return { kind: "wrong", text };
    }
    const endpoint = secondEndpointAt(url, network);
    try {
      const [{ chainId: found, genesis: theirs }, ours] = await Promise.all([
        servedBy(endpoint),
        genesisOf(own),
      ]);
      if (found === chainId && theirs === ours) {
        return { kind: "agrees", endpoint, domain: sharedDomain(url, own.url) };
      }
      const text = `${endpoint.host} serves chain ${found} with another genesis block. Find out which endpoint is wrong.`;
      return { kind: "wrong", text };
    } catch {
      // The next public endpoint may answer.
    }
  }
  return { kind: "silent" };
}

/**
 * Returns "" if nothing is set.
 * @throws a `TaskError` without the value, which may be a key
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

/** A local network has no public endpoints. */
export function othersOf(chosen: string, network: string): readonly string[] {
  if (chosen === NONE) return [];
  if (chosen !== "") return [chosen];
  const live = liveNetworkNames.find((name) => name === network);
  return live === undefined ? [] : networks[live].rpcUrls;
}

/** Warns if what the endpoints say is not checked by another company's. */
export function believed(own: OwnEndpoint, found: SecondEndpoint): Endpoints {
  const { network, host } = own;
  const variable = secondEndpointVariable(network);
  switch (found.kind) {
    case "agrees":
      if (found.domain !== null) {
        console.error(
          `Warning: both endpoints belong to ${found.domain}. If one company runs both, nothing checks its answers: set ${variable} to another provider's.`,
        );
      }
      return [own, found.endpoint];
    case "refused":
      console.error(`Warning: ${variable} is none, so nothing checks the answers of ${host}.`);
      return [own];
    case "wrong":
      throw new TaskError(found.text);
    case "silent":
      throw new TaskError(
        `No second endpoint answers for ${network}, and tasks need two that agree. ` +
          `Set ${variable} to another provider's, or to none to trust one endpoint.`,
      );
  }
}

export async function servedBy(endpoint: Endpoint) {
  const [chainId, genesis] = await Promise.all([
    endpoint.request("eth_chainId", []).then(Number),
    genesisOf(endpoint),
  ]);
  return { chainId, genesis };
}

async function genesisOf({ request }: Pick<Endpoint, "request">): Promise<string> {
  const block = (await request("eth_getBlockByNumber", ["0x0", false])) as { hash: string };
  return block.hash;
}

export interface OwnEndpoint extends PanelEndpoint {
  readonly network: string;
  /** Empty for a chain in this process. */
  readonly url: string;
}

/** The endpoint that Hardhat is connected to. */
export async function ownEndpoint({
  networkConfig,
  networkName: network,
  provider,
}: NetworkConnection): Promise<OwnEndpoint> {
  const url = networkConfig.type === "http" ? await networkConfig.url.getUrl() : "";
  const host = URL.parse(url)?.host ?? network;
  return {
    network,
    url,
    host,
    isVetted: true,
    isOwn: true,
    async request(method, params) {
      const ask = () =>
        answered(host, method, () => provider.request({ method, params: [...params] }));
      try {
        return await ask();
      } catch (error) {
        // An endpoint may have closed an idle connection. It may also have taken a transaction.
        if (/Failed to make POST/.test(oneLine(error)) && !/^eth_send/.test(method))
          return await ask();
        throw error;
      }
    },
  };
}

/** Its errors name the variable that sets another endpoint. */
export function secondEndpointAt(url: string, network: string): PanelEndpoint {
  const endpoint = endpointAt(url);
  const { host } = endpoint;
  const variable = secondEndpointVariable(network);
  return {
    ...endpoint,
    isVetted: true,
    explain: (method, error) =>
      new TaskError(
        (error instanceof OverQuota
          ? `${error.message}, and nothing checks the first endpoint. Wait a few minutes, or set `
          : `${host}, the second endpoint, fails at ${method}: ${oneLine(error)}. Set `) +
          `${variable} to another one.`,
      ),
  };
}

export interface WatchedEndpoint {
  readonly host: string;
  readonly url: string;
}

/**
 * Returns the network's own endpoint, the second or public ones, and those in `VITE_RPC_URLS`.
 * @throws if a setting is not a URL, or if only one endpoint is left without permission
 */
export async function watchedEndpoints(
  hre: HardhatRuntimeEnvironment,
  network: string,
): Promise<readonly WatchedEndpoint[]> {
  const config = hre.config.networks[network];
  if (config?.type !== "http") throw new TaskError(`${network} has no endpoint to watch`);
  const own = await config.url.getUrl();
  const chosen = await secondUrl(hre, network);
  const second = othersOf(chosen, network);
  const list =
    network === "localhost" ? "" : readPageEnv(network, hre.config.paths.root).VITE_RPC_URLS;
  const urls = [own, ...second, ...(list ? parseRpcUrls(list) : [])];
  const operators = urls.map(operatorOf);
  const endpoints = named(urls.filter((_, at) => operators.indexOf(operators[at] ?? "") === at));
  if (
    endpoints.length < 2 &&
    chosen !== NONE &&
    liveNetworkNames.some((name) => name === network)
  ) {
    throw new TaskError(
      `${endpointVariable(network)} is the only endpoint of ${network}, and tasks need two that agree. ` +
        `Set ${secondEndpointVariable(network)} to another provider's, or to none to trust one endpoint.`,
    );
  }
  return endpoints;
}

function named(urls: readonly string[]): WatchedEndpoint[] {
  const hosts = urls.map(hostAt);
  return urls.map((url, at) => {
    const host = hostAt(url);
    const before = hosts.slice(0, at).filter((other) => other === host).length;
    return { url, host: before === 0 ? host : `${host} (${before + 1})` };
  });
}
