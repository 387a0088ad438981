import type { Provider } from "ethers";
import { getAddress, keccak256, ZeroAddress } from "ethers";
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import type { NetworkConnection } from "hardhat/types/network";
import {
  type Currency,
  currencyOf,
  isNetworkName,
  networkNames,
  networks,
} from "../../../networks.ts";
import type { Ticket } from "../../../typechain-types/contracts/Ticket.ts";
import { Ticket__factory } from "../../../typechain-types/factories/contracts/Ticket__factory.ts";
import { describeError, oneLine, TaskError } from "../shared/task-action.ts";
import { emergencyEndpoints, WrongChain } from "./emergency-endpoints.ts";
import { proveRecord } from "./prove-record.ts";
import { type DeploymentRecord, readRecord, recordRemedy } from "./record.ts";
import { missingField } from "./record-shape.ts";
import { type Endpoint, requireSecondEndpoint } from "./second-endpoint.ts";
import { ownEndpoint, withSecondOpinion } from "./second-opinion.ts";
import { type Signer, signerOfKey, unlockedSigner } from "./signer.ts";
import { type KeyHolder, type SigningKey, signingKey } from "./signing-keys.ts";
import { assertPlainFiles } from "./tracked-files.ts";

/** Networks for trying things out: unlocked accounts, default arguments, no question asked, one confirmation. */
const REHEARSALS: readonly string[] = ["localhost", "rehearsal"];

export function isRehearsal(network: string): boolean {
  return REHEARSALS.includes(network);
}

/** A deployed sale, as its record says and as the chain has confirmed. */
export interface Sale {
  readonly hre: HardhatRuntimeEnvironment;
  readonly network: string;
  readonly chainId: number;
  /** What prices, proceeds and fees are paid in. */
  readonly currency: Currency;
  /** Whether real money may be meant: a question is asked before anything is sent. */
  readonly live: boolean;
  /** Whether the task only shows what it would do: it sends nothing, writes no file and asks for no key. */
  readonly dryRun: boolean;
  /** Whether a second endpoint has to agree with all that is read. */
  readonly checked: boolean;
  readonly root: string;
  /** Wei for one unit of gas, at most; of a network where it matters. */
  readonly feeCap: bigint | undefined;
  readonly record: DeploymentRecord;
  readonly provider: Provider;
  /** Reads only. */
  readonly ticket: Ticket;
  /** One JSON-RPC call that only reads, for what ethers has no method for. */
  request(method: string, params: readonly unknown[]): Promise<unknown>;
  /** Each asked by itself, and compared with no other. The first takes what is sent. */
  readonly endpoints: readonly [Endpoint, ...Endpoint[]];
  /** Reads from here on are of the newest block that every endpoint asked has, which is not older than `block`. */
  refresh(block?: number): Promise<void>;
  /** The same, and waits for no endpoint. @returns the block's number */
  renew(): Promise<number>;
  /** The accounts that can sign here: that of the owner's key or the deployer's, or a local node's unlocked ones. Reading needs none. */
  signers(holder?: KeyHolder): Promise<readonly Signer[]>;
  /** What makes them sign, as in "OWNER_PRIVATE_KEY". */
  signsBy(holder?: KeyHolder): Promise<string>;
}

/** What Hardhat would ask first: the chain's id, which is asked for here, and an account to make calls from. */
const UNASKED: object = { chainId: undefined, from: ZeroAddress };

interface SaleOptions {
  readonly dryRun?: boolean | undefined;
  /** An endpoint that is dead or behind is not waited for. */
  readonly emergency?: boolean;
  /** Starts reads whose answers are asked for later, one after the other: each is asked for once for a block. */
  readonly ahead?: (sale: Sale) => readonly Promise<unknown>[];
}

/** Runs `use` with the sale of `--network`, after making sure that the record, the endpoint and the chain agree. */
export async function withSale(
  hre: HardhatRuntimeEnvironment,
  use: (sale: Sale) => Promise<void>,
  { dryRun = false, emergency = false, ahead = () => [] }: SaleOptions = {},
): Promise<void> {
  const network = networkOption(hre);
  if (!isRehearsal(network)) await assertPlainFiles(hre.config.paths.root);
  const connections: NetworkConnection[] = [];
  try {
    // Without accounts, so that looking at a sale needs no key.
    const open = async (override: { readonly url?: string; readonly timeout?: number } = {}) => {
      const opened = await hre.network.create({
        network,
        override: { accounts: "remote", ...UNASKED, ...override },
      });
      connections.push(opened);
      return opened;
    };
    const usual = async () => {
      const connection = await open();
      if (!isNetworkName(network) || isRehearsal(network)) {
        return { connection, chainId: await connectedChainId(connection), second: null };
      }
      const finding = requireSecondEndpoint(hre, connection, networks[network].chainId);
      // The own endpoint's trouble is told first.
      finding.catch(() => {});
      const chainId = await connectedChainId(connection);
      return { connection, chainId, second: finding };
    };
    const found =
      emergency && !isRehearsal(network)
        ? await emergencyEndpoints(hre, network, { open, chainIdOf: connectedChainId })
        : await usual();
    const { connection, chainId } = found;
    const record = await recordOf(hre.config.paths.root, network, chainId);
    const second = await found.second;
    const own = await ownEndpoint(connection);
    await withSecondOpinion(
      hre,
      connection,
      second,
      chainId,
      async (refresh, renew) => {
        const provider = connection.ethers.provider;
        const request: Sale["request"] = (method, params) => {
          const ask = () => connection.provider.request({ method, params: [...params] });
          return ask().catch((error: unknown) => {
            // An endpoint closes a connection that was idle for some seconds, which shows only at the next request.
            if (/Failed to make POST/.test(oneLine(error))) return ask();
            throw error;
          });
        };
        const live = !isRehearsal(network);
        const keys = new Map<KeyHolder, Promise<SigningKey>>();
        const keyOf = (holder: KeyHolder) => {
          const found = keys.get(holder) ?? signingKey(hre, network, holder);
          keys.set(holder, found);
          return found;
        };
        const sale: Sale = {
          hre,
          network,
          chainId,
          currency: currencyOf(chainId),
          live,
          dryRun,
          checked: second !== null,
          root: hre.config.paths.root,
          feeCap: connection.networkConfig.ignition.maxFeePerGasLimit,
          record,
          provider,
          ticket: Ticket__factory.connect(record.address, provider),
          request,
          refresh,
          renew,
          endpoints: second === null ? [own] : [own, second],
          signers: async (holder = "owner") => {
            if (live) return [signerOfKey((await keyOf(holder)).key, chainId)];
            const unlocked = (await request("eth_accounts", [])) as readonly string[];
            return unlocked.map((address) => unlockedSigner(getAddress(address)));
          },
          signsBy: async (holder = "owner") =>
            live ? (await keyOf(holder)).variable : "unlocked at the endpoint",
        };
        const proving = proveRecord(record, request);
        proving.catch(() => {});
        if (second !== null) void Promise.allSettled(ahead(sale));
        await assertSameCode(record, provider);
        await proving;
        await use(sale);
      },
      { waits: !emergency },
    );
  } finally {
    await Promise.all(connections.map((connection) => connection.close()));
  }
}

/** The value of `--network`, which has to be given and to be one of ours. */
export function networkOption(hre: HardhatRuntimeEnvironment): string {
  const network = hre.globalOptions.network;
  const choices = [...networkNames, "rehearsal"].join(", ");
  if (network === undefined) throw new TaskError(`Say where: --network ${choices}`);
  if (network !== "rehearsal" && !isNetworkName(network)) {
    throw new TaskError(`No network is called ${network}. Choose one: --network ${choices}`);
  }
  return network;
}

export async function connectedChainId(connection: NetworkConnection): Promise<number> {
  const name = connection.networkName;
  let chainId: number;
  try {
    chainId = Number(await connection.provider.request({ method: "eth_chainId" }));
  } catch (error) {
    const reason = describeError(error);
    if (/is not set/.test(reason)) throw error;
    // Hardhat compares the configured id by itself, before the first answer.
    const served = /connected to a chain with id "(\d+)"/.exec(reason)?.[1];
    if (served !== undefined) throw new WrongChain(wrongChain(name, served));
    throw new TaskError(reason.replace("The endpoint", `The endpoint of ${name}`));
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

/** @param chainId what the endpoint serves, or `null` if none was asked yet */
export async function recordOf(
  root: string,
  network: string,
  chainId: number | null,
): Promise<DeploymentRecord> {
  const record = await readRecord(root, network);
  if (record === null) {
    throw new TaskError(
      `Nothing is recorded for ${network} (deployments/${network}/record.json). ` +
        `Deploy first: npm run hardhat -- ticket deploy --network ${network}`,
    );
  }
  const missing = missingField(record);
  if (missing !== null) {
    throw new TaskError(
      `deployments/${network}/record.json has no ${missing}. ${recordRemedy(network)}`,
    );
  }
  if (chainId !== null && record.chainId !== chainId) {
    throw new TaskError(
      `The record of ${network} is of chain ${record.chainId}, and the endpoint serves ${chainId}. Check its URL.`,
    );
  }
  return record;
}

export async function assertSameCode(record: DeploymentRecord, provider: Provider): Promise<void> {
  const code = await provider.getCode(record.address);
  if (code === "0x") {
    const { address, network } = record;
    const remedy = isRehearsal(network)
      ? `a chain that was restarted forgets. Deploy again: npm run hardhat -- ticket deploy --network ${network}`
      : "the endpoint lies, lacks that part of the chain, or the record is wrong. Compare with an explorer, and ask another endpoint. Don't deploy again.";
    throw new TaskError(`There is no contract at ${address} on ${network}: ${remedy}`);
  }
  if (keccak256(code) !== record.codeHash) {
    throw new TaskError(
      `The code at ${record.address} is not the recorded one: the endpoint lies or the record is of another chain. ` +
        "Compare with a second endpoint before you go on.",
    );
  }
}
