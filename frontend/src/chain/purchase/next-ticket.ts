import { asData } from "../rpc/answers.ts";
import type { Transport } from "../rpc/transport.ts";
import { createPictureReader } from "./pictures.ts";

/** `renderer()` of the contract. */
const RENDERER = "0x8ada6b0f";

/**
 * Reads the picture of a ticket that is not sold yet: the contract refuses to tell its metadata, its renderer draws any
 * number. Only what is drawn on chain: a folder outside it is another site, which is not asked before a press.
 * @returns its address for `src`; `null` if it is not drawn on chain
 */
export function createNextTicketReader(transport: Transport, ticketAddress: string) {
  return async (tokenId: bigint): Promise<string | null> => {
    const call = { method: "eth_call", params: [{ to: ticketAddress, data: RENDERER }, "latest"] };
    const renderer = await transport.request(call, (answer) => {
      const [, address] = /^0x0{24}([0-9a-f]{40})$/i.exec(asData(answer)) ?? [];
      if (address === undefined) throw new TypeError("Not an address");
      return `0x${address}`;
    });
    const found = await createPictureReader(transport, renderer)([tokenId]);
    return typeof found === "string" ? null : (found[0]?.image ?? null);
  };
}
