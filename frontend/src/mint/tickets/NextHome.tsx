import { type ComponentType, useEffect, useState } from "react";
import { COLLECTION_SIZE } from "../../domain/supply.ts";
import { nextHint, nextMessage, nextPicture } from "../../domain/ticket-words.ts";

export interface NextHomeProps {
  readonly totalSupply: bigint;
}

/** @returns the picture's address; `null` if it is not known before the ticket is sold */
export type ReadNext = (tokenId: bigint) => Promise<string | null>;

/** As many as stand in the street once all is sold. */
const HOUSES = 5n;

/** The ticket that would be sold next, with its picture. An extra: it is left out if anything of it is unknown. */
export function nextHomeWith(readNext: ReadNext): ComponentType<NextHomeProps> {
  return ({ totalSupply }) => {
    const number = totalSupply + 1n;
    const [picture, setPicture] = useState<{ number: bigint; image: string | null } | null>(null);
    const isSold = number > COLLECTION_SIZE;
    useEffect(() => {
      if (isSold) return;
      let current = true;
      readNext(number).then(
        (image) => {
          if (current) setPicture({ number, image });
        },
        (error: unknown) => console.warn("The next picture could not be read", error),
      );
      return () => {
        current = false;
      };
    }, [number, isSold]);

    // Never the picture of one number beside another number.
    if (isSold || picture?.number !== number || picture.image === null) return null;
    return (
      <figure className="next-home">
        <img
          src={picture.image}
          alt={nextPicture(number)}
          width={96}
          height={96}
          onError={() => setPicture(null)}
        />
        <figcaption>
          <p className="figures">{nextMessage(number)}</p>
          <p className="note">{nextHint}</p>
          <span
            className="street"
            aria-hidden="true"
            data-houses={String((totalSupply * HOUSES) / COLLECTION_SIZE)}
          />
        </figcaption>
      </figure>
    );
  };
}
