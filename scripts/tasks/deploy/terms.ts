import { type Currency, currencyOf } from "../../../networks.ts";
import { recordedArguments, type SaleConfig } from "../../shared/record-shape.ts";
import {
  amountText,
  parseAddress,
  parseBaseUri,
  parsePrice,
  parseRoyaltyBps,
} from "../cli/amounts.ts";
import { TaskError } from "../cli/task.ts";
import type { DeploymentRecord } from "../record/record.ts";
import { TRIAL_PRICE } from "./trial-price.ts";

export interface TypedTerms {
  readonly owner?: string | undefined;
  readonly price?: string | undefined;
  readonly royaltyReceiver?: string | undefined;
  readonly royaltyBps?: string | undefined;
  readonly baseUri?: string | undefined;
  readonly paused: boolean;
}

/** The renderer's address is known only once it is deployed. */
export type TicketArguments = Omit<SaleConfig, "renderer">;

const USUAL_ROYALTY_BPS = 500n;

/** The options that a live network requires. */
const OPTIONS = {
  owner: "--owner",
  ticketPrice: "--price",
  royaltyReceiver: "--royalty-receiver",
  royaltyBps: "--royalty-bps",
} as const satisfies Record<keyof Omit<TicketArguments, "startPaused">, string>;

type Given = Partial<TicketArguments & { baseUri: string }>;

/** The options that were typed. */
function parseTyped(typed: TypedTerms, currency: Currency): Given {
  const { owner, price, royaltyReceiver, royaltyBps, baseUri, paused } = typed;
  return {
    ...(owner !== undefined && { owner: parseAddress(OPTIONS.owner, owner) }),
    ...(price !== undefined && { ticketPrice: parsePrice(OPTIONS.ticketPrice, price, currency) }),
    ...(royaltyReceiver !== undefined && {
      royaltyReceiver: parseAddress(OPTIONS.royaltyReceiver, royaltyReceiver),
    }),
    ...(royaltyBps !== undefined && {
      royaltyBps: parseRoyaltyBps(OPTIONS.royaltyBps, royaltyBps),
    }),
    ...(baseUri !== undefined && { baseUri: parseBaseUri("--base-uri", baseUri) }),
    ...(paused && { startPaused: true }),
  };
}

/** @param account the default owner and payee; `null` on a live network, which has no defaults */
export function askedTerms(typed: TypedTerms, account: string | null, currency: Currency) {
  const { baseUri = null, ...given } = parseTyped(typed, currency);
  const defaults = account !== null && {
    owner: account,
    ticketPrice: TRIAL_PRICE,
    royaltyReceiver: account,
    royaltyBps: USUAL_ROYALTY_BPS,
  };
  const terms = { startPaused: false, ...defaults, ...given };
  const missing = Object.entries(OPTIONS).filter(([name]) => !(name in terms));
  if (missing.length > 0) {
    throw new TaskError(`A live network needs ${missing.map(([, option]) => option).join(", ")}`);
  }
  // Whole, because each argument without a default has an option.
  return { arguments: terms as TicketArguments, baseUri };
}

const NAMES: Readonly<Record<string, string>> = { ticketPrice: "price", startPaused: "start" };

/** @throws a `TaskError` for an option that differs from the record; options may be omitted */
export function assertSameTerms(typed: TypedTerms, record: DeploymentRecord): void {
  const currency = currencyOf(record.chainId);
  const text = (name: string, value: unknown) => {
    if (name === "ticketPrice") return amountText(BigInt(String(value)), currency);
    if (name === "startPaused") return value ? "paused" : "open";
    return String(value);
  };
  const baseUri = record.folderRenderer?.baseUri ?? "none (drawn on chain)";
  const recorded: Readonly<Record<string, unknown>> = { ...record.arguments, baseUri };
  const differences = Object.entries(parseTyped(typed, currency))
    .map(([name, asked]) => [name, text(name, recorded[name]), text(name, asked)] as const)
    .filter(([, found, asked]) => found !== asked)
    .map(
      ([name, found, asked]) => `the ${NAMES[name] ?? name} ${found}, and you asked for ${asked}`,
    );
  if (differences.length === 0) return;
  throw new TaskError(
    `deployments/${record.network}/record.json has ${differences.join("; ")}. ` +
      "Is it the record of another deployment? Nothing was sent.",
  );
}

/** Returns the names of the terms that differ. */
export function wrongTerms(
  record: DeploymentRecord,
  asked: TicketArguments,
  baseUri: string | null,
): readonly string[] {
  const terms = recordedArguments({ ...asked, renderer: record.renderer });
  const keys = Object.keys(terms) as (keyof typeof terms)[];
  const wrong: string[] = keys.filter((key) => record.arguments[key] !== terms[key]);
  return (record.folderRenderer?.baseUri ?? null) === baseUri ? wrong : [...wrong, "baseUri"];
}
