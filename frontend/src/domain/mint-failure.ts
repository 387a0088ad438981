/** Refusals by the contract's custom errors (docs/reference/contracts.md). */
export type Refusal =
  | { readonly kind: "tooFewLeft"; readonly remaining: bigint }
  | { readonly kind: "salePaused" }
  | { readonly kind: "priceChanged"; readonly price: bigint }
  | { readonly kind: "affiliateNotActive" }
  | { readonly kind: "invalidQuantity" }
  /** `error` is the custom error's name; `null` if it is unreadable. */
  | { readonly kind: "other"; readonly error: string | null };

export type Dispute =
  | "newestBlock"
  | "contract"
  | "price"
  | "sale"
  | "account"
  | "outcome"
  | "gas"
  | "networkFee";

/** The wallet may have sent the transaction nevertheless. */
export type WalletProblem = "nonceTooLow" | "underpriced" | "windowClosed";

/** `failure-words.ts` has a sentence for each. */
export type MintFailure =
  /** P-20 to P-26 give the words. */
  | { readonly reason: "notConnected" }
  | { readonly reason: "wrongNetwork" }
  | { readonly reason: "inactiveAffiliate" }
  | { readonly reason: "invalidAmount" }
  | { readonly reason: "rejected" }
  | { readonly reason: "noProvider" }
  /** The contract refused before anything was sent. */
  | { readonly reason: "refused"; readonly refusal: Refusal }
  /** In wei; `null` if the page does not know the amounts. */
  | {
      readonly reason: "insufficientFunds";
      readonly funds: {
        readonly needed: bigint;
        readonly owned: bigint;
        /** False if the account lacks the price: then no endpoint estimates the fee. */
        readonly includesFee: boolean;
      } | null;
    }
  | { readonly reason: "endpointsSilent" }
  /** The same, if the browser reports that it is offline. */
  | { readonly reason: "offline" }
  | { readonly reason: "endpointsDisagree"; readonly about: Dispute }
  /** Failures in the page's own code. */
  | { readonly reason: "partNotLoaded" }
  | { readonly reason: "notWhatWasShown" }
  | { readonly reason: "unexpected" }
  /** Failures of the wallet, by the codes of EIP-1193 and EIP-1474 if it gives one. */
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
  | { readonly reason: "otherTabAsks" }
  | { readonly reason: "notSettled" }
  /** It was sent, and bought nothing. `refusal` is `null` if the endpoints disagree. */
  | { readonly reason: "reverted"; readonly refusal: Refusal | null }
  | { readonly reason: "soldNothing" }
  /** `by` is the replacement's hash. */
  | { readonly reason: "replaced"; readonly by: string }
  | { readonly reason: "chainReset" };

/** The transaction to show after a failure: the replacement, if there is one. */
export function transactionOf(failure: MintFailure, sent: string | null): string | null {
  return failure.reason === "replaced" ? failure.by : sent;
}

export class MintError extends Error {
  declare readonly failure: MintFailure;

  constructor(failure: MintFailure, options?: ErrorOptions) {
    super(failure.reason, options);
    this.name = "MintError";
    this.failure = failure;
  }
}
