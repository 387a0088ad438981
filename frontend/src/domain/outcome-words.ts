import type { MiningNotice } from "./mint-state.ts";
import type { Purchase } from "./sale.ts";

/** What a visitor reads while a purchase is on its way, and once it is known what became of it. */
export const progress = {
  checking: "Checking price, code and network…",
  sending: "Confirm the transaction in your wallet.",
  openWallet: "Open wallet",
  switching: "Confirm the switch of network in your wallet.",
  sendingLate: "Your wallet has not answered yet. Open it and look for a request to confirm.",
} as const;

/** @param kept whether the browser remembers the purchase */
export function miningMessage(notice: MiningNotice, kept: boolean): string {
  return kept ? MINING[notice] : NOT_KEPT;
}

const NOT_KEPT =
  "Sent. Waiting for the chain. This browser's storage is full or blocked, so keep this page open: it could not go on after a reload.";

const MINING: Readonly<Record<MiningNotice, string>> = {
  none: "Sent. Waiting for the chain: this may take a minute, and goes on if you reload.",
  remembered:
    "This browser remembers a purchase that had not settled. Looking for it on the chain…",
  owners:
    "Sent to your wallet's owners: it is a contract, and they have to sign. This page goes on watching, also after a reload.",
  unseen:
    "The network does not know this transaction yet. Your wallet may still hold it, or it was replaced: look at its activity. This page goes on watching.",
  unclear:
    "It is not clear yet what became of this transaction: the network's endpoints do not confirm each other. Look at it in the explorer before you buy again. This page goes on watching.",
  confirming:
    "It looks as if this transaction bought nothing. Waiting for a few more blocks, until that is certain.",
  reorganised:
    "The chain has exchanged its newest blocks, and this purchase is not in them at the moment. This page goes on watching.",
};

/** Of an earlier purchase that has not settled. @param recipient if the tickets are not for the buyer */
export function openMessage(quantity: number, recipient: string | undefined): string {
  const whose = recipient === undefined ? "" : ` for ${recipient}`;
  return `${ticketCount(quantity)}${whose}: not settled yet. This page goes on watching.`;
}

/** Why no picture is shown of tickets that were bought, if that is known. */
export type MissingPictures = "outside" | "unreadable";

export const missingPictures: Readonly<Record<MissingPictures, string>> = {
  outside:
    "The collection's pictures are kept outside the chain, and this page does not load them from there.",
  unreadable:
    "The collection's pictures are kept outside the chain and could not be loaded just now: your tickets are not affected.",
};

/** Which tickets a purchase brought, and whose they are. @param recipient if they are not the buyer's */
export function ticketsMessage(
  { firstTokenId, quantity }: Purchase,
  recipient: string | undefined,
): string {
  if (quantity === 1) return `Ticket #${firstTokenId} ${ownerWords("is", recipient)}.`;
  const last = firstTokenId + BigInt(quantity) - 1n;
  return `Tickets #${firstTokenId} to #${last} ${ownerWords("are", recipient)}.`;
}

function ownerWords(verb: string, recipient: string | undefined): string {
  return recipient === undefined ? `${verb} yours` : `${verb} now with ${recipient}`;
}

/** While a purchase for another address is under way. */
export function recipientMessage(recipient: string): string {
  return `The tickets go to ${recipient}.`;
}

export function ticketCount(quantity: number): string {
  return quantity === 1 ? "1 ticket" : `${quantity} tickets`;
}
