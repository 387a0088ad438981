/** The visitor's text in the recipient field. */
export type TypedRecipient =
  | { readonly kind: "empty" }
  /** Checksummed. */
  | { readonly kind: "address"; readonly address: string }
  /** A name of the Ethereum Name Service, normalised. Whose it is, only the chain knows. */
  | {
      readonly kind: "name";
      readonly name: string;
      /** Whether the visitor left out the name's ending: "alice". */
      readonly isGuess?: true;
    }
  | { readonly kind: "refused"; readonly reason: RecipientRefusal };

export type RecipientRefusal =
  /** Neither an address nor a name; perhaps still incomplete. */
  | "unreadable"
  /** Its capitals are not those of its checksum (EIP-55). */
  | "misspelt"
  | "zero"
  /** The contract that sells the tickets. */
  | "ticket"
  /** A name where there are none: outside Ethereum's mainnet. */
  | "noNames";

/** The result of looking up a name. */
export type NameAnswer =
  | { readonly kind: "found"; readonly address: string }
  | { readonly kind: "unknown" }
  /** It has an address that no ticket should go to. */
  | { readonly kind: "refused"; readonly reason: RecipientRefusal }
  /** Endpoints are silent, or do not tell the same. */
  | { readonly kind: "unread" };

/** Whether an address can show tickets and pass them on; `null` if it could not be read. */
export type CanHold = boolean | null;

/** The checks of a recipient before it is in an order. */
export interface Recipients {
  read(text: string): TypedRecipient;
  /** The address of a normalised name, if two endpoints tell the same, where there are two. */
  lookUp(name: string, signal: AbortSignal): Promise<NameAnswer>;
  /** `false` for a contract that says nothing of ERC-721 tokens. */
  canHold(address: string, signal: AbortSignal): Promise<CanHold>;
}
