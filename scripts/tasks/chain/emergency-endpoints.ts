import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import type { NetworkConnection } from "hardhat/types/network";
import { isNetworkName, networks } from "../../../networks.ts";
import { TaskError } from "../cli/task.ts";
import { type Endpoint, hostAt } from "./endpoint.ts";
import {
  findSecondEndpoint,
  genesisOf,
  NONE,
  ownEndpoint,
  requireSecondEndpoint,
  secondEndpointAt,
  secondUrl,
} from "./endpoints.ts";
import type { PanelEndpoint } from "./panel.ts";

/** The longest wait for an endpoint while sales are to be paused. */
export const EMERGENCY_ANSWER_MS = 4_000;
/** A full node has the state of its last 128 blocks, and one that is behind asks for the oldest. */
const BLOCKS_APART = 64;

export interface EmergencyEndpoints {
  readonly chainId: number;
  readonly endpoints: readonly [PanelEndpoint, ...PanelEndpoint[]];
}

/** The network's endpoint serves another chain than it has to. */
export class WrongChain extends TaskError {}

/**
 * The endpoints by which sales are paused. One that is dead, or far behind, is left out: the task then goes by the other
 * one's word, and says so before it asks.
 */
export async function emergencyEndpoints(
  hre: HardhatRuntimeEnvironment,
  connection: NetworkConnection,
  chainIdOf: (connection: NetworkConnection) => Promise<number>,
): Promise<EmergencyEndpoints> {
  const network = connection.networkName;
  const own = await ownEndpoint(connection);
  const others = await otherUrls(network, await secondUrl(hre, network));
  const served = chainIdOf(connection).catch((error: unknown) => {
    if (error instanceof WrongChain || others.length === 0) throw error;
    return null;
  });
  const chainId = others.length === 0 ? await served : await inTime(served, null);
  if (chainId === null) return await withoutOwn(network, own.host, others);

  const finding = findSecondEndpoint(hre, connection, chainId, { publicOnes: true });
  const found = await inTime(finding, { kind: "silent" } as const);
  if (found.kind === "silent") {
    const names = others.map(hostAt).join(" and ") || "A second endpoint";
    warn(`${names} does not answer`, [own]);
    return { chainId, endpoints: [own] };
  }
  const second =
    found.kind === "agrees"
      ? found.endpoint
      : await requireSecondEndpoint(hre, connection, chainId);
  if (second === null) return { chainId, endpoints: [own] };
  return { chainId, endpoints: await withoutLate(own, second) };
}

/** The first two of the others that answer for the network's chain. */
async function withoutOwn(
  network: string,
  dead: string,
  urls: readonly string[],
): Promise<EmergencyEndpoints> {
  // The record says of which chain a rehearsal is.
  const expected = isNetworkName(network) ? networks[network].chainId : null;
  const candidates = urls.map(async (url) => {
    const endpoint = secondEndpointAt(url, network);
    const [chainId, genesis] = await Promise.all([
      inTime(endpoint.request("eth_chainId", []).then(Number), null),
      inTime(genesisOf(endpoint), null),
    ]);
    const isAlive = chainId !== null && genesis !== null && chainId === (expected ?? chainId);
    return isAlive ? [{ endpoint, chainId, genesis }] : [];
  });
  const alive = (await Promise.all(candidates)).flat();
  const [first, second] = alive.filter(({ genesis }) => genesis === alive[0]?.genesis);
  if (first === undefined) {
    throw new TaskError(
      `Neither ${dead} nor ${urls.map(hostAt).join(" nor ")} answers. Nothing was sent. Set another endpoint.`,
    );
  }
  const endpoints =
    second === undefined
      ? ([first.endpoint] as const)
      : ([first.endpoint, second.endpoint] as const);
  warn(`${dead} does not answer`, endpoints);
  return { chainId: first.chainId, endpoints };
}

async function withoutLate(
  own: PanelEndpoint,
  second: PanelEndpoint,
): Promise<EmergencyEndpoints["endpoints"]> {
  const newest = (endpoint: Endpoint) => endpoint.request("eth_blockNumber", []).then(Number);
  const [ours, theirs] = await Promise.all([newest(own), inTime(newest(second), 0)]);
  if (Math.abs(ours - theirs) <= BLOCKS_APART) return [own, second];
  const [fresh, late] = ours > theirs ? [own, second] : [second, own];
  warn(`${late.host} is ${Math.abs(ours - theirs)} blocks behind ${fresh.host}`, [fresh]);
  return [fresh];
}

function warn(why: string, [first, second]: readonly [Endpoint, ...Endpoint[]]): void {
  const then =
    second === undefined
      ? `what ${first.host} says is not checked: the owner, the nonce, the fee, and whether sales are paused`
      : `${first.host} and ${second.host} are asked`;
  console.error(`Warning: ${why}, so ${then}.`);
}

async function otherUrls(network: string, chosen: string): Promise<readonly string[]> {
  if (chosen === NONE) return [];
  if (chosen !== "") return [chosen];
  return isNetworkName(network) ? networks[network].rpcUrls : [];
}

async function inTime<T, U>(answer: Promise<T>, otherwise: U): Promise<T | U> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<U>((resolve) => {
    timer = setTimeout(() => resolve(otherwise), EMERGENCY_ANSWER_MS);
  });
  const found = answer.catch((error: unknown) => {
    if (error instanceof WrongChain) throw error;
    return otherwise;
  });
  try {
    return await Promise.race([found, late]);
  } finally {
    clearTimeout(timer);
  }
}
