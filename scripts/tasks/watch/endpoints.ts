import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import {
  endpointVariable,
  isNetworkName,
  networks,
  secondEndpointVariable,
} from "../../../networks.ts";
import { isRehearsal } from "../record/sale.ts";
import { hostAt, NONE, secondUrl } from "../record/second-endpoint.ts";
import { operatorOf, parseRpcUrls } from "../shared/rpc-urls.ts";
import { readPageEnv } from "../shared/site-url.ts";
import { TaskError } from "../shared/task-action.ts";

/** An endpoint that is watched. */
export interface WatchedEndpoint {
  /** Its host, as people know it: what follows may be a key. */
  readonly name: string;
  readonly url: string;
}

/**
 * What the tasks ask, and what visitors' pages ask: the network's own endpoint, its second one or else the public ones,
 * and those of `VITE_RPC_URLS`.
 * @throws if a setting is no URL, and for a live network with one endpoint, unless a setting says that one has to do
 */
export async function watchedEndpoints(
  hre: HardhatRuntimeEnvironment,
  network: string,
): Promise<readonly WatchedEndpoint[]> {
  const config = hre.config.networks[network];
  if (config?.type !== "http") throw new TaskError(`${network} has no endpoint to watch`);
  const own = await config.url.getUrl();
  const chosen = await secondUrl(hre, network);
  const publicOnes =
    isNetworkName(network) && !isRehearsal(network) ? networks[network].rpcUrls : [];
  const second = chosen === NONE ? [] : chosen === "" ? publicOnes : [chosen];
  // The settings of a build for another network say nothing of a chain on this machine.
  const list =
    network === "localhost" ? "" : readPageEnv(network, hre.config.paths.root).VITE_RPC_URLS;
  const urls = [own, ...second, ...(list ? parseRpcUrls(list) : [])];
  const operators = urls.map(operatorOf);
  const endpoints = named(urls.filter((_, at) => operators.indexOf(operators[at] ?? "") === at));
  if (endpoints.length < 2 && chosen !== NONE && !isRehearsal(network)) {
    throw new TaskError(
      `${endpointVariable(network)} is the only endpoint of ${network}, and one alone is not believed. ` +
        `Set ${secondEndpointVariable(network)} to another provider's, or to none if one has to do.`,
    );
  }
  return endpoints;
}

/** Two of one host are told apart by a number. */
function named(urls: readonly string[]): WatchedEndpoint[] {
  const hosts = urls.map(hostAt);
  return urls.map((url, at) => {
    const host = hostAt(url);
    const before = hosts.slice(0, at).filter((other) => other === host).length;
    return { url, name: before === 0 ? host : `${host} (${before + 1})` };
  });
}
