import { asData } from "../rpc/answers.ts";
import type { Transport } from "../rpc/transport.ts";
import { createPictureReader, type Picture } from "./pictures.ts";

/** `renderer()` of the contract. */
const RENDERER = "0x8ada6b0f";

/**
 * Tickets that are not sold yet: the contract refuses to tell their metadata, its renderer draws any number. Only what is
 * drawn on chain: a folder outside it is another site, which is not asked before a purchase.
 */
export interface UnsoldTickets {
  /** Who draws the tickets now. */
  renderer(): Promise<string>;
  /** @returns `null` if it is not drawn on chain */
  picture(renderer: string, tokenId: bigint): Promise<Picture | null>;
}

export function createUnsoldTickets(transport: Transport, ticketAddress: string): UnsoldTickets {
  return {
    renderer: () => {
      const call = {
        method: "eth_call",
        params: [{ to: ticketAddress, data: RENDERER }, "latest"],
      };
      return transport.request(call, (answer) => {
        const [, address] = /^0x0{24}([0-9a-f]{40})$/i.exec(asData(answer)) ?? [];
        if (address === undefined) throw new TypeError("Not an address");
        return `0x${address}`;
      });
    },
    async picture(renderer, tokenId) {
      const found = await createPictureReader(transport, renderer)([tokenId]);
      return typeof found === "string" ? null : (found[0] ?? null);
    },
  };
}
