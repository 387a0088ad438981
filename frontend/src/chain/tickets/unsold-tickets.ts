import { asAddress } from "../rpc/answers.ts";
import type { Transport } from "../rpc/transport.ts";
import { createPictureReader, type TicketPicture } from "./pictures.ts";

/** `renderer()` of the contract. */
const RENDERER = "0x8ada6b0f";

export type UnsoldTickets = ReturnType<typeof createUnsoldTickets>;

/** Asks the renderer, because the contract refuses metadata of unsold tickets. */
export function createUnsoldTickets(transport: Transport, ticketAddress: string) {
  return {
    renderer(): Promise<string> {
      const params = [{ to: ticketAddress, data: RENDERER }, "latest"];
      return transport.request({ method: "eth_call", params }, asAddress);
    },
    /** @returns `null` if the renderer does not draw on chain */
    async picture(renderer: string, tokenId: bigint): Promise<TicketPicture | null> {
      const found = await createPictureReader(transport, renderer)([tokenId]);
      return typeof found === "string" ? null : (found[0] ?? null);
    },
  };
}
