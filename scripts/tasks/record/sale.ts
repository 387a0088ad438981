import type { Provider } from "ethers";
import { getAddress, keccak256, ZeroAddress } from "ethers";
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import { type Currency, currencyOf, isNetworkName, networkNames } from "../../../networks.ts";
import type { Ticket } from "../../../typechain-types/contracts/Ticket.ts";
import { Ticket__factory } from "../../../typechain-types/factories/contracts/Ticket__factory.ts";
import { faultsIn, RECORD } from "../../shared/record-shape.ts";
import { type Chain, chainOf } from "../chain/chain.ts";
import { clockProblem } from "../chain/clock.ts";
import {
  connectedEndpoints,
  EMERGENCY_ANSWER_MS,
  emergencyEndpoints,
} from "../chain/connected-endpoints.ts";
import { secondUrl } from "../chain/endpoints.ts";
import { TaskError } from "../cli/task.ts";
import { proveRecord } from "./prove-record.ts";
import { type DeploymentRecord, readRecord, recordRemedy } from "./record.ts";
import { type Signer, signerOfKey, unlockedSigner } from "./signer.ts";
import { type KeyHolder, signingKey } from "./signing-keys.ts";
import { assertPlainFiles } from "./tracked-files.ts";

/** The local networks: unlocked accounts, default arguments, no question, one confirmation. */
const REHEARSALS: readonly string[] = ["localhost", "rehearsal"];

export function isRehearsal(network: string): boolean {
  return REHEARSALS.includes(network);
}

/** A deployed sale whose record was checked against the chain. */
export interface Sale extends Chain {
  readonly hre: HardhatRuntimeEnvironment;
  readonly currency: Currency;
  readonly live: boolean;
  /** If set, the task sends no transaction, writes no file and needs no key. */
  readonly dryRun: boolean;
  /** A second endpoint must confirm every read. */
  readonly checked: boolean;
  readonly root: string;
  /** Wei per unit of gas. */
  readonly feeCap: bigint | undefined;
  readonly record: DeploymentRecord;
  readonly ticket: Ticket;
  signers(holder?: KeyHolder): Promise<readonly Signer[]>;
}

/** Stops Hardhat from asking the node for its chain id and account. */
const UNASKED: object = { chainId: undefined, from: ZeroAddress };

export interface SaleOptions {
  readonly dryRun?: boolean | undefined;
  /** Skips endpoints that are dead or behind. */
  readonly emergency?: boolean;
  /** Reads that can start early. The panel sends each once per block. */
  readonly ahead?: (sale: Sale) => readonly Promise<unknown>[];
}

/** Checks record, endpoint and chain, then runs `use`. */
export async function withSale(
  hre: HardhatRuntimeEnvironment,
  use: (sale: Sale) => Promise<void>,
  { dryRun = false, emergency = false, ahead = () => [] }: SaleOptions = {},
): Promise<void> {
  const network = networkOption(hre);
  const { root } = hre.config.paths;
  const live = !isRehearsal(network);
  if (live) await assertPlainFiles(root);
  // A rehearsal has a second endpoint only if its settings name one.
  const isUrgent = emergency && (live || (await secondUrl(hre, network)) !== "");
  const override = { accounts: "remote" as const, ...UNASKED };
  const connection = await hre.network.create({
    network,
    override: isUrgent ? { ...override, timeout: EMERGENCY_ANSWER_MS } : override,
  });
  try {
    const { chainId, finding } = isUrgent
      ? await emergencyEndpoints(hre, connection)
      : await connectedEndpoints(hre, connection);
    const record = await recordOf(root, network, chainId);
    const chain = await chainOf(network, chainId, await finding, { waits: !emergency });
    const sale: Sale = {
      ...chain,
      hre,
      currency: currencyOf(chainId),
      live,
      dryRun,
      root,
      record,
      checked: chain.endpoints.length > 1,
      feeCap: connection.networkConfig.ignition.maxFeePerGasLimit,
      ticket: Ticket__factory.connect(record.address, chain.provider),
      signers: signersOf(hre, chain, live),
    };
    const proving = proveRecord(record, sale.request);
    proving.catch(() => {});
    if (sale.checked) void Promise.allSettled(ahead(sale));
    await assertSameCode(record, sale.provider);
    await proving;
    await use(sale);
  } finally {
    await connection.close();
  }
}

function signersOf(
  hre: HardhatRuntimeEnvironment,
  { network, chainId, request }: Chain,
  live: boolean,
): Sale["signers"] {
  let warned: Promise<void> | undefined;
  return async (holder = "owner") => {
    if (live) {
      warned ??= warnOfClock(request);
      const [key] = await Promise.all([signingKey(hre, network, holder), warned]);
      return [signerOfKey(key, chainId)];
    }
    const unlocked = (await request("eth_accounts", [])) as readonly string[];
    return unlocked.map((address) => unlockedSigner(getAddress(address)));
  };
}

/** Prints a warning about this machine's clock, because signers compare times with it. */
async function warnOfClock(request: Sale["request"]): Promise<void> {
  const problem = await clockProblem(request).catch(() => null);
  if (problem !== null) console.error(`Warning: ${problem}.`);
}

export function networkOption(hre: HardhatRuntimeEnvironment): string {
  const network = hre.globalOptions.network;
  const choices = [...networkNames, "rehearsal"].join(", ");
  if (network === undefined) throw new TaskError(`Say where: --network ${choices}`);
  if (network !== "rehearsal" && !isNetworkName(network)) {
    throw new TaskError(`No network is called ${network}. Choose one: --network ${choices}`);
  }
  return network;
}

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
  const missing = faultsIn(RECORD, record).find(({ isMissing }) => isMissing);
  if (missing !== undefined) {
    throw new TaskError(
      `deployments/${network}/record.json has no ${missing.path.join(".")}. ${recordRemedy(network)}`,
    );
  }
  if (chainId !== null && record.chainId !== chainId) {
    throw new TaskError(
      `The record of ${network} is for chain ${record.chainId}, but the endpoint serves ${chainId}. Check the endpoint's URL.`,
    );
  }
  return record;
}

export async function assertSameCode(record: DeploymentRecord, provider: Provider): Promise<void> {
  const code = await provider.getCode(record.address);
  if (code === "0x") {
    const { address, network } = record;
    const remedy = isRehearsal(network)
      ? `a restarted local chain is empty. Deploy again: npm run hardhat -- ticket deploy --network ${network}`
      : "the endpoint is wrong or incomplete, or the record is wrong. Compare with an explorer, and ask another endpoint. Don't deploy again.";
    throw new TaskError(`There is no contract at ${address} on ${network}: ${remedy}`);
  }
  if (keccak256(code) !== record.codeHash) {
    throw new TaskError(
      `The code at ${record.address} is not the recorded one: the endpoint is wrong, or the record is for another chain. ` +
        "Compare with a second endpoint before you go on.",
    );
  }
}
