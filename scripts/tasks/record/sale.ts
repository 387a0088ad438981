import type { HardhatEthersSigner } from "@nomicfoundation/hardhat-ethers/types";
import type { Provider } from "ethers";
import { keccak256 } from "ethers";
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
import { proveRecord } from "./prove-record.ts";
import { type DeploymentRecord, readRecord, recordRemedy } from "./record.ts";
import { missingField } from "./record-shape.ts";
import { requireSecondEndpoint } from "./second-endpoint.ts";
import { withSecondOpinion } from "./second-opinion.ts";
import { type KeyHolder, signingKey } from "./signing-keys.ts";
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
  /** Reads from here on are of the newest block that every endpoint asked has, which is not older than `block`. */
  refresh(block?: number): Promise<void>;
  /** The accounts that can sign here: that of the owner's key or the deployer's, or a local node's unlocked ones. Reading needs none. */
  signers(holder?: KeyHolder): Promise<readonly HardhatEthersSigner[]>;
  /** What makes them sign, as in "OWNER_PRIVATE_KEY". */
  signsBy(holder?: KeyHolder): Promise<string>;
}

/** Runs `use` with the sale of `--network`, after making sure that the record, the endpoint and the chain agree. */
export async function withSale(
  hre: HardhatRuntimeEnvironment,
  use: (sale: Sale) => Promise<void>,
  { dryRun = false }: { readonly dryRun?: boolean | undefined } = {},
): Promise<void> {
  const network = networkOption(hre);
  if (!isRehearsal(network)) await assertPlainFiles(hre.config.paths.root);
  const connections: NetworkConnection[] = [];
  try {
    // Without accounts, so that looking at a sale needs no key.
    const connection = await hre.network.create({ network, override: { accounts: "remote" } });
    connections.push(connection);
    const chainId = await connectedChainId(connection);
    const record = await recordOf(hre.config.paths.root, network, chainId);
    const second = isRehearsal(network)
      ? null
      : await requireSecondEndpoint(hre, connection, chainId);
    await withSecondOpinion(hre, connection, second, chainId, async (refresh) => {
      const provider = connection.ethers.provider;
      const request: Sale["request"] = (method, params) => {
        const ask = () => connection.provider.request({ method, params: [...params] });
        return ask().catch((error: unknown) => {
          // An endpoint closes a connection that was idle for some seconds, which shows only at the next request.
          if (/Failed to make POST/.test(oneLine(error))) return ask();
          throw error;
        });
      };
      await assertSameCode(record, provider);
      await proveRecord(record, request);
      const live = !isRehearsal(network);
      const signers = new Map<KeyHolder, Promise<readonly HardhatEthersSigner[]>>();
      const connected = async (holder: KeyHolder) => {
        const { key } = live ? await signingKey(hre, holder) : { key: null };
        const override = key === null ? {} : { accounts: [key] };
        const signing = await hre.network.create({ network, override });
        connections.push(signing);
        return await signing.ethers.getSigners();
      };
      await use({
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
        signers: (holder = "owner") => {
          const found = signers.get(holder) ?? connected(holder);
          signers.set(holder, found);
          return found;
        },
        signsBy: async (holder = "owner") =>
          live ? (await signingKey(hre, holder)).variable : "unlocked at the endpoint",
      });
    });
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
    if (served !== undefined) throw new TaskError(wrongChain(name, served));
    throw new TaskError(reason.replace("The endpoint", `The endpoint of ${name}`));
  }
  if (isNetworkName(name) && networks[name].chainId !== chainId) {
    throw new TaskError(wrongChain(name, String(chainId)));
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
    throw new TaskError(
      `There is no contract at ${record.address} on ${record.network}: a chain that was restarted forgets. ` +
        `Deploy again: npm run hardhat -- ticket deploy --network ${record.network}`,
    );
  }
  if (keccak256(code) !== record.codeHash) {
    throw new TaskError(
      `The code at ${record.address} is not the recorded one: the endpoint lies or the record is of another chain. ` +
        "Compare with a second endpoint before you go on.",
    );
  }
}
