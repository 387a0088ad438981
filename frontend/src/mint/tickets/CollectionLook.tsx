import { useMemo, useState } from "react";
import type { ReadPictures } from "../../chain/tickets/pictures.ts";
import { COLLECTION_SIZE } from "../../domain/order/supply.ts";
import {
  lookWords,
  nextPicture,
  picturesMissing,
  ticketWords,
} from "../../domain/words/ticket-words.ts";
import { Button } from "../../ui/Button.tsx";
import { usePictures } from "./use-pictures.ts";

/** Divisible by 2, 3, 4 and 6, so each row is full on every screen width. */
const SHOWN = 12n;

const LAST_START = COLLECTION_SIZE - SHOWN + 1n;

interface Props {
  readonly totalSupply: bigint;
  readonly load: ReadPictures;
}

export function CollectionLook({ totalSupply, load }: Props) {
  const [from, setFrom] = useState<bigint | null>(null);
  const isOpen = from !== null;
  return (
    <section className="look" aria-label={lookWords.label}>
      <Button
        variant="link"
        aria-expanded={isOpen}
        onClick={() => setFrom(isOpen ? null : startAt(totalSupply + 1n))}
      >
        {isOpen ? lookWords.close : lookWords.open}
      </Button>
      {isOpen && <Dozen from={from} totalSupply={totalSupply} load={load} onMove={setFrom} />}
    </section>
  );
}

interface DozenProps extends Props {
  readonly from: bigint;
  onMove(from: bigint): void;
}

function Dozen({ from, totalSupply, load, onMove }: DozenProps) {
  const tokenIds = useMemo(() => numbersFrom(from), [from]);
  const { pictures, again } = usePictures(tokenIds, tokenIds.length, load);
  const unread = tokenIds.filter((tokenId) => pictures.get(tokenId) === null).length;
  return (
    <>
      <ul className="tiles">
        {tokenIds.map((tokenId) => {
          const image = pictures.get(tokenId)?.image;
          return (
            <li key={String(tokenId)} className="tile">
              {image === undefined ? (
                <span className="tile-picture" />
              ) : (
                <img
                  className="tile-picture"
                  src={image}
                  alt={nextPicture(tokenId)}
                  width={96}
                  height={96}
                />
              )}
              <span className="figures">{lookWords.number(tokenId, tokenId <= totalSupply)}</span>
            </li>
          );
        })}
      </ul>
      {unread > 0 && (
        <p className="note" aria-live="polite">
          <span>{picturesMissing(unread)}</span>{" "}
          <Button variant="link" onClick={again}>
            {ticketWords.again}
          </Button>
        </p>
      )}
      <p className="look-steps">
        <Button
          variant="link"
          onClick={() => onMove(startAt(from === 1n ? LAST_START : from - SHOWN))}
        >
          {lookWords.earlier}
        </Button>
        <span className="figures" aria-live="polite">
          {lookWords.shown(from, tokenIds.at(-1) ?? from)}
        </span>
        <Button
          variant="link"
          onClick={() => onMove(from === startAt(LAST_START) ? 1n : startAt(from + SHOWN))}
        >
          {lookWords.later}
        </Button>
      </p>
    </>
  );
}

function startAt(number: bigint): bigint {
  if (number > LAST_START) return LAST_START < 1n ? 1n : LAST_START;
  return number < 1n ? 1n : number;
}

function numbersFrom(from: bigint): readonly bigint[] {
  const left = COLLECTION_SIZE - from + 1n;
  const length = Number(left < SHOWN ? left : SHOWN);
  return Array.from({ length }, (_, index) => from + BigInt(index));
}
