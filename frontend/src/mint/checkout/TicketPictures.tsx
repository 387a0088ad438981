import { useEffect, useState } from "react";
import { type MissingPictures, missingPictures } from "../../domain/outcome-words.ts";
import type { Purchase } from "../../domain/sale.ts";

/** A ticket's picture, as a `data:image/svg+xml` address or as that of a file in the folder of pictures. */
export interface TicketPicture {
  readonly tokenId: bigint;
  readonly image: string;
}

export type LoadPictures = (
  tokenIds: readonly bigint[],
) => Promise<readonly TicketPicture[] | MissingPictures>;

/** More would be a wall of pictures, and a large answer. */
const MOST_SHOWN = 6;

/** The pictures of what was just bought. They are an extra: when they can't be read, the words stay. */
export function TicketPictures({
  purchase,
  loadPictures,
}: {
  readonly purchase: Purchase;
  readonly loadPictures: LoadPictures;
}) {
  const { firstTokenId, quantity } = purchase;
  const [pictures, setPictures] = useState<readonly TicketPicture[] | MissingPictures>([]);
  const shown = Math.min(quantity, MOST_SHOWN);

  useEffect(() => {
    let current = true;
    const tokenIds = Array.from({ length: shown }, (_, index) => firstTokenId + BigInt(index));
    loadPictures(tokenIds).then(
      (loaded) => {
        if (current) setPictures(loaded);
      },
      (error: unknown) => console.warn("The pictures could not be read", error),
    );
    return () => {
      current = false;
    };
  }, [firstTokenId, shown, loadPictures]);

  /** One that the browser can't draw is no broken picture on the page. */
  const leaveOut = (unseen: bigint) =>
    setPictures((shown) =>
      typeof shown === "string" ? shown : shown.filter(({ tokenId }) => tokenId !== unseen),
    );

  if (typeof pictures === "string") return <p>{missingPictures[pictures]}</p>;
  if (pictures.length === 0) return null;
  return (
    <ul className="pictures">
      {pictures.map(({ tokenId, image }) => (
        <li key={String(tokenId)}>
          <img
            src={image}
            alt={`Ticket #${tokenId}`}
            width={96}
            height={96}
            loading="lazy"
            referrerPolicy="no-referrer"
            onError={() => leaveOut(tokenId)}
          />
        </li>
      ))}
      {quantity > shown && <li className="pictures-more">{`and ${quantity - shown} more`}</li>}
    </ul>
  );
}
