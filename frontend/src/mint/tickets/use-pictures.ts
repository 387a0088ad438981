import { useLayoutEffect, useRef, useState } from "react";
import { FIRST_ROW } from "../../chain/tickets/first-row.ts";
import type { ReadPictures, TicketPicture } from "../../chain/tickets/pictures.ts";
import type { MissingPictures } from "../../domain/words/outcome-words.ts";

/** Browsers limit the simultaneous requests to one host. */
const AT_ONCE = 6;

export interface ShownPictures {
  /** Keyed by ticket; `null` if the page could not read the picture. */
  readonly pictures: ReadonlyMap<bigint, TicketPicture | null>;
  readonly missing: MissingPictures | null;
  again(): void;
}

export function usePictures(
  tokenIds: readonly bigint[],
  most: number,
  load: ReadPictures,
): ShownPictures {
  const known = useRef<ReadonlyMap<bigint, TicketPicture | null>>(new Map());
  const [pictures, setPictures] = useState(known.current);
  const [missing, setMissing] = useState<MissingPictures | null>(null);
  const [round, setRound] = useState(0);

  // Starts the reads before the browser paints the ticket numbers, because painting is slow on some
  // phones.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round asks again
  useLayoutEffect(() => {
    let current = true;
    const waiting = tokenIds.slice(0, most).filter((tokenId) => !known.current.has(tokenId));
    const take = (tokenId: bigint, picture: TicketPicture | null) => {
      if (!current) return;
      known.current = new Map(known.current).set(tokenId, picture);
      setPictures(known.current);
    };
    const read = async (tokenId: bigint) => {
      try {
        const loaded = await load([tokenId]);
        if (typeof loaded === "string" && current) setMissing(loaded);
        take(tokenId, typeof loaded === "string" ? null : (loaded[0] ?? null));
      } catch (error) {
        console.warn("A picture could not be read", error);
        take(tokenId, null);
      }
    };
    const work = async () => {
      while (current) {
        const tokenId = waiting.shift();
        if (tokenId === undefined) return;
        await read(tokenId);
      }
    };
    const row = waiting.splice(0, FIRST_ROW).map(read);
    for (const one of row) void one.then(work);
    void Promise.all(row).then(() => {
      for (let worker = row.length; worker < AT_ONCE; worker += 1) void work();
    });
    return () => {
      current = false;
    };
  }, [tokenIds, most, load, round]);

  return {
    pictures,
    missing,
    again() {
      known.current = new Map([...known.current].filter(([, picture]) => picture !== null));
      setPictures(known.current);
      setMissing(null);
      setRound((previous) => previous + 1);
    },
  };
}
