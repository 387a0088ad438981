export type TypedRecipient =
  | { readonly kind: "empty" }
  /** Checksummed. */
  | { readonly kind: "address"; readonly address: string }
  /** A normalised ENS name. Only the chain knows its address. */
  | {
      readonly kind: "name";
      readonly name: string;
      /** The page added the ending. */
      readonly isGuess?: true;
    }
  | { readonly kind: "refused"; readonly reason: RecipientRefusal };

export type RecipientRefusal =
  /** Possibly still incomplete. */
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
  | { readonly kind: "refused"; readonly reason: RecipientRefusal }
  | { readonly kind: "unread" };

/** `null` if it could not be read. */
export type CanHold = boolean | null;

export interface Recipients {
  read(text: string): TypedRecipient;
  /** Two endpoints must agree if the build has two. */
  lookUp(name: string, signal: AbortSignal): Promise<NameAnswer>;
  /** `false` for a contract that does not declare ERC-721 support. */
  canHold(address: string, signal: AbortSignal): Promise<CanHold>;
}
