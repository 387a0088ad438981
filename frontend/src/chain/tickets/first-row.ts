import { FirstRowLens } from "../../../../typechain-types/lenses.ts";
import { withDeadline } from "../../platform/deadline.ts";
import { lensCall } from "../rpc/lens-call.ts";
import type { ReadResult, RpcCall, Transport } from "../rpc/transport.ts";

/** The number of pictures in a row on a phone. */
export const FIRST_ROW = 4;

/** Must equal the value in contracts/lenses/FirstRowLens.sol. */
const PER_CALL = 2;
const MOST_BYTES = 24_576;
const PATIENCE_MS = 5_000;

export type FirstRow = ReturnType<typeof createFirstRow>;

export function createFirstRow(transport: Transport, ticketAddress: string) {
  let owner: string | null = null;
  let row: Promise<Map<bigint, string>> = Promise.resolve(new Map());

  async function read(account: string): Promise<Map<bigint, string>> {
    const calls: RpcCall[] = [];
    for (let before = 0; before < FIRST_ROW; before += PER_CALL) {
      calls.push(lensCall(FirstRowLens, BigInt(ticketAddress), BigInt(account), BigInt(before)));
    }
    const accept = (answer: ReadResult) =>
      new Map(calls.flatMap((_, index) => metadataIn(answer(index))));
    try {
      return await withDeadline(null, PATIENCE_MS, (signal) =>
        transport.requestAll(calls, accept, signal),
      );
    } catch (error) {
      console.warn("The first pictures are read one by one", error);
      if (owner === account) owner = null;
      return new Map();
    }
  }

  return {
    expect(account: string): void {
      if (owner === account) return;
      owner = account;
      row = read(account);
    },
    /**
     * Returns a ticket's `tokenURI` once, then `null`. Also returns `null` if the row lacks the
     * ticket.
     */
    async take(tokenId: bigint): Promise<string | null> {
      const found = await row;
      const metadata = found.get(tokenId) ?? null;
      found.delete(tokenId);
      return metadata;
    },
  };
}

/** Decodes each ticket's number, its metadata's length, and the metadata. */
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
