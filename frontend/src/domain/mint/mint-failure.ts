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

/** A problem that the wallet reports. The wallet may have sent the transaction nevertheless. */
export type WalletProblem = "nonceTooLow" | "underpriced" | "windowClosed";

/** Why a mint ended without tickets. `failure-words.ts` has a sentence for each. */
export type MintFailure =
  /** P-20 to P-26 specify the messages for these. */
  | { readonly reason: "notConnected" }
  | { readonly reason: "wrongNetwork" }
  | { readonly reason: "inactiveAffiliate" }
  | { readonly reason: "invalidAmount" }
  | { readonly reason: "rejected" }
  | { readonly reason: "noProvider" }
  | { readonly reason: "refused"; readonly refusal: Refusal }
  /** In wei; `null` if the page does not know the amounts. */
  | {
      readonly reason: "insufficientFunds";
      readonly funds: {
        readonly needed: bigint;
        readonly owned: bigint;
        /** False if the account can't pay the price, because no endpoint then estimates the fee. */
        readonly includesFee: boolean;
      } | null;
    }
  | { readonly reason: "endpointsSilent" }
  /** No endpoint answers, and the browser reports that it is offline. */
  | { readonly reason: "offline" }
  | { readonly reason: "endpointsDisagree"; readonly about: Dispute }
  /** The page's own code failed. */
  | { readonly reason: "partNotLoaded" }
  | { readonly reason: "notWhatWasShown" }
  | { readonly reason: "unexpected" }
  /** The wallet failed. Some wallets give a code of EIP-1193 or EIP-1474. */
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
  /**
   * The transaction was sent, and bought nothing. `refusal` is `null` if the endpoints disagree.
   */
  | { readonly reason: "reverted"; readonly refusal: Refusal | null }
  /** `by` is the hash of the transaction that a block has. */
  | { readonly reason: "soldNothing"; readonly by: string }
  | { readonly reason: "replaced"; readonly by: string }
  | { readonly reason: "chainReset" };

/** The transaction to show after a failure. */
export function transactionOf(failure: MintFailure, sent: string | null): string | null {
  return "by" in failure ? failure.by : sent;
}

export class MintError extends Error {
  declare readonly failure: MintFailure;

  constructor(failure: MintFailure, options?: ErrorOptions) {
    super(failure.reason, options);
    this.name = "MintError";
    this.failure = failure;
  }
}
