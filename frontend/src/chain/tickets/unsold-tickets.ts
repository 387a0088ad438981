import { asData } from "../rpc/answers.ts";
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
      return transport.request({ method: "eth_call", params }, (answer) => {
        const [, address] = /^0x0{24}([0-9a-f]{40})$/i.exec(asData(answer)) ?? [];
        if (address === undefined) throw new TypeError("Not an address");
        return `0x${address}`;
      });
    },
    /** @returns `null` if the renderer does not draw on chain */
    async picture(renderer: string, tokenId: bigint): Promise<TicketPicture | null> {
      const found = await createPictureReader(transport, renderer)([tokenId]);
      return typeof found === "string" ? null : (found[0] ?? null);
    },
  };
}
