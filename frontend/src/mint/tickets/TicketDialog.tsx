import { useLayoutEffect, useRef, useState } from "react";
import type { Chain } from "../../../../networks.ts";
import type { TicketPicture } from "../../chain/tickets/pictures.ts";
import { ticketTitle, ticketWords } from "../../domain/words/ticket-words.ts";
import { Button } from "../../ui/Button.tsx";
import { ExternalLink } from "../../ui/ExternalLink.tsx";
import { TicketActions } from "../ticket-actions/TicketActions.tsx";
import type { TicketPorts } from "./ticket-ports.ts";

interface Props {
  readonly tokenId: bigint;
  /** The picture; `undefined` while it loads, `null` if it is unreadable. */
  readonly picture: TicketPicture | null | undefined;
  readonly network: Chain;
  readonly ports: TicketPorts;
  readonly affiliateCode: string | null;
  /** Opens the previous (-1) or next (1) ticket; omitted if there is none. */
  readonly onStep?: ((by: -1 | 1) => void) | undefined;
  onClose(): void;
}

const KEYS: Readonly<Record<string, -1 | 1 | undefined>> = { ArrowLeft: -1, ArrowRight: 1 };

export function TicketDialog({
  tokenId,
  picture,
  network,
  ports,
  affiliateCode,
  onStep,
  onClose,
}: Props) {
  const dialog = useModal();
  const title = ticketTitle(tokenId);
  const { explorer } = network;
  return (
    <dialog
      ref={dialog}
      className="ticket"
      aria-labelledby="ticket-title"
      // In development React may have opened the dialog again.
      onKeyDown={({ key }) => {
        const by = KEYS[key];
        if (by !== undefined) onStep?.(by);
      }}
      onClose={() => {
        if (dialog.current?.open === false) onClose();
      }}
    >
      <div className="ticket-head">
        <h3 id="ticket-title" aria-live="polite">
          {title}
        </h3>
        <Button variant="quiet" aria-label={ticketWords.close} onClick={onClose}>
          ×
        </Button>
      </div>
      <Picture tokenId={tokenId} picture={picture} />
      {onStep && (
        <p className="ticket-steps">
          <Button variant="link" onClick={() => onStep(-1)}>
            {ticketWords.previous}
          </Button>
          <Button variant="link" onClick={() => onStep(1)}>
            {ticketWords.next}
          </Button>
        </p>
      )}
      {picture && picture.traits.length > 0 && (
        <dl className="traits">
          {picture.traits.map(({ name, value }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      <TicketActions
        key={String(tokenId)}
        network={network}
        ports={ports}
        tokenId={tokenId}
        quantity={1}
        own
        affiliateCode={affiliateCode}
      />
      <div className="ticket-actions">
        {explorer !== null && (
          <ExternalLink href={`${explorer.url}/nft/${ports.ticketAddress}/${tokenId}`}>
            {`View on ${explorer.name}`}
          </ExternalLink>
        )}
        {picture?.image.startsWith("data:") && (
          <a className="link" href={picture.image} download={`${title.replace(" #", "-")}.svg`}>
            {ticketWords.download}
          </a>
        )}
      </div>
    </dialog>
  );
}

function useModal() {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    // In-app browsers of old phones lack modal dialogs.
    if (element?.showModal === undefined) element?.setAttribute("open", "");
    else element.showModal();
    // Closing the dialog makes the browser return the focus to the ticket.
    return () => element?.close?.();
  }, []);
  return dialog;
}

function Picture({ tokenId, picture }: Pick<Props, "tokenId" | "picture">) {
  const [broken, setBroken] = useState<bigint | null>(null);
  return picture && broken !== tokenId ? (
    <img
      className="ticket-picture"
      src={picture.image}
      alt={ticketTitle(tokenId)}
      width={320}
      height={320}
      referrerPolicy="no-referrer"
      onError={() => setBroken(tokenId)}
    />
  ) : (
    <p className="ticket-picture ticket-unpictured note" aria-live="polite">
      {picture === undefined ? ticketWords.pictureComes : ticketWords.noPicture}
    </p>
  );
}
