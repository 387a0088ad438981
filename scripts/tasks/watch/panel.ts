import { toQuantity } from "ethers";
import { currencyOf } from "../../../networks.ts";
import { askEndpoint } from "../record/second-endpoint.ts";
import { atBlock, difference, disagreement, essence } from "../record/second-opinion.ts";
import { oneLine, TaskError, withoutKeys } from "../shared/task-action.ts";
import { NoAnswer, sayingSo } from "../shared/waiting.ts";
import type { WatchedEndpoint } from "./endpoints.ts";

/** How an endpoint stands after a look. */
export interface Health {
  readonly name: string;
  /** Its newest block; `null` as long as it doesn't say. */
  readonly block: number | null;
  /** By the time of its newest block, against the block that enough endpoints have. */
  readonly behindSeconds: number;
  /** Requests that failed since the watch began. */
  readonly errors: number;
  /** What is wrong with it now, as in "is 75 s behind", or `null` if it agrees. */
  readonly problem: string | null;
}

/** A block that enough endpoints have alike, and so many more on top as were asked for. */
export interface Agreed {
  readonly number: number;
  readonly hash: string;
  /** Seconds. */
  readonly timestamp: number;
}

/** Several endpoints that are asked as one: what it tells, `needed` of them have said alike. */
export interface Panel {
  readonly needed: number;
  /** Asks each endpoint for its newest block. @returns the block that reads are of from here on, or why there is none */
  look(): Promise<Agreed | string>;
  health(): readonly Health[];
  /**
   * Asks every endpoint that agreed at the last look, and is answered as soon as enough say the same.
   * @throws if too few do: a `Disagreement` if they said different things
   */
  request(method: string, params: readonly unknown[]): Promise<unknown>;
}

interface Member extends WatchedEndpoint {
  head: Agreed | null;
  /** Whether it is of the right chain. */
  isVetted: boolean;
  /** Why it gave no newest block. */
  fault: string | null;
  /** Against the others. */
  lag: string | null;
  /** The method whose answers differ from what enough others say, and how. */
  readonly lies: Map<string, string>;
  asking: Promise<void> | null;
  errors: number;
}

interface PanelOptions {
  readonly chainId: number;
  /** Blocks on top of the one that is read. */
  readonly confirmations: number;
  /** The first block to read. */
  readonly firstBlock: number;
  readonly signal: AbortSignal;
}

/** An endpoint's newest block may be so much older than the one that enough others have. */
const MOST_BEHIND_S = 60;

export function createPanel(
  endpoints: readonly WatchedEndpoint[],
  { chainId, confirmations, firstBlock, signal }: PanelOptions,
): Panel {
  const needed = Math.min(2, endpoints.length);
  const currency = currencyOf(chainId);
  const members = endpoints.map((endpoint): Member => {
    const state = { head: null, isVetted: false, fault: null, lag: null, asking: null };
    return { ...endpoint, ...state, lies: new Map(), errors: 0 };
  });
  let agreed: Agreed | null = null;
  let agreeing: readonly Member[] = [];

  const ask = (member: Member, method: string, params: readonly unknown[]) => {
    const asked = () => askEndpoint(member.url, method, params, signal);
    // Of one that failed at the last look this has been said.
    return member.fault === null ? sayingSo(`${member.name} to answer ${method}`, asked) : asked();
  };

  async function askHead(member: Member): Promise<void> {
    try {
      if (!member.isVetted) {
        const served = Number(await ask(member, "eth_chainId", []));
        if (served !== chainId) throw new TaskError(`serves chain ${served}, not ${chainId}`);
        member.isVetted = true;
      }
      member.head = blockOf(await ask(member, "eth_getBlockByNumber", ["latest", false]));
      member.fault = null;
    } catch (error) {
      if (signal.aborted) return;
      member.head = null;
      member.errors += 1;
      member.fault = faultText(error);
    } finally {
      member.asking = null;
    }
  }

  async function agree(): Promise<Agreed | string> {
    const heads = members.flatMap(({ head }) => head ?? []).sort((a, b) => b.number - a.number);
    const common = heads[needed - 1];
    for (const member of members) {
      member.lag = common && member.head ? lagText(member.head, common) : null;
    }
    if (common === undefined) {
      return `${heads.length} of ${members.length} endpoints answer, and ${needed} have to`;
    }
    const number = Math.max(common.number - confirmations, firstBlock);
    if (common.number < number) return `no two endpoints have block ${firstBlock} yet`;
    const able = members.filter(({ head }) => head !== null && head.number >= number);
    const found = await Promise.all(
      able.map(async (member) => {
        if (member.head?.number === number) return { member, block: member.head };
        try {
          const told = await ask(member, "eth_getBlockByNumber", [toQuantity(number), false]);
          return { member, block: blockOf(told) };
        } catch (error) {
          member.errors += 1;
          member.fault = faultText(error);
          return { member, block: null };
        }
      }),
    );
    const alike = (hash: string | undefined) => found.filter(({ block }) => block?.hash === hash);
    const best = found
      .flatMap(({ block }) => block ?? [])
      .sort((a, b) => alike(b.hash).length - alike(a.hash).length)[0];
    const others = found.filter(({ block }) => block !== null && block.hash !== best?.hash);
    const decided = best !== undefined && alike(best.hash).length >= needed;
    // Where two differ and no third decides, it is not known which one is wrong.
    for (const { member, block } of decided || others.length === 0 ? others : found) {
      if (block !== null) member.lag = `says that block ${number} is ${block.hash}`;
    }
    if (!decided) {
      const said = found.flatMap(({ member, block }) =>
        block === null ? [] : `${member.name} says ${block.hash}`,
      );
      return said.length < needed
        ? `${said.length} of ${members.length} endpoints tell block ${number}, and ${needed} have to`
        : `the endpoints disagree on block ${number}: ${said.join(", ")}`;
    }
    agreeing = alike(best.hash).map(({ member }) => member);
    return best;
  }

  return {
    needed,
    async look() {
      const healthy = members.filter(({ fault }) => fault === null);
      for (const member of members) member.asking ??= askHead(member);
      const awaited = healthy.length >= needed ? healthy : members;
      await Promise.all(awaited.map(({ asking }) => asking));
      const result = await agree();
      agreed = typeof result === "string" ? null : result;
      return result;
    },
    health() {
      return members.map((member) => ({
        name: member.name,
        block: member.head?.number ?? null,
        behindSeconds: behind(member, members, needed),
        errors: member.errors,
        problem: problemOf(member),
      }));
    },
    async request(method, params) {
      const at = agreed;
      if (at === null) throw new TaskError("The endpoints agree on no block");
      if (method === "eth_blockNumber") return toQuantity(at.number);
      if (method === "eth_chainId") return toQuantity(chainId);
      return await saidByEnough(method, atBlock(method, params, at.number));
    },
  };

  function saidByEnough(method: string, params: readonly unknown[]): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const said: {
        readonly member: Member;
        readonly answer: unknown;
        readonly essence: string;
      }[] = [];
      const errors: { readonly member: Member; readonly error: unknown }[] = [];
      let right: (typeof said)[number] | undefined;

      const compare = (other: (typeof said)[number]) => {
        if (right === undefined) return;
        if (other.essence === right.essence) other.member.lies.delete(method);
        else {
          const [label, theirs, ours] = difference(
            ...([method, params, other.answer, right.answer, currency] as const),
          );
          other.member.lies.set(
            method,
            `says ${shortened(theirs)} for ${label}, and the others ${shortened(ours)}`,
          );
        }
      };
      const settle = () => {
        if (right !== undefined || said.length + errors.length < agreeing.length) return;
        const [one, other] = said;
        if (said.length >= needed && one !== undefined && other !== undefined) {
          const told = difference(method, params, one.answer, other.answer, currency);
          const [label, ours, theirs] = told;
          for (const { member } of said) member.lies.set(method, `disagrees on ${label}`);
          reject(disagreement(label, one.member.name, ours, { host: other.member.name }, theirs));
          return;
        }
        for (const { member } of errors) member.errors += 1;
        const [failed] = errors;
        if (failed === undefined) return void reject(new TaskError("No endpoint was asked"));
        const text = `${failed.member.name} fails at ${method}: ${faultText(failed.error)}`;
        reject(isTimeout(failed.error) ? new NoAnswer(text) : new TaskError(text));
      };

      for (const member of agreeing) {
        ask(member, method, params).then(
          (answer) => {
            const told = { member, answer, essence: essence(method, answer) };
            said.push(told);
            if (right !== undefined) return compare(told);
            if (said.filter((one) => one.essence === told.essence).length >= needed) {
              right = told;
              for (const one of said) compare(one);
              for (const failed of errors) failed.member.errors += 1;
              return resolve(answer);
            }
            settle();
          },
          (error: unknown) => {
            errors.push({ member, error });
            if (right !== undefined) member.errors += 1;
            settle();
          },
        );
      }
      if (agreeing.length === 0) settle();
    });
  }
}

function problemOf({ fault, lag, lies }: Member): string | null {
  return fault ?? lag ?? [...lies.values()][0] ?? null;
}

function behind(member: Member, members: readonly Member[], needed: number): number {
  const times = members.flatMap(({ head }) => head?.timestamp ?? []).sort((a, b) => b - a);
  const common = times[needed - 1];
  return common === undefined || member.head === null
    ? 0
    : Math.max(0, common - member.head.timestamp);
}

function lagText(head: Agreed, common: Agreed): string | null {
  const seconds = common.timestamp - head.timestamp;
  if (Math.abs(seconds) <= MOST_BEHIND_S) return null;
  const side = seconds > 0 ? "behind" : "ahead of";
  return `is ${Math.abs(seconds)} s ${side} the others, at block ${head.number}`;
}

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
    throw new TaskError("gives a block that is none");
  }
  return { ...block, hash: block.hash.toLowerCase() };
}

/** Hashes are there to differ, and are not compared by eye. */
function shortened(said: string): string {
  return said.replaceAll(/(0x[0-9a-f]{8})[0-9a-f]{56,}/gi, "$1…");
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === "TimeoutError";
}

/** @returns as in "doesn't answer": what follows an endpoint's name */
function faultText(error: unknown): string {
  if (error instanceof TaskError) return oneLine(error);
  if (isTimeout(error)) return "is silent";
  if (error instanceof SyntaxError) return "answers with no JSON";
  if (error instanceof TypeError) return "can't be reached";
  return `gives an error: ${withoutKeys(oneLine(error))}`;
}
