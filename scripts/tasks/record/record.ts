import path from "node:path";
import type { GenericSchema, InferOutput } from "valibot";
import { faultsIn, RECORD } from "../../shared/record-shape.ts";
import { DamagedFile, isObject, type JsonFile, lineOf, parseJson } from "../cli/json-text.ts";
import { jsonText, textOf, writeWhole } from "../machine/files.ts";

export type DeploymentRecord = Readonly<InferOutput<typeof RECORD>> & {
  readonly compiler: { readonly version: string; readonly settings: unknown };
  /** The deployed commit; ends in `-dirty` with uncommitted changes, `null` outside git. */
  readonly commit: string | null;
};

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
