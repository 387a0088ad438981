import type { ComponentType } from "react";
import type { Chain } from "../../../../networks.ts";
import type { HeldTickets } from "../../chain/tickets/held-tickets.ts";
import type { Trait } from "../../chain/tickets/traits.ts";
import type { Eip1193Provider } from "../../domain/eip1193.ts";
import type { MissingPictures } from "../../domain/outcome-words.ts";

/** A ticket's picture, as a `data:image/svg+xml` address or as that of a file in the folder of pictures, with its traits. */
export interface PicturedTicket {
  readonly tokenId: bigint;
  readonly image: string;
  readonly traits: readonly Trait[];
}

export type LoadTickets = (
  tokenIds: readonly bigint[],
) => Promise<readonly PicturedTicket[] | MissingPictures>;

/** The numbers of an account's tickets, while they are looked for, and if they can't be read. */
export type FoundTickets = readonly bigint[] | "looking" | "unread";

export interface TicketGalleryProps {
  readonly tokenIds: FoundTickets;
  readonly network: Chain;
  readonly ports: TicketPorts;
  readonly affiliateCode: string | null;
  onLookAgain(): void;
}

/** What the tickets of a visitor need of the world. */
export interface TicketPorts {
  readonly held: HeldTickets;
  readonly loadTickets: LoadTickets;
  /** The pictures of all of them, which only those load who want to see them. */
  readonly gallery: {
    readonly Part: ComponentType<TicketGalleryProps>;
    readonly preload: () => void;
  };
  readonly ticketAddress: string;
  readonly getProvider: () => Eip1193Provider | null;
  /** The page's own address, with the affiliate code of the visitor's link if there is one. */
  readonly linkTo: (affiliateCode: string | null) => string;
}
