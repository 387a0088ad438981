import { getAddress } from "ethers";
import type { Sale } from "../record/sale.ts";

export interface Holder {
  readonly address: string;
  readonly tickets: number;
}

/** Owners per call. Each takes about 3k gas, or up to 100k after a large purchase. */
const READ_AT_ONCE = 100;

/**
 * Reads owners instead of transfer events, because anyone can add more events to a block than an
 * endpoint returns.
 * @returns most tickets first
 */
export async function readHolders(sale: Sale, block: number): Promise<Holder[]> {
  const { interface: abi } = sale.ticket;
  const supply = Number(await sale.ticket.totalSupply({ blockTag: block }));
  const counts = new Map<string, number>();
  for (let first = 1; first <= supply; first += READ_AT_ONCE) {
    const count = Math.min(READ_AT_ONCE, supply - first + 1);
    const calls = Array.from({ length: count }, (_, i) =>
      abi.encodeFunctionData("ownerOf", [first + i]),
    );
    const answers = await sale.ticket.multicall.staticCall(calls, { blockTag: block });
    for (const answer of answers) {
      const owner = getAddress(abi.decodeFunctionResult("ownerOf", answer)[0]);
      counts.set(owner, (counts.get(owner) ?? 0) + 1);
    }
  }
  return [...counts]
    .map(([address, tickets]) => ({ address, tickets }))
    .sort((a, b) => b.tickets - a.tickets || (a.address < b.address ? -1 : 1));
}
