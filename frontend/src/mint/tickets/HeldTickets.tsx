import { Suspense, useEffect, useState } from "react";
import type { Chain } from "../../../../networks.ts";
import { heldMessage, ticketWords } from "../../domain/words/ticket-words.ts";
import { isMetered } from "../../platform/metered.ts";
import { startReading } from "../../platform/start-reading.ts";
import { Button } from "../../ui/Button.tsx";
import { useKeptFocus } from "../../ui/use-kept-focus.ts";
import type { TicketPorts } from "./ticket-ports.ts";

interface Props {
  readonly account: string;
  readonly network: Chain;
  readonly ports: TicketPorts;
  readonly affiliateCode: string | null;
  readonly purchases: string;
}

/** The caller must pass the account as React's `key`. */
export function HeldTickets({ account, network, ports, affiliateCode, purchases }: Props) {
  const { gallery, held } = ports;
  const { round, again } = useRound();
  const revision = `${purchases} ${round}`;
  const [count] = useAnswer(
    revision,
    (signal) => held.count(account, signal),
    "The number of tickets could not be read",
  );
  const keptFocus = useKeptFocus();
  const [open, setOpen] = useState(false);
  const [looks, setLooks] = useState(0);
  // A click starts reading the tickets, even before the gallery's code has loaded.
  const [found, setFound] = useAnswer(
    looks > 0 ? `${revision} ${looks}` : null,
    (signal) => held.find(account, signal),
    "The tickets could not be read",
  );
  const holdsAny = typeof count === "number" && count > 0;
  useEffect(() => {
    if (holdsAny && !isMetered()) gallery.preload();
  }, [holdsAny, gallery]);
  if (count === null) return null;
  if (count === "unread" && !open) {
    return (
      <div className="held" ref={keptFocus} tabIndex={-1}>
        <p className="note" aria-live="polite">
          {ticketWords.countUnread}
        </p>
        <Button variant="link" onClick={again}>
          {ticketWords.again}
        </Button>
      </div>
    );
  }
  if (count === 0) {
    // An endpoint that lags may miss tickets that were just bought.
    if (purchases.trim() !== "") return null;
    return (
      <p className="note held-none" ref={keptFocus} tabIndex={-1}>
        {ticketWords.none}
      </p>
    );
  }
  return (
    <section className="held" aria-labelledby="held-tickets" ref={keptFocus} tabIndex={-1}>
      <h3 id="held-tickets">{ticketWords.heading}</h3>
      <p className="held-count">
        <span>{count === "unread" ? ticketWords.countUnread : heldMessage(count)}</span>
        <Button
          variant="link"
          aria-expanded={open}
          onPointerEnter={gallery.preload}
          onFocus={gallery.preload}
          onClick={() => {
            setOpen(!open);
            if (!open) setLooks(looks + 1);
          }}
        >
          {open ? ticketWords.hide : ticketWords.show}
        </Button>
      </p>
      {/* The closed gallery stays in the page, so it keeps its pictures for the next opening. */}
      {looks > 0 && (
        <div className="held-gallery" hidden={!open}>
          <Suspense fallback={<p className="note">{ticketWords.looking}</p>}>
            <gallery.Part
              tokenIds={found ?? "looking"}
              network={network}
              ports={ports}
              affiliateCode={affiliateCode}
              onLookAgain={() => {
                setFound(null);
                setLooks(looks + 1);
              }}
            />
          </Suspense>
        </div>
      )}
    </section>
  );
}

/** Counts again when the visitor returns, because tickets may have been transferred. */
function useRound() {
  const [round, setRound] = useState(0);
  useEffect(() => {
    const onVisible = () => {
      if (!document.hidden) setRound((previous) => previous + 1);
    };
    document.addEventListener("visibilitychange", onVisible);
    return () => document.removeEventListener("visibilitychange", onVisible);
  }, []);
  return { round, again: () => setRound(round + 1) };
}

/** Asks again for each other question, and nothing for `null`. Keeps the last answer until the next. */
function useAnswer<Value>(
  question: string | null,
  read: (signal: AbortSignal) => Promise<Value>,
  warning: string,
) {
  const [answer, setAnswer] = useState<Value | "unread" | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the question says when to ask again
  useEffect(() => {
    if (question === null) return;
    return startReading(read, setAnswer, (error) => {
      console.warn(warning, error);
      setAnswer("unread");
    });
  }, [question]);
  return [answer, setAnswer] as const;
}
