import { setTimeout as pause } from "node:timers/promises";
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import type { NetworkConnection } from "hardhat/types/network";
import { isNetworkName, liveNetworkNames, networks } from "../../../networks.ts";
import { TaskError } from "../cli/task.ts";
import { describeError } from "./describe-error.ts";
import { type Endpoint, hostAt } from "./endpoint.ts";
import {
  believed,
  findSecondEndpoint,
  type OwnEndpoint,
  othersOf,
  ownEndpoint,
  secondEndpointAt,
  secondUrl,
  servedBy,
} from "./endpoints.ts";
import { BLOCKS_APART, type Endpoints } from "./panel.ts";

export const EMERGENCY_ANSWER_MS = 4_000;

interface ConnectedEndpoints {
  readonly chainId: number;
  /**
   * The search for a second endpoint. Rejects only after the chain id is known, because the user
   * should see the first endpoint's errors first.
   */
  readonly finding: Promise<Endpoints>;
}

class WrongChain extends TaskError {}

/** The connection's own endpoint, plus a second one on a live network. */
export async function connectedEndpoints(
  hre: HardhatRuntimeEnvironment,
  connection: NetworkConnection,
): Promise<ConnectedEndpoints> {
  const own = await ownEndpoint(connection);
  const network = liveNetworkNames.find((name) => name === own.network);
  if (network === undefined) {
    return { chainId: await connectedChainId(own), finding: Promise.resolve([own]) };
  }
  const found = findSecondEndpoint(hre, own, networks[network].chainId);
  found.catch(() => {});
  const chainId = await connectedChainId(own);
  const finding = found.then((second) => believed(own, second));
  finding.catch(() => {});
  return { chainId, finding };
}

/** Returns the endpoints that answer, for an emergency pause. Warns about each of the others. */
export async function emergencyEndpoints(
  hre: HardhatRuntimeEnvironment,
  connection: NetworkConnection,
): Promise<ConnectedEndpoints> {
  const own = await ownEndpoint(connection);
  const { network } = own;
  const others = othersOf(await secondUrl(hre, network), network);
  const connected = connectedChainId(own);
  const chainId = others.length === 0 ? await connected : await inTime(connected);
  if (chainId === null) return await withoutOwn(network, own.host, others);
  const by = (endpoints: Endpoints) => ({ chainId, finding: Promise.resolve(endpoints) });

  const found = await inTime(findSecondEndpoint(hre, own, chainId));
  if (found === null || found.kind === "silent") {
    const names = others.map(hostAt).join(" and ") || "A second endpoint";
    warn(`${names} does not answer`, [own]);
    return by([own]);
  }
  return by(await withoutLate(believed(own, found)));
}

async function withoutOwn(
  network: string,
  dead: string,
  urls: readonly string[],
): Promise<ConnectedEndpoints> {
  // A rehearsal may use any chain id; its record names it.
  const expected = isNetworkName(network) ? networks[network].chainId : null;
  const candidates = urls.map(async (url) => {
    const endpoint = secondEndpointAt(url, network);
    const served = await inTime(servedBy(endpoint));
    const isAlive = served !== null && served.chainId === (expected ?? served.chainId);
    return isAlive ? [{ endpoint, ...served }] : [];
  });
  const alive = (await Promise.all(candidates)).flat();
  const [first, second] = alive.filter(({ genesis }) => genesis === alive[0]?.genesis);
  if (first === undefined) {
    throw new TaskError(
      `Neither ${dead} nor ${urls.map(hostAt).join(" nor ")} answers. Nothing was sent. Set another endpoint.`,
    );
  }
  const endpoints: Endpoints = second ? [first.endpoint, second.endpoint] : [first.endpoint];
  warn(`${dead} does not answer`, endpoints);
  return { chainId: first.chainId, finding: Promise.resolve(endpoints) };
}

async function withoutLate([own, second]: Endpoints): Promise<Endpoints> {
  if (second === undefined) return [own];
  const newest = (endpoint: Endpoint) => endpoint.request("eth_blockNumber", []).then(Number);
  const [ours, theirs] = await Promise.all([newest(own), inTime(newest(second))]);
  const apart = Math.abs(ours - (theirs ?? 0));
  if (apart <= BLOCKS_APART) return [own, second];
  const [fresh, late] = ours > (theirs ?? 0) ? [own, second] : [second, own];
  warn(`${late.host} is ${apart} blocks behind ${fresh.host}`, [fresh]);
  return [fresh];
}

function warn(why: string, [first, second]: Endpoints): void {
  const then =
    second === undefined
      ? `what ${first.host} says is not checked: the owner, the nonce, the fee, and whether sales are paused`
      : `${first.host} and ${second.host} are asked`;
  console.error(`Warning: ${why}, so ${then}.`);
}

async function inTime<T>(answer: Promise<T>): Promise<T | null> {
  const found = answer.catch((error: unknown) => {
    if (error instanceof WrongChain) throw error;
    return null;
  });
  return await Promise.race([found, pause(EMERGENCY_ANSWER_MS, null, { ref: false })]);
}

export async function connectedChainId({ network: name, request }: OwnEndpoint): Promise<number> {
  let chainId: number;
  try {
    chainId = Number(await request("eth_chainId", []));
  } catch (error) {
    const reason = describeError(error);
    if (/is not set/.test(reason)) throw error;
    const served = /connected to a chain with id "(\d+)"/.exec(reason)?.[1];
    if (served !== undefined) throw new WrongChain(wrongChain(name, served));
    const ways =
      name === "localhost"
        ? "Start it with npm start. Set CHAIN_PORT if its port is not 8545."
        : "Is a node running there, and is its URL right?";
    throw new TaskError(
      reason
        .replace("The endpoint", `The endpoint of ${name}`)
        .replace("Is a node running there, and is its URL right?", ways),
    );
  }
  if (isNetworkName(name) && networks[name].chainId !== chainId) {
    throw new WrongChain(wrongChain(name, String(chainId)));
  }
  return chainId;
}

function wrongChain(name: string, actual: string): string {
  const expected = isNetworkName(name) ? networks[name].chainId : "the expected one";
  return `The endpoint of ${name} serves chain ${actual}, not ${expected}. Check its URL.`;
}
