import { useEffect, useRef, useState } from "react";
import type { Sale } from "../../domain/order/sale.ts";
import { opening, openingDate, timeLeft } from "../../domain/words/opening-words.ts";

export interface OpeningNoteProps {
  /** A time in ms since 1970. */
  readonly opens: number;
  readonly sale: Sale;
  onLook(): void;
}

/** While more time than this is left, the text changes once a minute. */
const LAST_MS = 125_000;
const TICK_MS = 1_000;
const SLOW_TICK_MS = 15_000;

/** After the opening, the page reads the sale at this interval. The jitter spreads the visitors' requests. */
const LOOK_MS = 3_000;
const JITTER_MS = 3_000;
/** After this number of reads, which take about 90 seconds, the interval grows. */
const SOON_LOOKS = 20;
const BACK_OFF = 1.5;
const LONGEST_MS = 60_000;

/**
 * After the planned opening, the page reads the sale more often, but only the contract's answer
 * opens it. The countdown is not a live region, because a screen reader would read each second.
 */
export function OpeningNote({ opens, sale, onLook }: OpeningNoteProps) {
  const now = useTicks(opens);
  useLooks(opens, sale, onLook);

  const date = openingDate(opens);
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const left = timeLeft(opens, now, calm);
  if (left === null && sale.totalSupply > 0n) return <p className="opening">{opening.again}</p>;
  return (
    <p className="opening">
      <time dateTime={new Date(opens).toISOString()}>
        {left === null ? opening.late(date) : opening.due(date)}
      </time>
      {left !== null && <span className="figures">{` (${left})`}</span>}
    </p>
  );
}

function useTicks(opens: number): number {
  const [now, setNow] = useState(Date.now);
  const left = opens - now;
  const tick = left <= 0 ? null : left < LAST_MS ? TICK_MS : SLOW_TICK_MS;
  useEffect(() => {
    if (tick === null) return;
    return whileSeen((next) => {
      setNow(Date.now());
      next(tick);
    });
  }, [tick]);
  return now;
}

function useLooks(opens: number, sale: Sale, onLook: () => void): void {
  const looks = useRef(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer asks for another look
  useEffect(() => {
    let waited = false;
    return whileSeen((next) => {
      const left = opens - Date.now();
      if (left > 0) {
        next(Math.min(left, LONGEST_MS) + jitter());
      } else if (waited) {
        looks.current += 1;
        onLook();
      } else {
        const slower = BACK_OFF ** Math.max(0, looks.current - SOON_LOOKS);
        next(Math.min(LOOK_MS * slower, LONGEST_MS) + jitter());
      }
      waited = true;
    });
  }, [opens, sale, onLook]);
}

function jitter(): number {
  return Math.random() * JITTER_MS;
}

/** @returns a function that ends it */
function whileSeen(call: (next: (ms: number) => void) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const run = () => {
    clearTimeout(timer);
    if (!document.hidden) call((ms) => (timer = setTimeout(run, ms)));
  };
  run();
  document.addEventListener("visibilitychange", run);
  return () => {
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", run);
  };
}
