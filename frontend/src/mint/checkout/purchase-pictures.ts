import type { MissingPictures } from "../../domain/outcome-words.ts";

/** A ticket's picture, as a `data:image/svg+xml` address or as that of a file in the folder of pictures. */
export interface TicketPicture {
  readonly tokenId: bigint;
  readonly image: string;
}

export type LoadPictures = (
  tokenIds: readonly bigint[],
) => Promise<readonly TicketPicture[] | MissingPictures>;

export interface PurchasePictures {
  /** Starts to read the pictures of tickets that a purchase may bring. */
  expect(tokenIds: readonly bigint[]): void;
  /** Those of these tickets that are there already. */
  known(tokenIds: readonly bigint[]): readonly TicketPicture[];
  readonly load: LoadPictures;
}
