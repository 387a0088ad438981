import { settings } from "virtual:settings";
import type { ComponentType } from "react";
import type { Transport } from "./chain/rpc/transport.ts";
import { type NextHomeProps, nextHomeWith } from "./mint/tickets/NextHome.tsx";

/** Joins the next ticket's picture to the chain; `main.tsx` loads it with what is loaded ahead, for visitors who are there. */
export function createNextHome(transport: Transport): ComponentType<NextHomeProps> {
  return nextHomeWith(async (tokenId) => {
    const { createNextTicketReader } = await import("./chain/purchase/next-ticket.ts");
    return createNextTicketReader(transport, settings.ticketAddress)(tokenId);
  });
}
