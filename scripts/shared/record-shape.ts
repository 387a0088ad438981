import { getAddress, getCreateAddress, isAddress } from "ethers";
import * as v from "valibot";
import type {
  SaleConfigStruct,
  SaleConfigStructOutput,
} from "../../typechain-types/contracts/Ticket.ts";
import { isFolderUri } from "./folder-uri.ts";

function checked<T>(isRight: (value: unknown) => boolean, what: (value: unknown) => string) {
  return v.custom<T>(isRight, ({ input }) => what(input));
}

const matching = (pattern: RegExp, what: (value: unknown) => string) =>
  checked<string>((value) => pattern.test(String(value)), what);

export const address = checked<string>(
  (value) => isAddress(value) && getAddress(value) === value,
  (value) => `is not an address with its checksum: ${value}`,
);
export const hash = matching(/^0x[0-9a-f]{64}$/, () => "is not a hash");
export const wholeNumber = checked<number>(
  (value) => Number.isSafeInteger(value) && Number(value) >= 0,
  (value) => `is not a whole number: ${value}`,
);
export const text = v.string(({ input }) => `is not a text: ${input}`);

/** `SaleConfig` as ethers decodes it. */
export type SaleConfig = Readonly<Pick<SaleConfigStructOutput, keyof SaleConfigStruct>>;

/** The constructor's arguments. The deployment, the record and their checks take the names from here. */
const SALE_CONFIG = {
  owner: address,
  ticketPrice: matching(/^\d+$/, (value) => `is not an amount in wei: ${value}`),
  royaltyReceiver: address,
  royaltyBps: wholeNumber,
  renderer: address,
  startPaused: v.boolean(({ input }) => `is neither true nor false: ${input}`),
} satisfies Readonly<Record<keyof SaleConfig, v.GenericSchema>>;

const ARGUMENTS = v.object(SALE_CONFIG, "is no object");

/** Converts a decoded `SaleConfig` to the record's JSON. */
export function recordedArguments(config: SaleConfig): v.InferOutput<typeof ARGUMENTS> {
  const names = Object.keys(SALE_CONFIG) as (keyof SaleConfig)[];
  const recorded = names.map((name) => {
    const value = config[name];
    if (typeof value !== "bigint") return [name, value];
    return [name, SALE_CONFIG[name] === wholeNumber ? Number(value) : String(value)];
  });
  return Object.fromEntries(recorded);
}

/**
 * `deployments/<network>/record.json`, the only deployment file that page and tasks read. Amounts
 * are wei as decimal strings.
 */
export const RECORD = v.object({
  network: text,
  chainId: wholeNumber,
  address,
  renderer: address,
  /** The constructor argument of a `FolderRenderer`; missing for other renderers. */
  folderRenderer: v.optional(
    checked<{ readonly baseUri: string }>(
      (value) => isFolderUri(String((value as { baseUri?: unknown } | null)?.baseUri)),
      (value) => `has no folder's address: ${(value as { baseUri?: unknown } | null)?.baseUri}`,
    ),
  ),
  deployer: address,
  deployerNonce: wholeNumber,
  arguments: ARGUMENTS,
  /** The default payee of `ticket withdraw`. A person adds it, because a review then sees it. */
  treasury: v.optional(address),
  transactionHash: hash,
  blockNumber: wholeNumber,
  /** keccak256 of the creation code without arguments. */
  creationCodeHash: hash,
  /** keccak256 of the runtime code. */
  codeHash: hash,
  /** SHA-256 of the runtime code, because browsers lack keccak256. */
  codeSha256: matching(/^[0-9a-f]{64}$/, () => "is not a hash"),
});

export interface FieldFault {
  readonly path: readonly string[];
  readonly isMissing: boolean;
  /** Such as "its blockNumber is not a whole number: x". */
  readonly what: string;
}

export function faultsIn(schema: v.GenericSchema, found: object): readonly FieldFault[] {
  return (v.safeParse(schema, found).issues ?? []).map(({ path: steps = [], input, message }) => {
    const path = steps.map(({ key }) => String(key));
    const isMissing = input === undefined;
    return { path, isMissing, what: `its ${path.join(".")} ${isMissing ? "is missing" : message}` };
  });
}

/**
 * Checks fields, network, and the address by deployer and nonce, without a chain.
 * @returns the problem, or `null`
 */
export function recordProblem(found: unknown, network: string, chainId: number): string | null {
  if (typeof found !== "object" || found === null) return "it is not an object";
  const record = found as Readonly<Record<string, unknown>>;
  if (record.network !== network) return `it is of ${record.network}`;
  if (record.chainId !== chainId) return `it is of chain ${record.chainId}`;
  const [fault] = faultsIn(RECORD, record);
  if (fault !== undefined) return fault.what;

  const { deployer, deployerNonce, address } = record;
  const made = getCreateAddress({ from: String(deployer), nonce: Number(deployerNonce) });
  if (made === address) return null;
  return `${deployer} made ${made} with nonce ${deployerNonce}, not ${address}`;
}
