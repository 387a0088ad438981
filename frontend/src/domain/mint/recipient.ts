export type TypedRecipient =
  | { readonly kind: "empty" }
  | { readonly kind: "address"; readonly address: string }
  | {
      readonly kind: "name";
      readonly name: string;
      /** The page added the name's ending. */
      readonly isGuess?: true;
    }
  | { readonly kind: "refused"; readonly reason: RecipientRefusal };

export type RecipientRefusal =
  /** The text may be incomplete. */
  | "unreadable"
  /** The address has a wrong checksum (EIP-55). */
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

/** Whether an address can hold tickets; `null` if the page could not read it. */
export type CanHold = boolean | null;

export interface Recipients {
  read(text: string): TypedRecipient;
  /** Finds a name's address. Two endpoints must agree, if the build has two. */
  lookUp(name: string, signal: AbortSignal): Promise<NameAnswer>;
  canHold(address: string, signal: AbortSignal): Promise<CanHold>;
}
