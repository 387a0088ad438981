export type TypedRecipient =
  | { readonly kind: "empty" }
  /** Checksummed. */
  | { readonly kind: "address"; readonly address: string }
  /** A normalised ENS name. Only the chain knows its address. */
  | {
      readonly kind: "name";
      readonly name: string;
      /** Whether the visitor typed only "alice", and the page added the ending. */
      readonly isGuess?: true;
    }
  | { readonly kind: "refused"; readonly reason: RecipientRefusal };

export type RecipientRefusal =
  /** Neither an address nor a name, or still incomplete. */
  | "unreadable"
  /** The checksum is wrong (EIP-55). */
  | "misspelt"
  | "zero"
  /** The ticket contract's own address. */
  | "ticket"
  /** A name on a network without ENS. */
  | "noNames";

export type NameAnswer =
  | { readonly kind: "found"; readonly address: string }
  | { readonly kind: "unknown" }
  /** Its address must not receive tickets. */
  | { readonly kind: "refused"; readonly reason: RecipientRefusal }
  /** The endpoints are silent or disagree. */
  | { readonly kind: "unread" };

/** Whether an address can hold ERC-721 tokens; `null` if it could not be read. */
export type CanHold = boolean | null;

export interface Recipients {
  read(text: string): TypedRecipient;
  /** Resolves a normalised name. Two endpoints must agree if the build has two. */
  lookUp(name: string, signal: AbortSignal): Promise<NameAnswer>;
  /** `false` for a contract that does not declare ERC-721 support. */
  canHold(address: string, signal: AbortSignal): Promise<CanHold>;
}
