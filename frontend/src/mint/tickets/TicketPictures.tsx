import { useEffect, useState } from "react";
import type { TicketPicture } from "../../chain/tickets/pictures.ts";
import type { PicturesAhead } from "../../chain/tickets/pictures-ahead.ts";
import type { PendingPurchase, Purchase } from "../../domain/order/purchase.ts";
import { COLLECTION_SIZE } from "../../domain/order/supply.ts";
import { type MissingPictures, missingPictures } from "../../domain/words/outcome-words.ts";
import { startReading } from "../../platform/start-reading.ts";

const MOST_SHOWN = 6;

/** Pictures to read beyond the next tickets, because other visitors may buy some first. */
const SPARE = 2;

const numbered = (first: bigint, count: number): readonly bigint[] =>
  Array.from({ length: count }, (_, index) => first + BigInt(index));

export function useExpectedPictures(pending: PendingPurchase | null, pictures: PicturesAhead) {
  const sold = pending === null ? null : BigInt(pending.soldBefore);
  const quantity = pending?.order.quantity ?? 0;
  useEffect(() => {
    if (sold === null) return;
    const next = numbered(sold + 1n, Math.min(quantity, MOST_SHOWN) + SPARE);
    pictures.expect(next.filter((tokenId) => tokenId <= COLLECTION_SIZE));
  }, [sold, quantity, pictures]);
}

export function TicketPictures({
  purchase,
  pictures: source,
}: {
  readonly purchase: Purchase;
  readonly pictures: PicturesAhead;
}) {
  const { firstTokenId, quantity } = purchase;
  const shown = Math.min(quantity, MOST_SHOWN);
  const [pictures, setPictures] = useState<readonly TicketPicture[] | MissingPictures>(() =>
    source.known(numbered(firstTokenId, shown)),
  );

  useEffect(
    () =>
      startReading(
        () => source.load(numbered(firstTokenId, shown)),
        setPictures,
        (error) => console.warn("The pictures could not be read", error),
      ),
    [firstTokenId, shown, source],
  );

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
