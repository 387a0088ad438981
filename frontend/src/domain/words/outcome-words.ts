import { language } from "../../../../collection.ts";
import type { MiningNotice } from "../mint/mint-state.ts";
import type { Order } from "../order/order.ts";
import { formatMoney } from "../order/price.ts";
import type { PendingPurchase, Purchase } from "../order/purchase.ts";

export const progress = {
  checking: "Checking price, code and network…",
  sending: "Confirm the transaction in your wallet.",
  openWallet: "Open wallet",
  switching: "Confirm the network switch in your wallet.",
  locked:
    "Your wallet is locked, or no longer connected to this page. Unlock it, then press Mint again.",
  sendingLate: "Your wallet hasn't answered yet. Open it and look for a request to confirm.",
  restored:
    "Your wallet hasn't answered yet. If it still shows the request, answer it there. This page also looks for the purchase on the network.",
  notKept:
    "Keep this page open. Your browser's storage is full or blocked, so a reload would lose track of this purchase.",
  offline:
    "You are offline. Your purchase continues. This page looks for it when you are online again.",
} as const;

export const miningMessages: Readonly<Record<MiningNotice, string>> = {
  none: "Sent. Waiting for the network, usually less than a minute.",
  remembered: "Looking for your earlier purchase on the network…",
  owners:
    "Waiting for signatures: your wallet's owners still have to approve this purchase. You can close this page and come back.",
  unseen:
    "The network doesn't have this transaction yet. Check your wallet's activity: it may still be waiting there, or was replaced.",
  slow: "The network hasn't processed this transaction yet. Its fee may be too low. You can speed it up in your wallet.",
  behindNonce:
    "An earlier transaction of your account has to go first. Find it in your wallet's activity, then speed it up or cancel it.",
  unclear:
    "This page can't confirm the result yet, and keeps checking. Look at the transaction in the explorer before you buy again.",
  confirming: "This purchase seems to have failed. Waiting for more blocks to be certain…",
  reorganised:
    "The network is reordering its latest blocks. Your purchase is pending again; you don't need to do anything.",
};

export function openMessage({ quantity, recipient }: Order, sent: boolean): string {
  const what = `${ticketCount(quantity)}${recipient === undefined ? "" : ` for ${recipient}`}`;
  return sent
    ? `${what}: still in progress. This page keeps checking.`
    : `${what}: your wallet hasn't confirmed it yet. If it still shows the request, answer it there. This page keeps checking.`;
}

const dateFormat = /* @__PURE__ */ new Intl.DateTimeFormat(language, { dateStyle: "long" });

export const historyWords = {
  summary: (count: number) => `Purchases from this browser (${count})`,
  /**
   * Describes the order, not the sale, because the wallet may have changed the order. @param
   * askedAt in ms since 1970
   */
  purchase: ({ quantity, recipient }: Order, askedAt: number) =>
    `Ordered ${dateFormat.format(askedAt)}: ${ticketCount(quantity)}${recipient === undefined ? "" : ` for ${recipient}`}`,
  forget: "Remove this list from this browser",
} as const;

export function orderMessage({ quantity, payable, recipient }: Order, symbol: string): string {
  const what = `${ticketCount(quantity)} for ${formatMoney(payable, symbol)}.`;
  return recipient === undefined ? what : `${what} The tickets go to ${recipient}.`;
}

export type MissingPictures = "outside" | "unreadable";

export const missingPictures: Readonly<Record<MissingPictures, string>> = {
  outside:
    "The pictures are stored outside the chain, and this page does not load them. Your tickets are not affected.",
  unreadable: "The pictures couldn't be loaded just now. Your tickets are not affected.",
};

/** The owner to name in messages; `undefined` if the visitor owns the tickets. */
export function namedOwner(
  { order, buyer }: Pick<PendingPurchase, "order" | "buyer">,
  account: string | null,
): string | undefined {
  return order.recipient ?? (account === null || account === buyer ? undefined : buyer);
}

export function ticketsMessage(
  { firstTokenId, quantity }: Purchase,
  recipient: string | undefined,
): string {
  if (quantity === 1) return `Ticket #${firstTokenId} ${ownerWords("is", recipient)}.`;
  const last = firstTokenId + BigInt(quantity) - 1n;
  return `Tickets #${firstTokenId} to #${last} ${ownerWords("are", recipient)}.`;
}

function ownerWords(is: "is" | "are", recipient: string | undefined): string {
  if (recipient === undefined) return `${is} yours`;
  return `${is === "is" ? "belongs" : "belong"} to ${recipient}`;
}

export function ticketCount(quantity: number): string {
  return quantity === 1 ? "1 ticket" : `${quantity} tickets`;
}
