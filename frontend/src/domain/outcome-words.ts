import type { MiningNotice } from "./mint-state.ts";
import type { Order } from "./order.ts";
import { formatMoney } from "./price.ts";
import type { PendingPurchase, Purchase } from "./sale.ts";

/** What a visitor reads while a purchase is on its way, and once it is known what became of it. */
export const progress = {
  checking: "Checking price, code and network…",
  sending: "Confirm the transaction in your wallet.",
  openWallet: "Open wallet",
  switching: "Confirm the switch of network in your wallet.",
  sendingLate: "Your wallet has not answered yet. Open it and look for a request to confirm.",
  restored:
    "Your wallet was asked for this purchase and has not answered. If it still shows the request, answer it there. This page watches the chain for it.",
  notKept:
    "This browser's storage is full or blocked. Keep this page open: it can't go on watching after a reload.",
} as const;

/** What becomes of a purchase that was sent. */
export const miningMessages: Readonly<Record<MiningNotice, string>> = {
  none: "Sent. Waiting for the chain: this may take a minute.",
  remembered:
    "This browser remembers a purchase that had not settled. Looking for it on the chain…",
  owners:
    "Sent to your wallet's owners: it is a contract, and they have to sign. This page goes on watching, also after a reload.",
  unseen:
    "The network does not know this transaction yet. Your wallet may still hold it, or it was replaced: look at its activity. This page goes on watching.",
  slow: "The network has this transaction but has not taken it yet. Its network fee may be too low: your wallet can speed it up. This page goes on watching.",
  behindNonce:
    "An earlier transaction of your account has to go first. Find that one in your wallet's activity, and speed it up or cancel it. This page goes on watching.",
  unclear:
    "It is not clear yet what became of this transaction: the network's endpoints do not confirm each other. Look at it in the explorer before you buy again. This page goes on watching.",
  confirming:
    "It looks as if this transaction bought nothing. Waiting for a few more blocks, until that is certain.",
  reorganised:
    "The chain has exchanged its newest blocks, and this purchase is not in them at the moment. This page goes on watching.",
};

/** Of an earlier purchase that has not settled. @param sent whether its wallet has said that it was sent */
export function openMessage({ quantity, recipient }: Order, sent: boolean): string {
  const what = `${ticketCount(quantity)}${recipient === undefined ? "" : ` for ${recipient}`}`;
  return sent
    ? `${what}: not settled yet. This page goes on watching.`
    : `${what}: your wallet has not said that it was sent. If it still shows the request, answer it there. This page goes on watching.`;
}

/** What a wallet was asked for: the form may show another order by now. */
export function orderMessage({ quantity, payable, recipient }: Order, symbol: string): string {
  const what = `${ticketCount(quantity)} for ${formatMoney(payable, symbol)}.`;
  return recipient === undefined ? what : `${what} ${recipientMessage(recipient)}`;
}

/** Why no picture is shown of tickets that were bought, if that is known. */
export type MissingPictures = "outside" | "unreadable";

export const missingPictures: Readonly<Record<MissingPictures, string>> = {
  outside:
    "The collection's pictures are kept outside the chain, and this page does not load them from there.",
  unreadable:
    "The collection's pictures are kept outside the chain and could not be loaded just now: your tickets are not affected.",
};

/** Whom the words name as the tickets' owner: `undefined` for the visitor. @param account that is connected, or none */
export function namedOwner(
  { order, buyer }: Pick<PendingPurchase, "order" | "buyer">,
  account: string | null,
): string | undefined {
  return order.recipient ?? (account === null || account === buyer ? undefined : buyer);
}

/** Which tickets a purchase brought, and whose they are. @param recipient if they are not the visitor's */
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

function recipientMessage(recipient: string): string {
  return `The tickets go to ${recipient}.`;
}

export function ticketCount(quantity: number): string {
  return quantity === 1 ? "1 ticket" : `${quantity} tickets`;
}
