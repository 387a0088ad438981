import { type Currency, currencyOf } from "../../../networks.ts";
import type { SaleConfig } from "../../shared/record-shape.ts";
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

function parseTyped(typed: TypedTerms, currency: Currency) {
  const given = <T>(
    name: string,
    text: string | undefined,
    parse: (name: string, text: string) => T,
  ) => (text === undefined ? null : parse(name, text));
  return {
    owner: given("--owner", typed.owner, parseAddress),
    ticketPrice: given("--price", typed.price, (name, text) => parsePrice(name, text, currency)),
    royaltyReceiver: given("--royalty-receiver", typed.royaltyReceiver, parseAddress),
    royaltyBps: given("--royalty-bps", typed.royaltyBps, parseRoyaltyBps),
    baseUri: given("--base-uri", typed.baseUri, parseBaseUri),
  };
}

/** @param account the default owner and payee; `null` on a live network, which has no defaults */
export function askedTerms(typed: TypedTerms, account: string | null, currency: Currency) {
  const { baseUri, ...given } = parseTyped(typed, currency);
  const owner = given.owner ?? account;
  const royaltyReceiver = given.royaltyReceiver ?? account;
  const ticketPrice = given.ticketPrice ?? (account === null ? null : TRIAL_PRICE);
  const royaltyBps = given.royaltyBps ?? (account === null ? null : USUAL_ROYALTY_BPS);
  if (owner === null || ticketPrice === null || royaltyReceiver === null || royaltyBps === null) {
    const needed = [
      ["--owner", owner],
      ["--price", ticketPrice],
      ["--royalty-receiver", royaltyReceiver],
      ["--royalty-bps", royaltyBps],
    ];
    const missing = needed.filter(([, value]) => value === null).map(([name]) => name);
    throw new TaskError(`A live network needs ${missing.join(", ")}`);
  }
  const startPaused = typed.paused;
  return {
    arguments: { owner, ticketPrice, royaltyReceiver, royaltyBps, startPaused },
    baseUri,
  };
}

/** @throws a `TaskError` for an option that differs from the record; options may be omitted */
export function assertSameTerms(typed: TypedTerms, record: DeploymentRecord): void {
  const currency = currencyOf(record.chainId);
  const money = (wei: bigint) => amountText(wei, currency);
  const { owner, ticketPrice, royaltyReceiver, royaltyBps, baseUri } = parseTyped(typed, currency);
  const recorded = record.arguments;
  type Term = readonly [name: string, asked: string | null, recorded: string];
  const terms: Readonly<Record<keyof TicketArguments, Term>> = {
    owner: ["owner", owner, recorded.owner],
    ticketPrice: [
      "price",
      ticketPrice === null ? null : money(ticketPrice),
      money(BigInt(recorded.ticketPrice)),
    ],
    royaltyReceiver: ["royaltyReceiver", royaltyReceiver, recorded.royaltyReceiver],
    royaltyBps: ["royaltyBps", royaltyBps?.toString() ?? null, String(recorded.royaltyBps)],
    startPaused: [
      "start",
      typed.paused ? "paused" : null,
      recorded.startPaused ? "paused" : "open",
    ],
  };
  const folder: Term = [
    "baseUri",
    baseUri,
    record.folderRenderer?.baseUri ?? "none (drawn on chain)",
  ];
  const differences = [...Object.values(terms), folder]
    .filter(([, asked, recorded]) => asked !== null && asked !== recorded)
    .map(([name, asked, recorded]) => `the ${name} ${recorded}, and you asked for ${asked}`);
  if (differences.length === 0) return;
  throw new TaskError(
    `deployments/${record.network}/record.json has ${differences.join("; ")}. ` +
      "Is it the record of another deployment? Nothing was sent.",
  );
}

export function wrongTerms(
  record: DeploymentRecord,
  asked: DeploymentRecord["arguments"],
  baseUri: string | null,
): readonly string[] {
  const keys = Object.keys(asked) as (keyof typeof asked)[];
  const wrong: string[] = keys.filter((key) => record.arguments[key] !== asked[key]);
  return (record.folderRenderer?.baseUri ?? null) === baseUri ? wrong : [...wrong, "baseUri"];
}
