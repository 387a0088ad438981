import { useState } from "react";
import { missingPictures } from "../../domain/words/outcome-words.ts";
import {
  moreMessage,
  picturesMissing,
  ticketTitle,
  ticketWords,
} from "../../domain/words/ticket-words.ts";
import { Button } from "../../ui/Button.tsx";
import { TicketDialog } from "./TicketDialog.tsx";
import type { TicketGalleryProps } from "./ticket-ports.ts";
import { usePictures } from "./use-pictures.ts";

const SHOWN_AT_A_TIME = 60;

const NONE: readonly bigint[] = [];

const focusOn = (tile: HTMLElement | null) => tile?.focus();

export function TicketGallery({
  tokenIds,
  network,
  ports,
  affiliateCode,
  onLookAgain,
}: TicketGalleryProps) {
  const [most, setMost] = useState(SHOWN_AT_A_TIME);
  // Receives the focus when the clicked button disappears.
  const [firstMore, setFirstMore] = useState<bigint | null>(null);
  const [opened, setOpened] = useState<bigint | null>(null);
  const found = typeof tokenIds === "string" ? NONE : tokenIds;
  const shown = found.slice(0, most);
  const { pictures, missing, again: readAgain } = usePictures(found, most, ports.loadPictures);
  // A transferred ticket must not open by itself when it returns.
  if (opened !== null && !found.includes(opened)) setOpened(null);

  if (tokenIds === "looking") {
    return (
      <p className="note" aria-live="polite">
        {ticketWords.looking}
      </p>
    );
  }
  if (tokenIds === "unread") {
    return (
      <div role="alert" className="warning held-unread">
        <p>{ticketWords.unread}</p>
        <Button variant="link" onClick={onLookAgain}>
          {ticketWords.again}
        </Button>
      </div>
    );
  }
  if (tokenIds.length === 0) return <p className="note">{ticketWords.none}</p>;
  const left = tokenIds.length - shown.length;
  const unread = shown.filter((tokenId) => pictures.get(tokenId) === null).length;
  return (
    <>
      <Tiles tokenIds={shown} pictures={pictures} focused={firstMore} onOpen={setOpened} />
      {unread > 0 && (
        <p className="note" aria-live="polite">
          <span>{missing === null ? picturesMissing(unread) : missingPictures[missing]}</span>{" "}
          {missing !== "outside" && (
            <Button variant="link" onClick={readAgain}>
              {ticketWords.again}
            </Button>
          )}
        </p>
      )}
      {left > 0 && (
        <Button
          variant="link"
          onClick={() => {
            setFirstMore(tokenIds[most] ?? null);
            setMost(most + SHOWN_AT_A_TIME);
          }}
        >
          {moreMessage(Math.min(SHOWN_AT_A_TIME, left), left)}
        </Button>
      )}
      {opened !== null && (
        <TicketDialog
          tokenId={opened}
          picture={pictures.get(opened)}
          network={network}
          ports={ports}
          affiliateCode={affiliateCode}
          onStep={shown.length > 1 ? (by) => setOpened(stepped(shown, opened, by)) : undefined}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  );
}

function stepped(tokenIds: readonly bigint[], from: bigint, by: number): bigint {
  const index = tokenIds.indexOf(from) + by + tokenIds.length;
  return tokenIds[index % tokenIds.length] ?? from;
}

interface TilesProps {
  readonly tokenIds: readonly bigint[];
  readonly pictures: ReturnType<typeof usePictures>["pictures"];
  readonly focused: bigint | null;
  onOpen(tokenId: bigint): void;
}

function Tiles({ tokenIds, pictures, focused, onOpen }: TilesProps) {
  return (
    <ul className="tiles">
      {tokenIds.map((tokenId) => (
        <li key={String(tokenId)}>
          <button
            ref={tokenId === focused ? focusOn : null}
            type="button"
            className="tile"
            aria-haspopup="dialog"
            aria-label={ticketTitle(tokenId)}
            onClick={() => onOpen(tokenId)}
          >
            <Tile image={pictures.get(tokenId)?.image} />
            <span className="figures">{`#${tokenId}`}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function Tile({ image }: { readonly image: string | undefined }) {
  const [broken, setBroken] = useState(false);
  if (image === undefined || broken) return <span className="tile-picture" />;
  return (
    <img
      className="tile-picture"
      src={image}
      alt=""
      width={96}
      height={96}
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      onError={() => setBroken(true)}
    />
  );
}
