import { getAddress, getCreateAddress, isAddress } from "ethers";
import { isFolderUri } from "../shared/folder-uri.ts";

/** What a record has in one place. */
export interface Field {
  readonly path: readonly [string, ...string[]];
  readonly optional?: true;
  /** @returns what is wrong with the value, as in "is not a hash"; `null` for nothing */
  problem(value: unknown): string | null;
}

export const address = (value: unknown) =>
  isAddress(value) && getAddress(value) === value
    ? null
    : `is not an address with its checksum: ${value}`;
export const hash = (value: unknown) =>
  /^0x[0-9a-f]{64}$/.test(String(value)) ? null : "is not a hash";
export const wholeNumber = (value: unknown) =>
  Number.isSafeInteger(value) && Number(value) >= 0 ? null : `is not a whole number: ${value}`;
export const text = (value: unknown) =>
  typeof value === "string" ? null : `is not a text: ${value}`;

/** The one place that says what a record is made of; `DeploymentRecord` has what it means. */
const FIELDS: readonly Field[] = [
  { path: ["network"], problem: text },
  { path: ["chainId"], problem: wholeNumber },
  { path: ["address"], problem: address },
  { path: ["renderer"], problem: address },
  { path: ["deployer"], problem: address },
  { path: ["arguments", "owner"], problem: address },
  { path: ["arguments", "royaltyReceiver"], problem: address },
  { path: ["arguments", "renderer"], problem: address },
  { path: ["treasury"], optional: true, problem: address },
  { path: ["transactionHash"], problem: hash },
  { path: ["codeHash"], problem: hash },
  { path: ["creationCodeHash"], problem: hash },
  {
    path: ["codeSha256"],
    problem: (value) => (/^[0-9a-f]{64}$/.test(String(value)) ? null : "is not a hash"),
  },
  {
    path: ["arguments", "ticketPrice"],
    problem: (value) => (/^\d+$/.test(String(value)) ? null : `is not an amount in wei: ${value}`),
  },
  { path: ["arguments", "royaltyBps"], problem: wholeNumber },
  {
    path: ["arguments", "startPaused"],
    problem: (value) => (typeof value === "boolean" ? null : `is neither true nor false: ${value}`),
  },
  {
    path: ["folderRenderer"],
    optional: true,
    problem: (value) => {
      const baseUri = (value as { readonly baseUri?: unknown } | null)?.baseUri;
      return isFolderUri(String(baseUri)) ? null : `has no folder's address: ${baseUri}`;
    },
  },
  { path: ["deployerNonce"], problem: wholeNumber },
  { path: ["blockNumber"], problem: wholeNumber },
];

export interface FieldFault {
  readonly path: readonly string[];
  /** As in "its blockNumber is not a whole number: x". */
  readonly what: string;
}

/** @returns the first field that is there and is not what a record has there, or `null` */
export function faultyField(record: object): FieldFault | null {
  return firstFault(FIELDS, record, (_, value) => value === undefined);
}

/** @returns the first field that a record has to have and this one has not, as in "arguments.owner"; `null` if it has all */
export function missingField(record: object): string | null {
  const missing = FIELDS.find(
    ({ path, optional }) => optional !== true && valueAt(record, path) === undefined,
  );
  return missing === undefined ? null : missing.path.join(".");
}

/** @returns the first field that is not what it has to be, or `null` */
export function firstFault(
  fields: readonly Field[],
  record: object,
  isLeftOut: (field: Field, value: unknown) => boolean,
): FieldFault | null {
  for (const field of fields) {
    const value = valueAt(record, field.path);
    if (isLeftOut(field, value)) continue;
    const problem = value === undefined ? "is missing" : field.problem(value);
    if (problem !== null) {
      return { path: field.path, what: `its ${field.path.join(".")} ${problem}` };
    }
  }
  return null;
}

function valueAt(record: object, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (at, key) => (typeof at === "object" && at !== null ? Reflect.get(at, key) : undefined),
    record,
  );
}

/**
 * What can be told of a record without asking a chain: it has its fields, it is of this network, and its address is the
 * one that its deployer's transaction makes. Whether that transaction exists is for `prove-record.ts`.
 * @returns what is wrong, or `null`
 */
export function recordProblem(found: unknown, network: string, chainId: number): string | null {
  if (typeof found !== "object" || found === null) return "it is no object";
  const record = found as Readonly<Record<string, unknown>>;
  if (record.network !== network) return `it is of ${record.network}`;
  if (record.chainId !== chainId) return `it is of chain ${record.chainId}`;
  const fault = firstFault(
    FIELDS,
    record,
    ({ optional }, value) => optional === true && value === undefined,
  );
  if (fault !== null) return fault.what;

  const { deployer, deployerNonce } = record;
  const made = getCreateAddress({ from: String(deployer), nonce: Number(deployerNonce) });
  if (made !== record.address) {
    return `${deployer} made ${made} with nonce ${deployerNonce}, not ${record.address}`;
  }
  return null;
}
