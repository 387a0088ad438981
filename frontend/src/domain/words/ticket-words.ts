import { language, name, size } from "../../../../collection.ts";
import { ticketCount } from "./outcome-words.ts";

export const ticketWords = {
  heading: "Your tickets",
  show: "Show pictures",
  hide: "Hide pictures",
  looking: "Looking for your tickets…",
  countUnread: "This page couldn't count this account's tickets.",
  unread: "This page couldn't find your tickets. The network gave no reliable answer.",
  none: "This account holds no tickets yet.",
  again: "Try again",
  close: "Close",
  previous: "Previous ticket",
  next: "Next ticket",
  pictureComes: "Loading the picture…",
  noPicture: "The picture couldn't be loaded. Your ticket is not affected.",
  download: "Download as SVG",
  share: "Share",
  copied: "Link copied.",
  notCopied: "Your browser didn't copy the link. Here it is:",
  addToWallet: "Add to wallet",
  added: "Your wallet accepted the ticket. It may take a moment to appear there.",
  notNow: "Your wallet can't do this right now. Open it, then try again.",
  unable: "Your wallet can't add tickets from here. It may list them by itself.",
} as const;

export function heldMessage(count: number): string {
  return `This account holds ${ticketCount(count)}.`;
}

export function moreMessage(next: number, left: number): string {
  return next === left ? `Show the other ${left}` : `Show ${next} more of ${left}`;
}

export function picturesMissing(count: number): string {
  return count === 1 ? "1 picture couldn't be loaded." : `${count} pictures couldn't be loaded.`;
}

export function ticketTitle(tokenId: bigint): string {
  return `Ticket #${tokenId}`;
}

export function shareText(tokenId: bigint, quantity: number): string {
  if (quantity === 1) return `${ticketTitle(tokenId)} of ${name}`;
  return `Tickets #${tokenId} to #${tokenId + BigInt(quantity) - 1n} of ${name}`;
}

export function nextMessage(number: bigint): string {
  return `Next: #${number.toLocaleString(language)} of ${size.toLocaleString(language)}.`;
}

export const nextHint = "If someone buys it first, you get the next one.";

export const lookWords = {
  label: "The collection",
  open: "Look at more tickets",
  close: "Hide these tickets",
  earlier: "Earlier",
  later: "Later",
  number: (tokenId: bigint, isSold: boolean) => (isSold ? `#${tokenId} sold` : `#${tokenId}`),
  shown: (first: bigint, last: bigint) => `#${first} to #${last}`,
} as const;

export function nextPicture(number: bigint): string {
  return `The picture of ticket ${number.toLocaleString(language)}`;
}
