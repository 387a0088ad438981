import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { recordFaults } from "../../shared/record-shape.ts";
import { DamagedFile, isObject, lineOf, parseJson } from "../cli/json-text.ts";

/**
 * A deployment: `deployments/<network>/record.json`, beside Ignition's journal. The page and the
 * tasks read this and nothing else. Amounts are wei as decimal strings, since JSON has no bigint.
 */
export interface DeploymentRecord {
  readonly network: string;
  readonly chainId: number;
  /** `Ticket`. */
  readonly address: string;
  /** The renderer that the sale was deployed with: `TicketRenderer`, or what `folderRenderer` says. */
  readonly renderer: string;
  /** Set if the renderer is a `FolderRenderer`: the folder that its constructor took. */
  readonly folderRenderer?: { readonly baseUri: string };
  readonly deployer: string;
  /** Deployer and nonce make the address. */
  readonly deployerNonce: number;
  /** `SaleConfig`, as its constructor took it. */
  readonly arguments: {
    readonly owner: string;
    readonly ticketPrice: string;
    readonly royaltyReceiver: string;
    readonly royaltyBps: number;
    readonly renderer: string;
    readonly startPaused: boolean;
  };
  /** Default payee of `ticket withdraw`. Added by hand, so that a review sees it. */
  readonly treasury?: string;
  readonly transactionHash: string;
  readonly blockNumber: number;
  /** keccak256 of the code that created it, without its arguments. */
  readonly creationCodeHash: string;
  /** keccak256 of the code on chain. */
  readonly codeHash: string;
  /** SHA-256 of the same code in hex: the page holds it against endpoints, and browsers have no keccak256. */
  readonly codeSha256: string;
  readonly compiler: { readonly version: string; readonly settings: unknown };
  /** Commit that was deployed; ends in `-dirty` when there were uncommitted changes, `null` outside git. */
  readonly commit: string | null;
}

export function deploymentDirectory(root: string, network: string): string {
  return path.join(root, "deployments", network);
}

export function recordPath(root: string, network: string): string {
  return path.join(deploymentDirectory(root, network), "record.json");
}

/**
 * @returns `null` if there is none
 * @throws a `DamagedFile` for what is no record. A field may be missing: a rehearsal that a
 * live deployment asks for may be an older one.
 */
export async function readRecord(root: string, network: string): Promise<DeploymentRecord | null> {
  const name = recordPath(root, network);
  let text: string;
  try {
    text = await readFile(name, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
  const file = { name: path.relative(root, name), remedy: recordRemedy(network) };
  const record = parseJson(file, text);
  if (!isObject(record)) throw new DamagedFile(file, 1, "it is no object");
  const fault = recordFaults(record).find(({ isMissing }) => !isMissing);
  if (fault !== undefined) throw new DamagedFile(file, lineOf(text, fault.path), fault.what);
  return record as unknown as DeploymentRecord;
}

/** @returns what to do about a record that can't be used, in a sentence */
export function recordRemedy(network: string): string {
  return (
    "Restore its last reviewed version, or write it anew from the chain: " +
    `npm run hardhat -- ticket adopt 0xYourTicket --network ${network}`
  );
}

/** Atomic: a reader sees the old record or the new one, never half of one. */
export async function writeRecord(root: string, record: DeploymentRecord): Promise<string> {
  const file = recordPath(root, record.network);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(`${file}.new`, `${JSON.stringify(record, null, 2)}\n`);
  await rename(`${file}.new`, file);
  return file;
}
