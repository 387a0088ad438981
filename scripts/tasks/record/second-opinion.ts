import { AsyncLocalStorage } from "node:async_hooks";
import { id as hashOf, Interface, toQuantity } from "ethers";
import type { NetworkHooks } from "hardhat/types/hooks";
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import type { NetworkConnection } from "hardhat/types/network";
import { type Currency, currencyOf } from "../../../networks.ts";
import { Payouts__factory } from "../../../typechain-types/factories/contracts/Payouts__factory.ts";
import { Ticket__factory } from "../../../typechain-types/factories/contracts/Ticket__factory.ts";
import { amountText } from "../shared/amounts.ts";
import { isOverQuota, overQuotaText } from "../shared/quota.ts";
import { oneLine, TaskError } from "../shared/task-action.ts";
import { sayingSo } from "../shared/waiting.ts";
import { type Endpoint, hostOf, type OtherEndpoint } from "./second-endpoint.ts";

/**
 * Makes what is read from here on be of a block that both endpoints have, and that is not older than `block`, nor than the
 * first one's newest.
 */
export type Refresh = (block?: number) => Promise<void>;

type Ask = (method: string, params: readonly unknown[]) => Promise<unknown>;

/** Set while the first endpoint is asked by itself. */
const asksOne = new AsyncLocalStorage<true>();

/** The connection's own endpoint, which is asked without a second opinion. */
export async function ownEndpoint(connection: NetworkConnection): Promise<Endpoint> {
  return {
    host: await hostOf(connection),
    request: (method, params) =>
      asksOne.run(true, () => connection.provider.request({ method, params: [...params] })),
  };
}

/** How far one endpoint's newest block may be behind the other's. */
const BLOCKS_APART = 64;
/** The newest blocks may still be replaced, and the two may have seen different ones. */
const BLOCKS_BACK = 4;
const POLL_MS = 1_000;
const POLLS = 60;

/**
 * Runs `use` while whatever it reads through the connection is asked of a second endpoint as well, for the same block:
 * code, balances, every view of every contract, events, blocks, mined transactions and their receipts. Where the two
 * differ, the read fails and says which value it was and what each of them said.
 * @param second `null` if one endpoint has to do
 * @param use its second argument reads at the newest block that both have now, and waits for none. It returns its number
 * @param waits `false` reads at the newest block that both have, however old, and waits for none
 */
export async function withSecondOpinion<T>(
  hre: HardhatRuntimeEnvironment,
  connection: NetworkConnection,
  second: OtherEndpoint | null,
  chainId: number,
  use: (refresh: Refresh, renew: () => Promise<number>) => Promise<T>,
  { waits = true }: { readonly waits?: boolean } = {},
): Promise<T> {
  if (second === null)
    return await use(
      async () => {},
      async () => Number.POSITIVE_INFINITY,
    );
  const other = second;
  const first = await hostOf(connection);
  const currency = currencyOf(chainId);
  let block: Promise<Head> | undefined;
  /** What was read of that block never changes, so it is asked for once. */
  let answers = new Map<string, Promise<Response>>();
  /** Beside those of the connection's own requests. */
  let lastId = 1_000_000;
  const handlers: Partial<NetworkHooks> = {
    async onRequest(context, asked, request, next) {
      const isOther = asked !== (connection as unknown);
      if (isOther || asksOne.getStore()) return next(context, asked, request);
      const { method } = request;
      const params = Array.isArray(request.params) ? request.params : [];
      const question = `${method} ${JSON.stringify(params)}`;
      if (!KEPT.has(method)) return await answerOf();
      const kept = answers;
      let answer = kept.get(question);
      if (answer === undefined) {
        answer = answerOf();
        kept.set(question, answer);
        answer.then(isFinal, () => false).then((isKept) => isKept || kept.delete(question));
      }
      return { ...(await answer), id: request.id };

      async function answerOf(): Promise<Response> {
        /** @returns the first endpoint's answer; its error is thrown */
        const ask: Ask = async (method, params) => {
          lastId += 1;
          const answer = await next(context, asked, {
            ...request,
            id: lastId,
            method,
            params: [...params],
          });
          if ("error" in answer) throw new FirstError(answer);
          return answer.result;
        };
        if (method === "eth_maxPriorityFeePerGas") {
          const tip = other.request("eth_maxPriorityFeePerGas", []).catch(() => null);
          return lowerOf(await next(context, asked, request), await tip);
        }
        const at = BLOCK_PARAMETER[method];
        const compared = at !== undefined || method === "eth_blockNumber" || method in BY_HASH;
        if (!compared || (at !== undefined && params[at] === "pending")) {
          return next(context, asked, request);
        }
        try {
          block ??= commonBlock(ask, other, first);
          const { number } = await block.catch((error: unknown) => {
            block = undefined;
            throw error;
          });
          const result =
            method === "eth_blockNumber"
              ? toQuantity(number)
              : await bothSay(method, atBlock(method, params, number), ask, first, other, currency);
          return { jsonrpc: "2.0", id: request.id, result };
        } catch (error) {
          if (error instanceof FirstError) return { ...error.answer, id: request.id };
          throw error;
        }
      }
    },
  };

  /** @returns the newest block that both have now, and the first one's newest */
  const renew = async (): Promise<Head> => {
    block = undefined;
    answers = new Map();
    await connection.provider.request({ method: "eth_blockNumber" });
    if (block === undefined) throw new Error("No block was agreed on");
    return await (block as Promise<Head>);
  };
  const refresh: Refresh = async (from = 0) => {
    let wanted: number | undefined;
    for (let poll = 1; ; poll += 1) {
      const { number, ofFirst } = await renew();
      wanted ??= Math.max(from, ofFirst);
      if (number >= wanted) return;
      if (poll === POLLS) {
        throw new TaskError(
          `${first} and ${second.host} do not both have block ${wanted} yet. Run ticket status later.`,
        );
      }
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  };
  const level: Refresh = (from) =>
    sayingSo(`${first} and ${second.host} to have the same newest block`, () => refresh(from));

  hre.hooks.registerHandlers("network", handlers);
  try {
    if (waits) await level();
    return await use(level, async () => (await renew()).number);
  } finally {
    hre.hooks.unregisterHandlers("network", handlers);
  }
}

/** The tip is an opinion: the more modest one will do. */
function lowerOf(answer: Response, other: unknown): Response {
  if ("error" in answer || other === null) return answer;
  const lower = BigInt(String(other)) < BigInt(String(answer.result)) ? other : answer.result;
  return { ...answer, result: lower };
}

/** Methods whose answers hold as long as the agreed block does. */
const KEPT: ReadonlySet<string> = new Set([
  ...[
    "eth_call",
    "eth_getCode",
    "eth_getBalance",
    "eth_getTransactionCount",
    "eth_getBlockByNumber",
  ],
  ...["eth_getTransactionByHash", "eth_getTransactionReceipt"],
  ...["eth_estimateGas", "eth_maxPriorityFeePerGas"],
]);

/** Whether asking again would give the same: no error, and no transaction that a block may still take. */
function isFinal(answer: Response): boolean {
  return !("error" in answer) && answer.result !== null && !isPending(answer.result);
}

/** Two endpoints say different things: no reason to ask either of them once more. */
export class Disagreement extends TaskError {}

/** An error of the first endpoint, which the task sees as if there were no second one. */
class FirstError extends Error {
  readonly answer: FailedResponse;

  constructor(answer: FailedResponse) {
    super("The first endpoint gives an error");
    this.answer = answer;
  }
}

type Response = Awaited<ReturnType<NetworkHooks["onRequest"]>>;
type FailedResponse = Extract<Response, { readonly error: unknown }>;

/** Where a method has the block that it is about. */
const BLOCK_PARAMETER: Readonly<Record<string, number>> = {
  eth_call: 1,
  eth_getCode: 1,
  eth_getBalance: 1,
  // A task signs for this count: see scripts/tasks/outbox/pending-calls.ts.
  eth_getTransactionCount: 1,
  eth_getBlockByNumber: 0,
  eth_getLogs: 0,
};

/** What is compared of what is the same for ever once it is in a block. */
const BY_HASH: Readonly<Record<string, readonly string[]>> = {
  eth_getTransactionByHash: ["hash", "blockHash", "from", "to", "nonce", "value", "input"],
  eth_getTransactionReceipt: ["blockHash", "status", "from", "to", "contractAddress", "logs"],
};

const BLOCK_FIELDS = ["number", "hash", "timestamp", "baseFeePerGas"];
const LOG_FIELDS = [
  ...["address", "topics", "data", "blockNumber", "blockHash", "transactionHash", "logIndex"],
];

interface Head {
  /** The newest block that both have, and have alike. */
  readonly number: number;
  /** The first one's newest. */
  readonly ofFirst: number;
}

async function commonBlock(ask: Ask, second: OtherEndpoint, first: string): Promise<Head> {
  const askOther: Ask = (method, params) => askSecond(second, method, params);
  const newestOf = async (each: Ask) => {
    const [number, block] = await Promise.all([
      each("eth_blockNumber", []).then(Number),
      each("eth_getBlockByNumber", ["latest", false]),
    ]);
    return { number, block: block as BlockHead | null };
  };
  const [ours, theirs] = await Promise.all([newestOf(ask), newestOf(askOther)]);
  if (Math.abs(ours.number - theirs.number) > BLOCKS_APART) {
    const numbers = [String(ours.number), String(theirs.number)] as const;
    throw disagreement("the newest block", first, numbers[0], second, numbers[1]);
  }
  const newest = Math.min(ours.number, theirs.number);
  let hashes: readonly string[] = [];
  for (let number = newest; number >= Math.max(0, newest - BLOCKS_BACK); number -= 1) {
    const blocks = await Promise.all(
      [ask, askOther].map((each, i) => {
        const known = i === 0 ? ours.block : theirs.block;
        return Number(known?.number) === number
          ? known
          : each("eth_getBlockByNumber", [toQuantity(number), false]);
      }),
    );
    hashes = blocks.map((block) => String((block as BlockHead | null)?.hash));
    if (hashes[0] === hashes[1] && hashes[0] !== "undefined") {
      return { number, ofFirst: ours.number };
    }
  }
  const [own = "", other = ""] = hashes;
  throw disagreement(`block ${newest - BLOCKS_BACK}`, first, own, second, other);
}

interface BlockHead {
  readonly number?: string;
  readonly hash?: string;
}

/** @returns the parameters with that block in place of the newest one */
export function atBlock(
  method: string,
  params: readonly unknown[],
  number: number,
): readonly unknown[] {
  const tag = (given: unknown) =>
    given === undefined || given === null || given === "latest" ? toQuantity(number) : given;
  if (method === "eth_getLogs") {
    const filter = params[0] as { fromBlock?: string; toBlock?: string };
    return [{ ...filter, fromBlock: tag(filter.fromBlock), toBlock: tag(filter.toBlock) }];
  }
  const at = BLOCK_PARAMETER[method];
  return at === undefined ? params : params.toSpliced(at, 1, tag(params[at]));
}

async function bothSay(
  method: string,
  params: readonly unknown[],
  ask: Ask,
  first: string,
  second: OtherEndpoint,
  currency: Currency,
): Promise<unknown> {
  const [ours, theirs] = await Promise.allSettled([
    ask(method, params),
    askSecond(second, method, params),
  ]);
  // What both refuse, such as a call that reverts, is told as the first one says it.
  if (ours.status === "rejected") throw ours.reason;
  if (theirs.status === "rejected") throw theirs.reason;
  const [own, other] = [ours.value, theirs.value];
  // What is not in a block yet is whatever an endpoint has heard of.
  const pending = method in BY_HASH && [own, other].some(isPending);
  if (!pending && essence(method, own) !== essence(method, other)) {
    const [label, ours, theirs] = difference(method, params, own, other, currency);
    throw disagreement(label, first, ours, second, theirs);
  }
  return own;
}

function isPending(found: unknown): boolean {
  return (found as { blockHash?: unknown } | null)?.blockHash === null;
}

async function askSecond(second: OtherEndpoint, method: string, params: readonly unknown[]) {
  try {
    return await second.request(method, params);
  } catch (error) {
    throw new TaskError(
      (isOverQuota(second.host)
        ? `${overQuotaText(second.host)}, and no second opinion is given. Wait for some minutes, or set `
        : `${second.host}, which is asked for a second opinion, fails at ${method}: ${oneLine(error)}. Set `) +
        `${second.variable} to another one.`,
    );
  }
}

/** @returns what has to be the same of two answers, as text */
export function essence(method: string, answer: unknown): string {
  if (answer === null || typeof answer !== "object") return String(answer).toLowerCase();
  if (method === "eth_getLogs") return JSON.stringify((answer as object[]).map(logEssence));
  return picked(answer, BY_HASH[method] ?? BLOCK_FIELDS);
}

function logEssence(log: object): string {
  return picked(log, LOG_FIELDS);
}

function picked(from: object, fields: readonly string[]): string {
  return JSON.stringify(
    fields.map((field) => {
      const value: unknown = Reflect.get(from, field) ?? null;
      return field === "logs" && Array.isArray(value) ? value.map(logEssence) : value;
    }),
  ).toLowerCase();
}

const TICKET = Ticket__factory.createInterface();
const PAYOUTS = Payouts__factory.createInterface();
const OTHERS = new Interface([
  "function getOwners() view returns (address[])",
  "function getThreshold() view returns (uint256)",
  "function VERSION() view returns (string)",
  "function nonce() view returns (uint256)",
]);

type Difference = readonly [label: string, own: string, other: string];

/** @returns what it is about, and what each says of it */
export function difference(
  method: string,
  params: readonly unknown[],
  own: unknown,
  other: unknown,
  currency: Currency,
): Difference {
  const subject = String(params[0]);
  const balance = (wei: unknown) => amountText(BigInt(String(wei)), currency);
  switch (method) {
    case "eth_call": {
      const { data, input, to } = params[0] as Readonly<Record<string, string | undefined>>;
      return callDifference(to ?? "", data ?? input ?? "0x", String(own), String(other));
    }
    case "eth_getCode":
      return [`the code of ${subject}`, codeText(own), codeText(other)];
    case "eth_getBalance":
      return [`the balance of ${subject}`, balance(own), balance(other)];
    case "eth_getTransactionCount": {
      const [ours, theirs] = [own, other].map((count) => `${Number(count)} transactions`);
      return [
        `how much ${subject} had sent by block ${Number(params[1])}`,
        ours ?? "",
        theirs ?? "",
      ];
    }
    case "eth_getLogs":
      return ["the sale's events", countText(own), countText(other)];
    case "eth_getBlockByNumber":
      return [`block ${Number(subject)}`, fieldText(own, "hash"), fieldText(other, "hash")];
    case "eth_getTransactionReceipt":
      return [`the receipt of ${subject}`, receiptText(own), receiptText(other)];
    default:
      return [subject, fieldText(own, "blockHash"), fieldText(other, "blockHash")];
  }
}

function callDifference(to: string, data: string, own: string, other: string): Difference {
  for (const contract of [TICKET, PAYOUTS, OTHERS]) {
    const call = contract.parseTransaction({ data });
    if (call === null) continue;
    const label = `${call.name}(${call.args.map(String).join(", ")})`;
    try {
      const results = [own, other].map((answer) =>
        contract.decodeFunctionResult(call.fragment, answer),
      );
      if (call.name === "multicall") {
        const [inner, ours, theirs] = [call.args[0], results[0]?.[0], results[1]?.[0]];
        const at = [...inner].findIndex((_, index) => ours[index] !== theirs[index]);
        if (at >= 0) return callDifference(to, inner[at], ours[at], theirs[at]);
      }
      const [ours = "", theirs = ""] = results.map((result) => result.map(String).join(", "));
      return [label, ours, theirs];
    } catch {
      return [label, own, other];
    }
  }
  return [`a call of ${to}`, own.slice(0, 66), other.slice(0, 66)];
}

function codeText(code: unknown): string {
  return code === "0x" ? "none" : `${String(code).length / 2 - 1} bytes (${hashOf(String(code))})`;
}

function countText(logs: unknown): string {
  return Array.isArray(logs)
    ? `${logs.length} (${hashOf(JSON.stringify(logs.map(logEssence)))})`
    : "?";
}

function receiptText(receipt: unknown): string {
  if (receipt === null) return "none";
  return `status ${Number(fieldText(receipt, "status"))} in block ${fieldText(receipt, "blockHash")}`;
}

function fieldText(from: unknown, field: string): string {
  return from === null ? "none" : String(Reflect.get(from as object, field));
}

export function disagreement(
  label: string,
  first: string,
  own: string,
  second: Pick<Endpoint, "host">,
  other: string,
): Disagreement {
  return new Disagreement(
    `The endpoints disagree on ${label}: ${first} says ${own}, ${second.host} says ${other}. ` +
      "Find out which one is right before you go on.",
  );
}
