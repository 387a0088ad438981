import { useEffect, useState } from "react";
import { type MissingPictures, missingPictures } from "../../domain/outcome-words.ts";
import type { PendingPurchase, Purchase } from "../../domain/sale.ts";
import { COLLECTION_SIZE } from "../../domain/supply.ts";
import type { PurchasePictures, TicketPicture } from "./purchase-pictures.ts";

const MOST_SHOWN = 6;

/** So many tickets others may buy first without a picture coming late. */
const SPARE = 2;

const numbered = (first: bigint, count: number): readonly bigint[] =>
  Array.from({ length: count }, (_, index) => first + BigInt(index));

/** Prefetches the pictures of the next numbers: the purchase's own, if no other is mined first. */
export function useExpectedPictures(pending: PendingPurchase | null, pictures: PurchasePictures) {
  const sold = pending === null ? null : BigInt(pending.soldBefore);
  const quantity = pending?.order.quantity ?? 0;
  useEffect(() => {
    if (sold === null) return;
    const next = numbered(sold + 1n, Math.min(quantity, MOST_SHOWN) + SPARE);
    pictures.expect(next.filter((tokenId) => tokenId <= COLLECTION_SIZE));
  }, [sold, quantity, pictures]);
}

/** If the pictures can't be read, the text stays. */
export function TicketPictures({
  purchase,
  pictures: source,
}: {
  readonly purchase: Purchase;
  readonly pictures: PurchasePictures;
}) {
  const { firstTokenId, quantity } = purchase;
  const shown = Math.min(quantity, MOST_SHOWN);
  const [pictures, setPictures] = useState<readonly TicketPicture[] | MissingPictures>(() =>
    source.known(numbered(firstTokenId, shown)),
  );

  useEffect(() => {
    let current = true;
    source.load(numbered(firstTokenId, shown)).then(
      (loaded) => {
        if (current) setPictures(loaded);
      },
      (error: unknown) => console.warn("The pictures could not be read", error),
    );
    return () => {
      current = false;
    };
  }, [firstTokenId, shown, source]);

  /** Removes a picture that the browser can't draw. */
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
