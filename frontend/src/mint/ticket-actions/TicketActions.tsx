import { useState } from "react";
import type { Chain } from "../../../../networks.ts";
import type { Eip1193Provider } from "../../domain/mint/eip1193.ts";
import { messages } from "../../domain/words/messages.ts";
import { shareText, ticketWords } from "../../domain/words/ticket-words.ts";
import { Button } from "../../ui/Button.tsx";
import { ExternalLink } from "../../ui/ExternalLink.tsx";
import { addToWallet, mayAdd } from "./add-to-wallet.ts";
import { shareLink } from "./share-link.ts";

export interface TicketActionPorts {
  readonly ticketAddress: string;
  readonly getProvider: () => Eip1193Provider | null;
  readonly linkTo: (affiliateCode: string | null) => string;
}

interface Props {
  readonly network: Chain;
  readonly ports: TicketActionPorts;
  readonly tokenId: bigint;
  readonly quantity: number;
  /** Whether the connected account owns the tickets. A wallet lists only its account's tickets. */
  readonly own: boolean;
  /** The code of the visitor's link, which a shared link keeps. */
  readonly affiliateCode: string | null;
}

export function TicketActions({ network, ports, tokenId, quantity, own, affiliateCode }: Props) {
  const [word, setWord] = useState("");
  const [asking, setAsking] = useState(false);
  const url = ports.linkTo(affiliateCode);
  const provider = ports.getProvider();
  const { marketplace } = network;
  // A wallet takes one ticket at a time.
  const single = quantity === 1;
  const place = single ? `${ports.ticketAddress}/${tokenId}` : ports.ticketAddress;

  const share = async () => {
    const shared = await shareLink(shareText(tokenId, quantity), url);
    setWord(
      {
        shared: "",
        cancelled: "",
        copied: ticketWords.copied,
        failed: `${ticketWords.notCopied} ${url}`,
      }[shared],
    );
  };
  const add = async () => {
    if (provider === null) return;
    setAsking(true);
    const added = await addToWallet(provider, network, ports.ticketAddress, tokenId);
    setAsking(false);
    setWord(
      {
        asked: ticketWords.added,
        refused: "",
        notNow: ticketWords.notNow,
        unable: ticketWords.unable,
        otherNetwork: messages.wrongNetwork(network.nameInMessage),
      }[added],
    );
  };

  return (
    <div className="ticket-actions">
      <Button variant="link" onClick={() => void share()}>
        {ticketWords.share}
      </Button>
      {single && own && mayAdd(provider) && (
        <Button variant="link" busy={asking} onClick={() => void add()}>
          {ticketWords.addToWallet}
        </Button>
      )}
      {marketplace !== null && (
        <ExternalLink href={`${marketplace.url}/${place}`}>
          {`View on ${marketplace.name}`}
        </ExternalLink>
      )}
      <p className="ticket-actions-word" aria-live="polite">
        {word}
      </p>
    </div>
  );
}
