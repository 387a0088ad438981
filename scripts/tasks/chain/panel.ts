import { toQuantity } from "ethers";
import { type Currency, currencyOf } from "../../../networks.ts";
import { oneLine, TaskError, withoutKeys } from "../cli/task.ts";
import {
  atBlock,
  difference,
  disagreement,
  essence,
  isCompared,
  isFinal,
  isPending,
  KEPT,
} from "./answers.ts";
import type { Endpoint } from "./endpoint.ts";
import { NoAnswer, sayingSo } from "./waiting.ts";

export interface Health {
  readonly name: string;
  /** The newest block's number; `null` if the endpoint did not answer. */
  readonly block: number | null;
  /** Seconds behind the newest block that `needed` endpoints have. */
  readonly behindSeconds: number;
  readonly errors: number;
  readonly problem: string | null;
}

export interface Agreed {
  readonly number: number;
  readonly hash: string;
  /** Seconds. */
  readonly timestamp: number;
}

class NoBlock extends TaskError {}

/** Endpoints that get the same requests; `needed` of them must agree. */
export interface Panel {
  readonly needed: number;
  look(): Promise<Agreed | TaskError>;
  health(): readonly Health[];
  /**
   * Answers as soon as `needed` endpoints agree. Asks only the first endpoint for answers that
   * can't be compared, such as an estimate.
   * @throws a `Disagreement`, or an endpoint's error if too few answer
   */
  request(method: string, params: readonly unknown[]): Promise<unknown>;
}

export interface PanelEndpoint extends Endpoint {
  readonly isVetted?: boolean;
  /** The one that Hardhat is connected to, which reports its own waits and errors. */
  readonly isOwn?: boolean;
  readonly explain?: (method: string, error: unknown) => unknown;
}

export type Endpoints = readonly [PanelEndpoint, ...PanelEndpoint[]];

interface Member extends PanelEndpoint {
  head: Agreed | null;
  isVetted: boolean;
  /** Why the endpoint's newest block is unknown. */
  fault: string | null;
  error: unknown;
  lag: string | null;
  readonly lies: Map<string, string>;
  asking: Promise<void> | null;
  errors: number;
}

interface PanelOptions {
  readonly chainId: number;
  readonly confirmations?: number;
  readonly firstBlock?: number;
  readonly blocksApart?: number;
  readonly signal?: AbortSignal;
}

/** Half of the 128 blocks whose state a full node keeps. */
export const BLOCKS_APART = 64;
const MOST_BEHIND_S = 60;
/** A reorg can still replace newer blocks. */
const BLOCKS_BACK = 4;

export function createPanel(endpoints: readonly PanelEndpoint[], options: PanelOptions): Panel {
  const { chainId } = options;
  const needed = Math.min(2, endpoints.length);
  const members = endpoints.map(memberOf);
  let found: Promise<Agreed | TaskError> | null = null;
  let agreeing: readonly Member[] = [];
  let answers = new Map<string, Promise<unknown>>();

  const look = () => {
    found = lookAt(members, needed, options).then((result) => {
      agreeing = result instanceof TaskError ? [] : result.agreeing;
      return result instanceof TaskError ? result : result.block;
    });
    return found;
  };

  async function answerOf(method: string, params: readonly unknown[]): Promise<unknown> {
    if (method === "eth_maxPriorityFeePerGas") return await lowestTip(members);
    if (!isCompared(method, params) && method !== "eth_blockNumber") {
      return await explained(members[0], method, params);
    }
    found ??= look();
    const block = await found;
    if (block instanceof TaskError) {
      found = null;
      throw block.cause ?? block;
    }
    if (method === "eth_blockNumber") return toQuantity(block.number);
    const asked = atBlock(method, params, block.number);
    return await quorum(agreeing, needed, currencyOf(chainId), method, asked);
  }

  return {
    needed,
    look() {
      answers = new Map();
      return look();
    },
    health: () => members.map((member) => healthOf(member, members, needed)),
    async request(method, params) {
      if (method === "eth_chainId") return toQuantity(chainId);
      if (!KEPT.has(method)) return await answerOf(method, params);
      const question = `${method} ${JSON.stringify(params)}`;
      const kept = answers;
      const known = kept.get(question);
      if (known !== undefined) return await known;
      const answer = answerOf(method, params);
      kept.set(question, answer);
      void answer.then(isFinal, () => false).then((isKept) => isKept || kept.delete(question));
      return await answer;
    },
  };
}

function memberOf(endpoint: PanelEndpoint): Member {
  const { isVetted = false } = endpoint;
  const state = { head: null, isVetted, fault: null, error: null, lag: null, asking: null };
  return { ...endpoint, ...state, lies: new Map(), errors: 0 };
}

async function ask(member: Member, method: string, params: readonly unknown[]): Promise<unknown> {
  const asked = () => member.request(method, params);
  const isQuiet = member.isOwn === true || member.fault !== null;
  return isQuiet ? await asked() : await sayingSo(`${member.host} to answer ${method}`, asked);
}

function explain(member: Member, method: string, error: unknown): unknown {
  if (error instanceof BadBlock) return new TaskError(`${member.host} ${error.message}`);
  if (member.isOwn) return error;
  if (member.explain !== undefined) return member.explain(method, error);
  const text = `${member.host} fails at ${method}: ${faultText(error)}`;
  return isTimeout(error) ? new NoAnswer(text) : new TaskError(text);
}

async function explained(member: Member | undefined, method: string, params: readonly unknown[]) {
  if (member === undefined) throw new TaskError("No endpoint was asked");
  try {
    return await ask(member, method, params);
  } catch (error) {
    throw explain(member, method, error);
  }
}

/** Takes the lowest tip, because one endpoint may report any tip. */
async function lowestTip(members: readonly Member[]): Promise<unknown> {
  const asked = members.map((member) => explained(member, "eth_maxPriorityFeePerGas", []));
  const [first, ...others] = await Promise.allSettled(asked);
  if (first?.status !== "fulfilled") throw first?.reason;
  const tips = others.flatMap((other) => (other.status === "fulfilled" ? [other.value] : []));
  return [first.value, ...tips].reduce((a, b) => (BigInt(String(b)) < BigInt(String(a)) ? b : a));
}

/** Does not wait for endpoints that failed last time, if the others are enough. */
async function lookAt(members: readonly Member[], needed: number, options: PanelOptions) {
  const healthy = members.filter(({ fault }) => fault === null);
  for (const member of members) member.asking ??= askHead(member, options);
  const awaited = healthy.length >= needed ? healthy : members;
  await Promise.all(awaited.map(({ asking }) => asking));
  return await agree(members, needed, options);
}

async function askHead(member: Member, { chainId, signal }: PanelOptions): Promise<void> {
  try {
    if (!member.isVetted) {
      const served = Number(await ask(member, "eth_chainId", []));
      if (served !== chainId) throw new TaskError(`serves chain ${served}, not ${chainId}`);
      member.isVetted = true;
    }
    member.head = blockOf(await ask(member, "eth_getBlockByNumber", ["latest", false]));
    member.fault = null;
  } catch (error) {
    if (signal?.aborted) return;
    member.head = null;
    failed(member, "eth_getBlockByNumber", error);
  } finally {
    member.asking = null;
  }
}

function failed(member: Member, method: string, error: unknown): void {
  member.errors += 1;
  member.fault = faultText(error);
  member.error = explain(member, method, error);
}

interface Agreement {
  readonly block: Agreed;
  readonly agreeing: readonly Member[];
}

async function agree(
  members: readonly Member[],
  needed: number,
  { confirmations = 0, firstBlock = 0, blocksApart = Number.POSITIVE_INFINITY }: PanelOptions,
): Promise<Agreement | TaskError> {
  const heads = members.flatMap(({ host, head }) => (head === null ? [] : { host, ...head }));
  heads.sort((a, b) => b.number - a.number);
  const [newest, common] = [heads[0], heads[needed - 1]];
  for (const member of members) {
    member.lag = common && member.head ? lagText(member.head, common) : null;
  }
  if (newest === undefined || common === undefined) {
    return tooFew(members, `${heads.length} of ${members.length} endpoints answer`, needed);
  }
  if (newest.number - common.number > blocksApart) {
    const said = members.map(({ host, head }) => [host, String(head?.number)] as const);
    return disagreement("the newest block", said);
  }
  const first = Math.max(common.number - confirmations, firstBlock);
  if (common.number < first) return new NoBlock(`no two endpoints have block ${firstBlock} yet`);
  const last = Math.max(firstBlock, first - BLOCKS_BACK);
  for (let number = first; ; number -= 1) {
    const told = await tellBlock(members, number);
    const alike = (hash: string) => told.filter(({ block }) => block.hash === hash);
    const [best] = told.toSorted((a, b) => alike(b.block.hash).length - alike(a.block.hash).length);
    const agreeing = best === undefined ? [] : alike(best.block.hash);
    const isDecided = best !== undefined && agreeing.length >= needed;
    if (!isDecided && told.length >= needed && number > last) continue;
    const wrong =
      told.length < 2 ? [] : told.filter((one) => !(isDecided && agreeing.includes(one)));
    for (const { member, block } of wrong)
      member.lag = `says that block ${number} is ${block.hash}`;
    if (isDecided) return { block: best.block, agreeing: agreeing.map(({ member }) => member) };
    if (told.length < needed) {
      return tooFew(
        members,
        `${told.length} of ${members.length} endpoints tell block ${number}`,
        needed,
      );
    }
    return disagreement(
      `block ${number}`,
      told.map(({ member, block }) => [member.host, block.hash]),
    );
  }
}

function tooFew(members: readonly Member[], text: string, needed: number): NoBlock {
  const failed = members.find(({ fault }) => fault !== null);
  return new NoBlock(`${text}, and ${needed} have to`, { cause: failed?.error });
}

interface Told {
  readonly member: Member;
  readonly block: Agreed;
}

async function tellBlock(members: readonly Member[], number: number): Promise<readonly Told[]> {
  const able = members.filter(({ head }) => head !== null && head.number >= number);
  const told = able.map(async (member) => {
    if (member.head?.number === number) return { member, block: member.head };
    try {
      const found = await ask(member, "eth_getBlockByNumber", [toQuantity(number), false]);
      return { member, block: blockOf(found) };
    } catch (error) {
      failed(member, "eth_getBlockByNumber", error);
      return null;
    }
  });
  return (await Promise.all(told)).filter((one) => one !== null);
}

interface Said {
  readonly member: Member;
  readonly answer: unknown;
  readonly essence: string;
}

async function quorum(
  asked: readonly Member[],
  needed: number,
  currency: Currency,
  method: string,
  params: readonly unknown[],
): Promise<unknown> {
  const said: Said[] = [];
  const errors = new Map<Member, unknown>();
  let right: Said | undefined;
  const isSaidByEnough = ({ essence }: Said) =>
    said.filter((one) => one.essence === essence).length >= needed;
  const differing = (one: Said, other: Said) =>
    difference(method, params, one.answer, other.answer, currency);
  const noteLie = (one: Said, right: Said) => {
    const { lies } = one.member;
    if (one.essence === right.essence) return lies.delete(method);
    const [label, theirs, ours] = differing(one, right);
    const text = `says ${shortened(theirs)} for ${label}, and the others ${shortened(ours)}`;
    return lies.set(method, text);
  };
  await new Promise<void>((decide) => {
    const hear = async (member: Member) => {
      try {
        const answer = await ask(member, method, params);
        said.push({ member, answer, essence: essence(method, answer) });
        right ??= said.find(isSaidByEnough);
        if (right !== undefined) for (const one of said) noteLie(one, right);
      } catch (error) {
        member.errors += 1;
        errors.set(member, error);
      }
      if (right !== undefined || said.length + errors.size === asked.length) decide();
    };
    for (const member of asked) void hear(member);
  });
  if (right !== undefined) return right.answer;
  const [one, other] = asked.flatMap((by) => said.filter(({ member }) => member === by));
  if (said.length < needed || one === undefined || other === undefined) {
    const failed = asked.find((member) => errors.has(member));
    throw failed === undefined
      ? new TaskError("No endpoint was asked")
      : explain(failed, method, errors.get(failed));
  }
  if (said.some(({ answer }) => isPending(answer))) return one.answer;
  const [label, ours, theirs] = differing(one, other);
  for (const { member } of said) member.lies.set(method, `disagrees on ${label}`);
  throw disagreement(label, [
    [one.member.host, ours],
    [other.member.host, theirs],
  ]);
}

function healthOf(member: Member, members: readonly Member[], needed: number): Health {
  const { host, head, errors, fault, lag, lies } = member;
  const times = members.flatMap(({ head }) => head?.timestamp ?? []).sort((a, b) => b - a);
  const common = times[needed - 1] ?? 0;
  return {
    name: host,
    block: head?.number ?? null,
    behindSeconds: head === null ? 0 : Math.max(0, common - head.timestamp),
    errors,
    problem: fault ?? lag ?? [...lies.values()][0] ?? null,
  };
}

function lagText(head: Agreed, common: Agreed): string | null {
  const seconds = common.timestamp - head.timestamp;
  if (Math.abs(seconds) <= MOST_BEHIND_S) return null;
  const side = seconds > 0 ? "behind" : "ahead of";
  return `is ${Math.abs(seconds)} s ${side} the others, at block ${head.number}`;
}

class BadBlock extends TaskError {}

function blockOf(told: unknown): Agreed {
  const { number, hash, timestamp } = (told ?? {}) as Readonly<Record<string, unknown>>;
  const quantity = (value: unknown) =>
    typeof value === "string" && /^0x[0-9a-f]{1,12}$/i.test(value) ? Number(value) : Number.NaN;
  const block = { number: quantity(number), hash: String(hash), timestamp: quantity(timestamp) };
  if (
    Number.isNaN(block.number) ||
    Number.isNaN(block.timestamp) ||
    !/^0x[0-9a-f]{64}$/i.test(block.hash)
  ) {
    throw new BadBlock("gives an invalid block");
  }
  return { ...block, hash: block.hash.toLowerCase() };
}

function shortened(said: string): string {
  return said.replaceAll(/(0x[0-9a-f]{8})[0-9a-f]{56,}/gi, "$1…");
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === "TimeoutError";
}

function faultText(error: unknown): string {
  if (error instanceof TaskError) return oneLine(error);
  if (isTimeout(error)) return "is silent";
  if (error instanceof SyntaxError) return "answers with something that is not JSON";
  if (error instanceof TypeError) return "can't be reached";
  return `gives an error: ${withoutKeys(oneLine(error))}`;
}
