import type { NameAnswer, RecipientRefusal } from "../mint/recipient.ts";

type NameProblem = Exclude<NameAnswer["kind"], "found" | "refused">;

export const recipientWords = {
  summary: "Mint to another address",
  label: "Address of the new owner",
  labelWithNames: "Address or ENS name of the new owner",
  find: "Find address",
  isName: "Is this a name?",
  finding: "Looking up this name…",
  use: "Use this address",
  clear: "Mint to my wallet instead",
  own: "This is your own wallet's address.",
  open: "Complete the new owner's address first.",
  notLoaded: "This part of the page didn't load. Check your connection, then type again.",
  owner: "The tickets go to",
  notYours: "and not to your wallet. Check the address: nobody can undo this.",
  cannotHold: "This contract may not support NFTs. Tickets sent to it could be lost for good.",
  holdUnread: "This page couldn't check whether this address can hold tickets.",
} as const;

export const recipientRefusals: Readonly<Record<RecipientRefusal, string>> = {
  unreadable: "That address isn't complete. It starts with 0x and has 42 characters.",
  misspelt:
    "This address has a typo: its upper-case and lower-case letters don't match. Copy it again.",
  zero: "This is the zero address. Tickets sent there are lost for good.",
  ticket: "This is the contract that sells the tickets. Tickets sent to it are lost for good.",
  noNames: "ENS names work only on Ethereum. Enter the address.",
};

export const nameProblems: Readonly<Record<NameProblem, string>> = {
  unknown: "This name has no address.",
  unread: "This page couldn't look up this name. Try again, or enter the address.",
};

export function nameFound(name: string): string {
  return `${name} is`;
}
