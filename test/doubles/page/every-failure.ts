import type {
  MintFailure,
  Refusal,
  WalletProblem,
} from "../../../frontend/src/domain/mint/mint-failure.ts";

const refusals: Readonly<Record<Refusal["kind"], Refusal>> = {
  tooFewLeft: { kind: "tooFewLeft", remaining: 2n },
  salePaused: { kind: "salePaused" },
  priceChanged: { kind: "priceChanged", price: 1n },
  affiliateNotActive: { kind: "affiliateNotActive" },
  invalidQuantity: { kind: "invalidQuantity" },
  other: { kind: "other", error: null },
};
const problems: Readonly<Record<WalletProblem, true>> = {
  nonceTooLow: true,
  underpriced: true,
  windowClosed: true,
};
const failures: Readonly<Record<MintFailure["reason"], readonly MintFailure[]>> = {
  notConnected: [{ reason: "notConnected" }],
  wrongNetwork: [{ reason: "wrongNetwork" }],
  inactiveAffiliate: [{ reason: "inactiveAffiliate" }],
  invalidAmount: [{ reason: "invalidAmount" }],
  rejected: [{ reason: "rejected" }],
  noProvider: [{ reason: "noProvider" }],
  refused: [
    ...Object.values(refusals).map((refusal) => ({ reason: "refused", refusal }) as const),
    { reason: "refused", refusal: { kind: "tooFewLeft", remaining: 0n } },
  ],
  insufficientFunds: [{ reason: "insufficientFunds", funds: null }],
  endpointsSilent: [{ reason: "endpointsSilent" }],
  offline: [{ reason: "offline" }],
  endpointsDisagree: [{ reason: "endpointsDisagree", about: "price" }],
  partNotLoaded: [{ reason: "partNotLoaded" }],
  notWhatWasShown: [{ reason: "notWhatWasShown" }],
  unexpected: [{ reason: "unexpected" }],
  walletSilent: [{ reason: "walletSilent" }],
  walletLocked: [{ reason: "walletLocked" }],
  walletUnable: [{ reason: "walletUnable" }],
  walletOffline: [{ reason: "walletOffline" }],
  walletOffNetwork: [{ reason: "walletOffNetwork" }],
  walletLacksNetwork: [{ reason: "walletLacksNetwork" }],
  walletBusy: [{ reason: "walletBusy" }],
  walletLimited: [{ reason: "walletLimited" }],
  walletFailed: [
    { reason: "walletFailed" },
    ...Object.keys(problems).map(
      (problem) => ({ reason: "walletFailed", problem: problem as WalletProblem }) as const,
    ),
  ],
  blindSigningOff: [{ reason: "blindSigningOff" }],
  accountChanged: [{ reason: "accountChanged" }],
  noTransactionHash: [{ reason: "noTransactionHash" }],
  otherTabAsks: [{ reason: "otherTabAsks" }],
  notSettled: [{ reason: "notSettled" }],
  reverted: [{ reason: "reverted", refusal: null }],
  soldNothing: [{ reason: "soldNothing", by: "0x" }],
  replaced: [{ reason: "replaced", by: "0x" }],
  chainReset: [{ reason: "chainReset" }],
};

/** One failure for each reason, refusal and problem of a wallet. */
export const everyFailure: readonly MintFailure[] = Object.values(failures).flat();
