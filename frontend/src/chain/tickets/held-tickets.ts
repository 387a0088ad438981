import { HeldTicketsLens } from "../../../../typechain-types/lenses.ts";
import { COLLECTION_SIZE } from "../../domain/order/supply.ts";
import { delay } from "../../platform/delay.ts";
import { asWords } from "../rpc/answers.ts";
import { lensCall } from "../rpc/lens-call.ts";
import { opinions, pairOf } from "../rpc/opinions.ts";
import {
  EndpointsFailed,
  type FailoverTransport,
  type ReadResult,
  type RpcCall,
} from "../rpc/transport.ts";

/**
 * Calls `ownerOf` in a lens, because the contract has no list by account, and public endpoints
 * reject searches of so many blocks. Both functions throw {EndpointsFailed}.
 */
export interface HeldTickets {
  count(account: string, signal: AbortSignal): Promise<number>;
  /** In ascending order. */
  find(account: string, signal: AbortSignal): Promise<readonly bigint[]>;
}

/** Must equal the value in contracts/lenses/HeldTicketsLens.sol. */
export const NUMBERS_PER_CALL = 1024;
const WORD_BITS = 256;
/** An endpoint may be a block behind, so the page asks again. */
const ROUNDS = 3;
const ROUND_MS = 1_500;

export function createHeldTickets(
  transport: FailoverTransport,
  ticketAddress: string,
): HeldTickets {
  async function confirmed(
    calls: readonly RpcCall[],
    accept: (answers: readonly unknown[]) => readonly bigint[],
    signal: AbortSignal,
  ): Promise<readonly bigint[]> {
    const accepted = (read: ReadResult) => accept(calls.map((_, index) => read(index)));
    for (let round = 1; ; round += 1) {
      const told = await opinions<readonly bigint[]>(
        transport,
        (endpoint, asking) => endpoint.requestAll(calls, accepted, asking),
        (answers) => agreed(answers) !== undefined,
        signal,
      );
      const [only] = told;
      if (only === undefined) throw new EndpointsFailed("No endpoint tells the tickets");
      // Accepts a single answer only if it contains tickets.
      const isEnough = transport.size === 1 || (told.length === 1 && only.some((n) => n > 0n));
      const found = isEnough ? only : agreed(told);
      if (found !== undefined) return found;
      if (told.length === 1 || round === ROUNDS) {
        throw new EndpointsFailed("No two endpoints tell the same tickets");
      }
      await delay(ROUND_MS, signal);
    }
  }

  return {
    async count(account, signal) {
      const data = `0x70a08231${account.slice(2).toLowerCase().padStart(64, "0")}`;
      const call = { method: "eth_call", params: [{ to: ticketAddress, data }, "latest"] };
      const accept = ([answer]: readonly unknown[]) => [balanceOf(asWords(answer, 1))];
      const [balance] = await confirmed([call], accept, signal);
      return Number(balance);
    },

    async find(account, signal) {
      const starts: number[] = [];
      for (let start = 1; start <= Number(COLLECTION_SIZE); start += NUMBERS_PER_CALL) {
        starts.push(start);
      }
      const calls = starts.map((start) =>
        lensCall(HeldTicketsLens, BigInt(ticketAddress), BigInt(account), BigInt(start)),
      );
      return await confirmed(calls, (answers) => heldIn(starts, answers), signal);
    },
  };
}

function agreed(told: readonly (readonly bigint[])[]): readonly bigint[] | undefined {
  return pairOf(told, (one, other) => String(other) === String(one))?.[0];
}

/** Each answer has a balance, and a bit for each number. */
const ANSWER_WORDS = 1 + NUMBERS_PER_CALL / WORD_BITS;

function balanceOf([balance = 0n]: readonly bigint[]): bigint {
  if (balance > COLLECTION_SIZE) throw new TypeError("More tickets than there are");
  return balance;
}

/** @throws if a ticket was transferred between the calls, or if an endpoint forged answers */
function heldIn(starts: readonly number[], answers: readonly unknown[]): readonly bigint[] {
  const all = answers.map((answer) => asWords(answer, ANSWER_WORDS));
  const held = all.flatMap(([, ...words], call) =>
    words.flatMap((word, index) => {
      const first = (starts[call] ?? 0) + WORD_BITS * index;
      const numbers = Array.from({ length: WORD_BITS }, (_, bit) => BigInt(first + bit));
      return numbers.filter((_, bit) => (word >> BigInt(bit)) & 1n);
    }),
  );
  if (held.some((number) => number > COLLECTION_SIZE))
    throw new TypeError("There is no such ticket");
  if (all.some((words) => balanceOf(words) !== BigInt(held.length))) {
    throw new TypeError("Not as many tickets as the account has");
  }
  return held;
}
