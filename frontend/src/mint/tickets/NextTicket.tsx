import { type ComponentType, useEffect, useState } from "react";
import type { ReadPictures } from "../../chain/tickets/pictures.ts";
import { COLLECTION_SIZE } from "../../domain/order/supply.ts";
import { nextHint, nextMessage, nextPicture } from "../../domain/words/ticket-words.ts";
import { startReading } from "../../platform/start-reading.ts";
import { CollectionLook } from "./CollectionLook.tsx";

export interface NextTicketProps {
  readonly totalSupply: bigint;
}

export type ReadNext = (tokenId: bigint) => Promise<string | null>;

export function nextTicketWith(
  readNext: ReadNext,
  readOther: ReadNext = readNext,
): ComponentType<NextTicketProps> {
  const load: ReadPictures = async ([tokenId = 0n]) => {
    const image = await readOther(tokenId);
    return image === null ? "outside" : [{ tokenId, image, traits: [] }];
  };
  return ({ totalSupply }) => {
    const number = totalSupply + 1n;
    const [picture, setPicture] = useState<{ number: bigint; image: string | null } | null>(null);
    const [isDrawn, setIsDrawn] = useState(false);
    const isSold = number > COLLECTION_SIZE;
    useEffect(() => {
      if (isSold) return;
      return startReading(
        () => readNext(number),
        (image) => {
          setPicture({ number, image });
          setIsDrawn(image !== null);
        },
        (error) => console.warn("The next picture could not be read", error),
      );
    }, [number, isSold]);

    // Must not show another ticket's picture.
    const image = !isSold && picture?.number === number ? picture.image : null;
    const onError = () => {
      setPicture(null);
      setIsDrawn(false);
    };
    return (
      <>
        {image !== null && <Next {...{ number, image, onError }} />}
        {isDrawn && <CollectionLook totalSupply={totalSupply} load={load} />}
      </>
    );
  };
}

interface NextProps {
  readonly number: bigint;
  readonly image: string;
  onError(): void;
}

function Next({ number, image, onError }: NextProps) {
  return (
    <figure className="next-ticket">
      <img src={image} alt={nextPicture(number)} width={96} height={96} onError={onError} />
      <figcaption>
        <p className="figures">{nextMessage(number)}</p>
        <p className="note">{nextHint}</p>
      </figcaption>
    </figure>
  );
}
