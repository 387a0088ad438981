import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import type { NetworkConnection } from "hardhat/types/network";
import { isNetworkName, networks } from "../../../networks.ts";
import { TaskError } from "../shared/task-action.ts";
import {
  findSecondEndpoint,
  hostAt,
  hostOf,
  NONE,
  type OtherEndpoint,
  requireSecondEndpoint,
  type SecondEndpoint,
  secondUrl,
} from "./second-endpoint.ts";

/** What an endpoint has to answer within while sales are to be paused. */
const ANSWER_WITHIN_MS = 4_000;
/** A full node has the state of its last 128 blocks, of which one behind asks for the oldest. */
const BLOCKS_APART = 64;

export interface EmergencyEndpoints {
  readonly connection: NetworkConnection;
  readonly chainId: number;
  /** `null` if one endpoint has to do. */
  readonly second: OtherEndpoint | null;
}

/** What the caller opens and reads a connection with. */
interface Opening {
  /** @param override of the network's configuration */
  open(override: { readonly url?: string; readonly timeout: number }): Promise<NetworkConnection>;
  chainIdOf(connection: NetworkConnection): Promise<number>;
}

/**
 * The endpoints by which sales are paused. One that is dead, or far behind, is left out: the other one's word then has to do,
 * which is said before the question.
 */
export async function emergencyEndpoints(
  hre: HardhatRuntimeEnvironment,
  network: string,
  { open, chainIdOf }: Opening,
): Promise<EmergencyEndpoints> {
  const timeout = ANSWER_WITHIN_MS;
  const connection = await open({ timeout });
  const host = await hostOf(connection);
  const chosen = await secondUrl(hre, network);
  const others = await otherUrls(network, chosen);

  const served = chainIdOf(connection).catch((error: unknown) => {
    if (error instanceof WrongChain || others.length === 0) throw error;
    return null;
  });
  const chainId = others.length === 0 ? await served : await inTime(served, null);
  if (chainId === null) {
    for (const url of others) {
      const standIn = await open({ url, timeout });
      const served = await chainIdOf(standIn).catch(() => null);
      if (served === null) continue;
      const found = await within(findSecondEndpoint(hre, standIn, served, { publicOnes: true }));
      const second = found.kind === "agrees" ? found.endpoint : null;
      warn(`${host} does not answer`, second, hostAt(url));
      return { connection: standIn, chainId: served, second };
    }
    throw new TaskError(
      `Neither ${host} nor ${others.map(hostAt).join(" nor ")} answers. Nothing was sent. Set another endpoint.`,
    );
  }

  const found = await within(findSecondEndpoint(hre, connection, chainId, { publicOnes: true }));
  if (found.kind === "silent") {
    warn(`${others.map(hostAt).join(" and ") || "A second endpoint"} does not answer`, null, host);
    return { connection, chainId, second: null };
  }
  if (found.kind !== "agrees") {
    const second = await requireSecondEndpoint(hre, connection, chainId);
    return { connection, chainId, second };
  }
  const second = found.endpoint;
  const [own, other] = await Promise.all([
    connection.provider.request({ method: "eth_blockNumber" }).then(Number),
    within(second.request("eth_blockNumber", []).then(Number), 0),
  ]);
  if (own - other > BLOCKS_APART) {
    warn(`${second.host} is ${own - other} blocks behind ${host}`, null, host);
    return { connection, chainId, second: null };
  }
  const fresher = others.find((url) => hostAt(url) === second.host);
  if (other - own > BLOCKS_APART && fresher !== undefined) {
    warn(`${host} is ${other - own} blocks behind ${second.host}`, null, second.host);
    return { connection: await open({ url: fresher, timeout }), chainId, second: null };
  }
  return { connection, chainId, second };
}

/** The network's endpoint serves another chain than it has to. */
export class WrongChain extends TaskError {}

function warn(why: string, second: OtherEndpoint | null, host: string): void {
  const then =
    second === null
      ? `what ${host} says is not checked: the owner, the nonce, the fee, and whether sales are paused`
      : `${host} and ${second.host} are asked`;
  console.error(`Warning: ${why}, so ${then}.`);
}

async function otherUrls(network: string, chosen: string): Promise<readonly string[]> {
  if (chosen === NONE) return [];
  if (chosen !== "") return [chosen];
  return isNetworkName(network) ? networks[network].rpcUrls : [];
}

async function within(found: Promise<SecondEndpoint>): Promise<SecondEndpoint>;
async function within<T>(answer: Promise<T>, otherwise: T): Promise<T>;
async function within<T>(answer: Promise<T>, otherwise: T = { kind: "silent" } as T): Promise<T> {
  return await inTime(
    answer.catch(() => otherwise),
    otherwise,
  );
}

async function inTime<T>(answer: Promise<T>, otherwise: T): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<T>((resolve) => {
    timer = setTimeout(() => resolve(otherwise), ANSWER_WITHIN_MS);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
