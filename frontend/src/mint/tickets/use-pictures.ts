import { useEffect, useRef, useState } from "react";
import type { MissingPictures } from "../../domain/outcome-words.ts";
import type { LoadTickets, PicturedTicket } from "./ticket-ports.ts";

/** As many as a browser asks one endpoint for at a time: the first row is there before the next is asked for. */
const AT_ONCE = 6;

export interface ShownPictures {
  /** By ticket; `null` for one that could not be read. */
  readonly pictures: ReadonlyMap<bigint, PicturedTicket | null>;
  /** Why there is none, if that is known. */
  readonly missing: MissingPictures | null;
  /** Reads those again that could not be read. */
  again(): void;
}

/** Reads the pictures of the first `most` tickets one after another, in their order, each once. */
export function usePictures(
  tokenIds: readonly bigint[],
  most: number,
  load: LoadTickets,
): ShownPictures {
  const known = useRef<ReadonlyMap<bigint, PicturedTicket | null>>(new Map());
  const [pictures, setPictures] = useState(known.current);
  const [missing, setMissing] = useState<MissingPictures | null>(null);
  const [round, setRound] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round asks again
  useEffect(() => {
    let current = true;
    const waiting = tokenIds.slice(0, most).filter((tokenId) => !known.current.has(tokenId));
    const take = (tokenId: bigint, picture: PicturedTicket | null) => {
      if (!current) return;
      known.current = new Map(known.current).set(tokenId, picture);
      setPictures(known.current);
    };
    const work = async () => {
      for (let tokenId = waiting.shift(); tokenId !== undefined; tokenId = waiting.shift()) {
        try {
          const loaded = await load([tokenId]);
          if (typeof loaded === "string" && current) setMissing(loaded);
          take(tokenId, typeof loaded === "string" ? null : (loaded[0] ?? null));
        } catch (error) {
          console.warn("A picture could not be read", error);
          take(tokenId, null);
        }
        if (!current) return;
      }
    };
    for (let worker = 0; worker < AT_ONCE; worker += 1) void work();
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
