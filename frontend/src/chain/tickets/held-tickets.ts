import { COLLECTION_SIZE } from "../../domain/supply.ts";
import { delay } from "../../platform/delay.ts";
import { opinions } from "../rpc/opinions.ts";
import {
  EndpointsFailed,
  type FailoverTransport,
  type ReadResult,
  type RpcCall,
} from "../rpc/transport.ts";
import { programCall, push2 } from "./evm-program.ts";

/**
 * Which tickets an account holds. The contract keeps no list of them, and public endpoints refuse to search the events of so
 * many blocks. So a program runs `ownerOf` in the endpoint's EVM and answers with a bit for each number:
 * docs/decisions/0035-held-tickets.md. Both throw {EndpointsFailed} for what can't be read, or is not confirmed.
 */
export interface HeldTickets {
  count(account: string, signal: AbortSignal): Promise<number>;
  /** In ascending order. */
  find(account: string, signal: AbortSignal): Promise<readonly bigint[]>;
}

/** Numbers in one call, a multiple of 256: about 8 million gas, a sixth of an endpoint's default limit. */
export const NUMBERS_PER_CALL = 1024;

const WORD_BITS = 256;

/** How often endpoints that differ are asked: one of them may be a block late. */
const ROUNDS = 3;
const ROUND_MS = 1_500;

export function createHeldTickets(
  transport: FailoverTransport,
  ticketAddress: string,
): HeldTickets {
  /** Asks all endpoints for a list of numbers, until two give the same. */
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
      // A sole answer is believed if it shows tickets, but not that there are none.
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
      const accept = ([answer]: readonly unknown[]) => [balanceOf(wordsOf(answer, 1))];
      const [balance] = await confirmed([call], accept, signal);
      return Number(balance);
    },

    async find(account, signal) {
      const starts: number[] = [];
      for (let start = 1; start <= Number(COLLECTION_SIZE); start += NUMBERS_PER_CALL) {
        starts.push(start);
      }
      const calls = starts.map((start) => searchCall(ticketAddress, account, start));
      return await confirmed(calls, (answers) => heldIn(starts, answers), signal);
    },
  };
}

/** The first list that two endpoints give. */
function agreed(told: readonly (readonly bigint[])[]): readonly bigint[] | undefined {
  return told.find((one, index) =>
    told.slice(0, index).some((other) => String(other) === String(one)),
  );
}

/** A balance, and a bit for each number. */
const ANSWER_WORDS = 1 + NUMBERS_PER_CALL / WORD_BITS;

/**
 * Asks for the account's balance, and a bit for each of the next numbers, the lowest one first in each word. The first
 * byte of a balance is 0, because data that starts with 0xEF can't be returned (EIP-3541).
 */
function searchCall(ticketAddress: string, account: string, start: number): RpcCall {
  const ticket = ticketAddress.slice(2).toLowerCase();
  const owner = account.slice(2).toLowerCase();
  return programCall([
    // 0x400: the call's data. 0x440: the answer to `ownerOf`. 0x480: totalSupply.
    "6318160ddd60e01b61040052", // MSTORE(0x400, the selector of totalSupply)
    `6020610480600461040073${ticket}5afa50`, // STATICCALL(GAS, ticket, 0x400, 0x04, 0x480, 0x20)
    "6370a0823160e01b61040052", // MSTORE(0x400, the selector of balanceOf)
    `73${owner}61040452`, // MSTORE(0x404, owner)
    `60206000602461040073${ticket}5afa`, // STATICCALL(GAS, ticket, 0x400, 0x24, 0x00, 0x20)
    "15{fail}57", // if it reverted, goto fail
    "636352211e60e01b61040052", // MSTORE(0x400, the selector of ownerOf)
    "6000", // i = 0, which stays on the stack
    "loop:",
    `80${push2(NUMBERS_PER_CALL)}14{end}57`, // if i == NUMBERS_PER_CALL, goto end
    `80${push2(start)}016104805110{end}57`, // if MLOAD(0x480) < start + i, goto end
    `80${push2(start)}0161040452`, // MSTORE(0x404, start + i)
    `6020610440602461040073${ticket}5afa`, // STATICCALL(GAS, ticket, 0x400, 0x24, 0x440, 0x20)
    `6104405173${owner}1416`, // AND(it succeeded, MLOAD(0x440) == owner)
    "15{next}57", // if not, goto next
    "60018160ff161b", // bit = 1 << (i & 0xff)
    "8160081c60051b602001", // word = 0x20 + 32 * (i >> 8)
    "80519091179052", // MSTORE(word, MLOAD(word) | bit)
    "next:",
    "600101{loop}56", // i += 1, goto loop
    "end:",
    `${push2(32 * ANSWER_WORDS)}6000f3`, // RETURN(0x00, the answer's length)
    "fail:",
    "60006000fd", // REVERT
  ]);
}

function wordsOf(answer: unknown, count: number): readonly bigint[] {
  if (typeof answer !== "string" || !/^0x([0-9a-f]{64})+$/i.test(answer)) {
    throw new TypeError("Not words");
  }
  const words = answer.slice(2).match(/.{64}/g) ?? [];
  if (words.length !== count) throw new TypeError("Not as many words as were asked for");
  return words.map((word) => BigInt(`0x${word}`));
}

function balanceOf([balance = 0n]: readonly bigint[]): bigint {
  if (balance > COLLECTION_SIZE) throw new TypeError("More tickets than there are");
  return balance;
}

/** @throws if an answer's balance is another: a ticket was transferred between the calls, or the answers are invented */
function heldIn(starts: readonly number[], answers: readonly unknown[]): readonly bigint[] {
  const all = answers.map((answer) => wordsOf(answer, ANSWER_WORDS));
  const held = all.flatMap(([, ...words], call) =>
    words.flatMap((word, index) => {
      const first = BigInt(starts[call] ?? 0) + BigInt(WORD_BITS * index);
      return bitsOf(word).map((bit) => first + BigInt(bit));
    }),
  );
  if (held.some((number) => number > COLLECTION_SIZE))
    throw new TypeError("There is no such ticket");
  if (all.some((words) => balanceOf(words) !== BigInt(held.length))) {
    throw new TypeError("Not as many tickets as the account has");
  }
  return held;
}

/** The set bits of a word, counted from the lowest one. */
function bitsOf(word: bigint): readonly number[] {
  const digits = word.toString(2);
  return [...digits]
    .flatMap((digit, index) => (digit === "1" ? [digits.length - 1 - index] : []))
    .reverse();
}
