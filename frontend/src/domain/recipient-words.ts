import type { NameAnswer, RecipientRefusal } from "./recipient.ts";

type NameProblem = Exclude<NameAnswer["kind"], "found" | "refused">;

/** What a visitor reads where tickets are bought for another address. */
export const recipientWords = {
  summary: "Mint to another address",
  label: "Address of the new owner",
  labelWithNames: "Address or ENS name of the new owner",
  find: "Find address",
  finding: "Asking the chain for this name…",
  use: "Use this address",
  clear: "Mint to my wallet instead",
  own: "This is the address of your own wallet.",
  open: "Complete the address of the new owner first.",
  notLoaded: "This part of the page could not be loaded. Check your connection and type again.",
  owner: "The tickets go to",
  notYours: "and not to your wallet. Check it: this can't be undone.",
  cannotHold:
    "This is a contract that says nothing of such tickets. They may be stuck there for good.",
  holdUnread: "It could not be read whether this address is a contract that can't hold tickets.",
} as const;

export const recipientRefusals: Readonly<Record<RecipientRefusal, string>> = {
  unreadable: "This is not a whole address: 0x and 40 digits or letters from a to f.",
  misspelt:
    "This address is misspelt: its upper-case and lower-case letters do not match. Copy it again.",
  zero: "This is the zero address. Tickets sent there are gone.",
  ticket: "This is the contract that sells the tickets. They would be stuck there for good.",
  noNames: "ENS names are on Ethereum alone. Enter the address.",
};

export const nameProblems: Readonly<Record<NameProblem, string>> = {
  unknown: "This name has no address on chain.",
  unread:
    "The network does not tell for certain whose name this is. Try again, or enter the address.",
};

/** Whose address a name is, before the visitor takes it. */
export function nameFound(name: string): string {
  return `${name} is`;
}
