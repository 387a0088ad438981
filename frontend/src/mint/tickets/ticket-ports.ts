import type { Chain } from "../../../../networks.ts";
import type { HeldTickets } from "../../chain/tickets/held-tickets.ts";
import type { ReadPictures } from "../../chain/tickets/pictures.ts";
import type { LazyPart } from "../../ui/lazy-part.tsx";
import type { TicketActionPorts } from "../ticket-actions/TicketActions.tsx";

export type FoundTickets = readonly bigint[] | "looking" | "unread";

export interface TicketGalleryProps {
  readonly tokenIds: FoundTickets;
  readonly network: Chain;
  readonly ports: TicketPorts;
  readonly affiliateCode: string | null;
  onLookAgain(): void;
}

export interface TicketPorts extends TicketActionPorts {
  readonly held: HeldTickets;
  readonly loadPictures: ReadPictures;
  readonly gallery: LazyPart<TicketGalleryProps>;
}
