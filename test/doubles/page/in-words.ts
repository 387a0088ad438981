import { failureMessage } from "../../../frontend/src/domain/failure-words.ts";
import { messages } from "../../../frontend/src/domain/messages.ts";
import type { MintFailure } from "../../../frontend/src/domain/mint-failure.ts";
import { networks } from "../../../networks.ts";

/** A failure as a visitor reads it, for tests that hold the sentence to the letter. */
export function inWords(failure: MintFailure): string {
  return failureMessage(failure, networks.mainnet);
}

/** How a purchase that failed for this reason is told. */
export function failed(detail: string): string {
  return messages.sendingFailed(detail);
}
