import path from "node:path";
import type { GenericSchema } from "valibot";
import { faultsIn, RECORD } from "../../shared/record-shape.ts";
import { DamagedFile, isObject, type JsonFile, lineOf, parseJson } from "../cli/json-text.ts";
import { jsonText, textOf, writeWhole } from "../machine/files.ts";

/**
 * The content of `deployments/<network>/record.json`, the only deployment file that page and tasks
 * read. Amounts are wei as decimal strings.
 */
export interface DeploymentRecord {
  readonly network: string;
  readonly chainId: number;
  readonly address: string;
  readonly renderer: string;
  /** The constructor argument of a `FolderRenderer`; missing for other renderers. */
  readonly folderRenderer?: { readonly baseUri: string };
  readonly deployer: string;
  readonly deployerNonce: number;
  readonly arguments: {
    readonly owner: string;
    readonly ticketPrice: string;
    readonly royaltyReceiver: string;
    readonly royaltyBps: number;
    readonly renderer: string;
    readonly startPaused: boolean;
  };
  /**
   * The default payee of `ticket withdraw`. A person adds it by hand, because a review then sees
   * it.
   */
  readonly treasury?: string;
  readonly transactionHash: string;
  readonly blockNumber: number;
  /** keccak256 of the creation code without arguments. */
  readonly creationCodeHash: string;
  /** keccak256 of the runtime code. */
  readonly codeHash: string;
  /** SHA-256 of the runtime code in hex, because browsers lack keccak256. */
  readonly codeSha256: string;
  readonly compiler: { readonly version: string; readonly settings: unknown };
  /** The deployed commit; ends in `-dirty` with uncommitted changes, `null` outside git. */
  readonly commit: string | null;
}

export function deploymentDirectory(root: string, network: string): string {
  return path.join(root, "deployments", network);
}

export function recordPath(root: string, network: string): string {
  return path.join(deploymentDirectory(root, network), "record.json");
}

/**
 * Returns `null` without a record. An older rehearsal's record may lack fields.
 * @throws a `DamagedFile`
 */
export async function readRecord(root: string, network: string): Promise<DeploymentRecord | null> {
  const name = recordPath(root, network);
  const text = await textOf(name);
  if (text === null) return null;
  const file = { name: path.relative(root, name), remedy: recordRemedy(network) };
  return parseRecord<DeploymentRecord>(file, text, RECORD, { mayMiss: true });
}

/** @throws a `DamagedFile` with the line of the first invalid field */
export function parseRecord<T>(
  file: JsonFile,
  text: string,
  schema: GenericSchema,
  { mayMiss = false } = {},
): T {
  const record = parseJson(file, text);
  if (!isObject(record)) throw new DamagedFile(file, 1, "it is not an object");
  const fault = faultsIn(schema, record).find(({ isMissing }) => !(isMissing && mayMiss));
  if (fault !== undefined) throw new DamagedFile(file, lineOf(text, fault.path), fault.what);
  return record as T;
}

export function recordRemedy(network: string): string {
  return (
    "Restore its last reviewed version, or write it again from the chain: " +
    `npm run hardhat -- ticket adopt 0xYourTicket --network ${network}`
  );
}

export async function writeRecord(root: string, record: DeploymentRecord): Promise<string> {
  const file = recordPath(root, record.network);
  await writeWhole(file, jsonText(record));
  return file;
}
