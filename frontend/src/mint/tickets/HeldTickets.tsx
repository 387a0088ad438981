import { Suspense, useEffect, useState } from "react";
import type { Chain } from "../../../../networks.ts";
import { heldMessage, ticketWords } from "../../domain/words/ticket-words.ts";
import { isMetered } from "../../platform/metered.ts";
import { startReading } from "../../platform/start-reading.ts";
import { Button } from "../../ui/Button.tsx";
import { useKeptFocus } from "../../ui/use-kept-focus.ts";
import type { FoundTickets, TicketPorts } from "./ticket-ports.ts";

interface Props {
  readonly account: string;
  readonly network: Chain;
  readonly ports: TicketPorts;
  readonly affiliateCode: string | null;
  readonly purchases: string;
}

/** The caller must pass the account as React's `key`. */
export function HeldTickets({ account, network, ports, affiliateCode, purchases }: Props) {
  const { count, revision, again } = useCount(account, ports, purchases);
  const keptFocus = useKeptFocus();
  const [open, setOpen] = useState(false);
  const [openings, setOpenings] = useState(0);
  // A click starts reading the tickets, even before the gallery's code has loaded.
  const { tokenIds, lookAgain } = useFound(
    account,
    ports,
    openings > 0 ? `${revision} ${openings}` : null,
  );
  const { gallery } = ports;
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
            if (!open) setOpenings(openings + 1);
          }}
        >
          {open ? ticketWords.hide : ticketWords.show}
        </Button>
      </p>
      {/* The closed gallery stays in the page, so it keeps its pictures for the next opening. */}
      {openings > 0 && (
        <div className="held-gallery" hidden={!open}>
          <Suspense fallback={<p className="note">{ticketWords.looking}</p>}>
            <gallery.Part
              tokenIds={tokenIds}
              network={network}
              ports={ports}
              affiliateCode={affiliateCode}
              onLookAgain={lookAgain}
            />
          </Suspense>
        </div>
      )}
    </section>
  );
}

/** Counts again when the visitor returns, because tickets may have been transferred. */
function useCount(account: string, { held }: TicketPorts, purchases: string) {
  const [count, setCount] = useState<number | "unread" | null>(null);
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a purchase and a new round ask again
  useEffect(() => {
    const onFailure = (error: unknown) => {
      console.warn("The number of tickets could not be read", error);
      setCount("unread");
    };
    return startReading((signal) => held.count(account, signal), setCount, onFailure);
  }, [account, held, purchases, round]);

  useEffect(() => {
    const onVisible = () => {
      if (!document.hidden) setRound((previous) => previous + 1);
    };
    document.addEventListener("visibilitychange", onVisible);
    return () => document.removeEventListener("visibilitychange", onVisible);
  }, []);
  return {
    count,
    revision: `${purchases} ${round}`,
    again: () => setRound((previous) => previous + 1),
  };
}

function useFound(account: string, { held }: TicketPorts, revision: string | null) {
  const [tokenIds, setTokenIds] = useState<FoundTickets>("looking");
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round asks again
  useEffect(() => {
    if (revision === null) return;
    const onFailure = (error: unknown) => {
      console.warn("The tickets could not be read", error);
      setTokenIds("unread");
    };
    return startReading((signal) => held.find(account, signal), setTokenIds, onFailure);
  }, [account, held, revision, round]);
  return {
    tokenIds,
    lookAgain() {
      setTokenIds("looking");
      setRound((previous) => previous + 1);
    },
  };
}
