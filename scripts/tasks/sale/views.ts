import type { Interface, Result } from "ethers";
import type { Sale } from "../record/sale.ts";
import { chunksOf } from "./chunks.ts";

/** A view of `Ticket` and its arguments. */
type View = readonly [name: string, ...args: unknown[]];

/**
 * Reads many views with few requests.
 * @param atOnce views per request
 */
export async function readViews(
  { ticket }: Sale,
  views: readonly View[],
  block: number | undefined,
  atOnce: number,
): Promise<Result[]> {
  const abi: Interface = ticket.interface;
  const read: Result[] = [];
  for (const some of chunksOf(views, atOnce)) {
    const answers = await ticket.multicall.staticCall(
      some.map(([name, ...args]) => abi.encodeFunctionData(name, args)),
      block === undefined ? {} : { blockTag: block },
    );
    for (const [i, [name]] of some.entries()) {
      read.push(abi.decodeFunctionResult(name, answers[i] ?? "0x"));
    }
  }
  return read;
}
