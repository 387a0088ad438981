import { withDeadline } from "../../platform/deadline.ts";
import type { RpcCall, Transport } from "../rpc/transport.ts";
import { programCall, push2 } from "./evm-program.ts";

/** Tickets whose pictures come with their numbers: a row of them on a telephone. */
export const FIRST_ROW = 4;

/** A program's answer counts as code, at most 24,576 bytes (EIP-170). A picture is some 8,600. */
const PER_CALL = 2;
const MOST_BYTES = 24_576;
/** The search ends before gas runs out: a picture takes 4 million, the answer 200 a byte. */
const GAS_KEPT = 10_000_000;
/** Later pictures are read one by one. */
const PATIENCE_MS = 5_000;

export type FirstRow = ReturnType<typeof createFirstRow>;

/**
 * The metadata of an account's first tickets, requested together with the numbers of all, not after them. `HeldTickets`
 * decides which tickets the account holds.
 */
export function createFirstRow(transport: Transport, ticketAddress: string) {
  let owner: string | null = null;
  let row: Promise<Map<bigint, string>> = Promise.resolve(new Map());

  async function read(account: string): Promise<Map<bigint, string>> {
    const calls: RpcCall[] = [];
    for (let before = 0; before < FIRST_ROW; before += PER_CALL) {
      calls.push(metadataCall(ticketAddress, account, before));
    }
    try {
      return await withDeadline(null, PATIENCE_MS, (signal) =>
        transport.requestAll(
          calls,
          (answer) => new Map(calls.flatMap((_, index) => metadataIn(answer(index)))),
          signal,
        ),
      );
    } catch (error) {
      console.warn("The first pictures are read one by one", error);
      if (owner === account) owner = null;
      return new Map();
    }
  }

  return {
    /** Starts to read it, unless it has been read for this account. */
    expect(account: string): void {
      if (owner === account) return;
      owner = account;
      row = read(account);
    },
    /** The result of `tokenURI`, given once; `null` for a ticket outside the row. */
    async take(tokenId: bigint): Promise<string | null> {
      const found = await row;
      const metadata = found.get(tokenId) ?? null;
      found.delete(tokenId);
      return metadata;
    },
  };
}

/**
 * Asks for the metadata of the account's first tickets after `before`. Answers with each number, the length of its metadata,
 * and that as `tokenURI` returns it. The first byte of a number is 0, because data that starts with 0xEF can't be
 * returned (EIP-3541).
 */
function metadataCall(ticketAddress: string, account: string, before: number): RpcCall {
  const ticket = ticketAddress.slice(2).toLowerCase();
  const owner = account.slice(2).toLowerCase();
  return programCall([
    // 0x00: the call's data. 0x40: its short answer. 0x60: totalSupply. 0x80: how many of the account's are found.
    // 0x100: the answer, whose end is in 0xa0.
    "61010060a052", // MSTORE(0xa0, 0x100)
    "6318160ddd60e01b600052", // MSTORE(0x00, the selector of totalSupply)
    `602060606004600073${ticket}5afa50`, // STATICCALL(GAS, ticket, 0x00, 0x04, 0x60, 0x20)
    "6001", // i = 1, which stays on the stack
    "loop:",
    "8060605110{end}57", // if MLOAD(0x60) < i, goto end
    `63${GAS_KEPT.toString(16).padStart(8, "0")}5a10{end}57`, // if GAS < GAS_KEPT, goto end
    "636352211e60e01b600052", // MSTORE(0x00, the selector of ownerOf)
    "80600452", // MSTORE(0x04, i)
    `602060406024600073${ticket}5afa`, // STATICCALL(GAS, ticket, 0x00, 0x24, 0x40, 0x20)
    `60405173${owner}1416`, // AND(it succeeded, MLOAD(0x40) == owner)
    "15{next}57", // if not, goto next
    "608051600101608052", // MSTORE(0x80, MLOAD(0x80) + 1)
    `${push2(before)}60805111`, // MLOAD(0x80) > before
    "15{next}57", // if not, goto next
    "63c87b56dd60e01b600052", // MSTORE(0x00, the selector of tokenURI)
    "80600452", // MSTORE(0x04, i)
    `600060006024600073${ticket}5afa`, // STATICCALL(GAS, ticket, 0x00, 0x24, 0x00, 0x00)
    "15{next}57", // if it reverted, goto next
    // If the answer's length, MLOAD(0xa0) + 0x40 + RETURNDATASIZE - 0x100, is above MOST_BYTES, goto end.
    `${push2(MOST_BYTES)}60c060a0513d010311{end}57`,
    "8060a05152", // MSTORE(MLOAD(0xa0), i)
    "3d602060a0510152", // MSTORE(MLOAD(0xa0) + 0x20, RETURNDATASIZE)
    "3d6000604060a051013e", // RETURNDATACOPY(MLOAD(0xa0) + 0x40, 0x00, RETURNDATASIZE)
    "3d604060a051010160a052", // MSTORE(0xa0, MLOAD(0xa0) + 0x40 + RETURNDATASIZE)
    `${push2(before + PER_CALL)}60805114{end}57`, // if MLOAD(0x80) == before + PER_CALL, goto end
    "next:",
    "600101{loop}56", // i += 1, goto loop
    "end:",
    "61010060a05103610100f3", // RETURN(0x100, MLOAD(0xa0) - 0x100)
  ]);
}

/** Reads the answer to `metadataCall`, by ticket. @throws for malformed data */
function metadataIn(answer: unknown): readonly (readonly [bigint, string])[] {
  const most = 2 + 2 * MOST_BYTES;
  if (typeof answer !== "string" || answer.length > most || !/^0x[0-9a-f]*$/i.test(answer)) {
    throw new TypeError("Not the metadata of tickets");
  }
  const found: (readonly [bigint, string])[] = [];
  for (let at = 2; at < answer.length; ) {
    const end = at + 128 + 2 * Number(`0x${answer.slice(at + 64, at + 128)}`);
    if (!(end <= answer.length)) throw new TypeError("Less than it says");
    found.push([BigInt(`0x${answer.slice(at, at + 64)}`), `0x${answer.slice(at + 128, end)}`]);
    at = end;
  }
  return found;
}
