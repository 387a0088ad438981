import type { Chain } from "../../../../networks.ts";
import type { HeldTickets } from "../../chain/tickets/held-tickets.ts";
import type { ReadPictures } from "../../chain/tickets/pictures.ts";
import type { Eip1193Provider } from "../../domain/mint/eip1193.ts";
import type { LazyPart } from "../../ui/lazy-part.tsx";

export type FoundTickets = readonly bigint[] | "looking" | "unread";

export interface TicketGalleryProps {
  readonly tokenIds: FoundTickets;
  readonly network: Chain;
  readonly ports: TicketPorts;
  readonly affiliateCode: string | null;
  onLookAgain(): void;
}

export interface TicketPorts {
  readonly held: HeldTickets;
  readonly loadPictures: ReadPictures;
  readonly gallery: LazyPart<TicketGalleryProps>;
  readonly ticketAddress: string;
  readonly getProvider: () => Eip1193Provider | null;
  readonly linkTo: (affiliateCode: string | null) => string;
}
