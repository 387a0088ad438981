import { useCallback, useEffect, useRef, useState } from "react";
import type { SaleQuery, TicketReader } from "../../chain/sale/reader.ts";
import { type Quote, scaleQuote } from "../../domain/order/price.ts";
import type { Sale } from "../../domain/order/sale.ts";
import { COLLECTION_SIZE } from "../../domain/order/supply.ts";

/** Sends one request for quick changes of the quantity. */
const DEBOUNCE_MS = 120;
const REFRESH_MS = 30_000;
/** If the build has two endpoints, a read of a paused sale takes two requests, so the interval is longer. */
const PAUSED_REFRESH_MS = 45_000;
/**
 * The interval after `ATTENTIVE_READS` without an interaction, or if nothing can be bought as
 * ordered.
 */
const IDLE_REFRESH_MS = 60_000;
const ATTENTIVE_READS = 10;
/** The first wait after the transport's own retries. Each further wait is twice as long. */
const RETRY_MS = 4_000;

export interface SaleView {
  /** The last sale, for any quantity; `null` before the first answer. */
  readonly sale: Sale | null;
  /** The quote for the current quantity; `null` while unknown. */
  readonly quote: Quote | null;
  /** Whether the last read failed. The page then retries. */
  readonly failed: boolean;
  accept(sale: Sale): void;
  refresh(): void;
}

interface Answer {
  readonly sale: Sale;
  readonly affiliateCode: string | null;
}

/**
 * Reads the sale at once, after each change of the order, when the page becomes visible, and at the
 * intervals above.
 */
export function useSale(reader: TicketReader, query: SaleQuery): SaleView {
  const { quantity, affiliateCode } = query;
  const terms = JSON.stringify({ ...query, quantity: null });
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [failed, setFailed] = useState(false);
  const [round, setRound] = useState(0);
  const asked = useRef(false);
  // Counts answers, because the page must ignore an answer to an older request.
  const answers = useRef(0);
  const [pace] = useState(createPace);

  const refresh = useCallback(() => setRound((previous) => previous + 1), []);
  const accept = useCallback(
    (sale: Sale) => {
      answers.current += 1;
      setAnswer({ sale, affiliateCode });
      setFailed(false);
    },
    [affiliateCode],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the visitor changes the order
  useEffect(() => pace.attend(), [quantity, terms]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round asks again, and `terms` are the query
  useEffect(() => {
    const controller = new AbortController();
    let timer: ReturnType<typeof setTimeout>;

    const again = (ms: number) => {
      timer = setTimeout(() => {
        if (document.hidden) return;
        pace.countIdleRead();
        refresh();
      }, ms);
    };
    const ask = async () => {
      const before = answers.current;
      try {
        const sale = await reader.readSale(query, controller.signal);
        if (controller.signal.aborted) return;
        if (answers.current === before) accept(sale);
        again(pace.afterSale(sale));
      } catch (error) {
        if (controller.signal.aborted) return;
        console.warn("The sale could not be read", error);
        if (answers.current === before) setFailed(true);
        again(pace.afterFailure());
      }
    };
    const onVisible = () => {
      if (document.hidden) return;
      pace.attend();
      refresh();
    };

    if (asked.current) timer = setTimeout(ask, DEBOUNCE_MS);
    else void ask();
    asked.current = true;
    document.addEventListener("visibilitychange", onVisible);
    return () => {
      controller.abort();
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", onVisible);
    };
  }, [reader, quantity, terms, round, accept, refresh]);

  return {
    sale: answer?.sale ?? null,
    quote: failed ? null : quoteFor(answer, query),
    failed,
    accept,
    refresh,
  };
}

/** The time until the page reads the sale again. */
function createPace() {
  /** Consecutive reads without an interaction of the visitor. */
  let idleReads = 0;
  let failures = 0;
  return {
    attend(): void {
      idleReads = 0;
      failures = 0;
    },
    countIdleRead(): void {
      idleReads += 1;
    },
    afterSale({ paused, affiliateActive, totalSupply }: Sale): number {
      failures = 0;
      const isQuick =
        idleReads < ATTENTIVE_READS && affiliateActive !== false && totalSupply !== COLLECTION_SIZE;
      if (!isQuick) return IDLE_REFRESH_MS;
      return paused ? PAUSED_REFRESH_MS : REFRESH_MS;
    },
    afterFailure(): number {
      failures += 1;
      return Math.min(RETRY_MS * 2 ** (failures - 1), REFRESH_MS);
    },
  };
}

function quoteFor(answer: Answer | null, { quantity, affiliateCode }: SaleQuery) {
  if (answer === null) return null;
  const { quote, affiliateActive } = answer.sale;
  // An inactive code has the full price, so removing it changes nothing.
  const isOtherCode = answer.affiliateCode !== affiliateCode;
  if (isOtherCode && (affiliateCode !== null || affiliateActive === true)) return null;
  return quote.quantity === quantity ? quote : scaleQuote(quote, quantity);
}
