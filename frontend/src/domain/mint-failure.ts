/** Why the contract does not sell, by its custom errors (docs/reference/contracts.md). */
export type Refusal =
  | { readonly kind: "tooFewLeft"; readonly remaining: bigint }
  | { readonly kind: "salePaused" }
  | { readonly kind: "priceChanged"; readonly price: bigint }
  | { readonly kind: "affiliateNotActive" }
  | { readonly kind: "invalidQuantity" }
  /** `error` is the name of the custom error; `null` if there is none that can be read. */
  | { readonly kind: "other"; readonly error: string | null };

/** The value on which two endpoints disagree. */
export type Dispute =
  | "newestBlock"
  | "contract"
  | "price"
  | "sale"
  | "account"
  | "outcome"
  | "gas"
  | "networkFee";

/** A problem that the wallet reported. It may have sent the transaction nevertheless. */
export type WalletProblem = "nonceTooLow" | "underpriced" | "windowClosed";

/** Why a mint ended without tickets: data only. `failure-words.ts` has a sentence for each. */
export type MintFailure =
  /** Their words are given: P-20 to P-26. */
  | { readonly reason: "notConnected" }
  | { readonly reason: "wrongNetwork" }
  | { readonly reason: "inactiveAffiliate" }
  | { readonly reason: "invalidAmount" }
  | { readonly reason: "rejected" }
  | { readonly reason: "noProvider" }
  /** Nothing was sent: the contract would not sell. */
  | { readonly reason: "refused"; readonly refusal: Refusal }
  /** In wei; `null` if the page does not know the figures. */
  | {
      readonly reason: "insufficientFunds";
      readonly funds: {
        readonly needed: bigint;
        readonly owned: bigint;
        /** Whether `needed` has the network fee in it. No endpoint estimates it for an account that lacks the price. */
        readonly includesFee: boolean;
      } | null;
    }
  | { readonly reason: "endpointsSilent" }
  /** The same, where the browser knows that it is offline. */
  | { readonly reason: "offline" }
  | { readonly reason: "endpointsDisagree"; readonly about: Dispute }
  /** The page's own code. */
  | { readonly reason: "partNotLoaded" }
  | { readonly reason: "notWhatWasShown" }
  | { readonly reason: "unexpected" }
  /** The wallet, by the codes of EIP-1193 and EIP-1474 where it gives one. */
  | { readonly reason: "walletSilent" }
  | { readonly reason: "walletLocked" }
  | { readonly reason: "walletUnable" }
  | { readonly reason: "walletOffline" }
  | { readonly reason: "walletOffNetwork" }
  | { readonly reason: "walletLacksNetwork" }
  | { readonly reason: "walletBusy" }
  | { readonly reason: "walletLimited" }
  | { readonly reason: "walletFailed"; readonly problem?: WalletProblem }
  | { readonly reason: "blindSigningOff" }
  | { readonly reason: "accountChanged" }
  | { readonly reason: "noTransactionHash" }
  /** One purchase at a time. */
  | { readonly reason: "otherTabAsks" }
  | { readonly reason: "notSettled" }
  /** It was sent, and bought nothing. `refusal` is `null` if endpoints do not tell it alike. */
  | { readonly reason: "reverted"; readonly refusal: Refusal | null }
  | { readonly reason: "soldNothing" }
  /** `by` is the hash of the transaction that used the nonce. */
  | { readonly reason: "replaced"; readonly by: string }
  | { readonly reason: "chainReset" };

/**
 * The transaction to look at after a failure: the one that took the place of the purchase's own, if there is one.
 * @param sent the purchase's own, if it is known
 */
export function transactionOf(failure: MintFailure, sent: string | null): string | null {
  return failure.reason === "replaced" ? failure.by : sent;
}

/** Thrown by the ports of the mint flow, caught by it. */
export class MintError extends Error {
  declare readonly failure: MintFailure;

  constructor(failure: MintFailure, options?: ErrorOptions) {
    super(failure.reason, options);
    this.name = "MintError";
    this.failure = failure;
  }
}
