import type { MintFailure } from "../../../frontend/src/domain/mint/mint-failure.ts";
import { failureMessage } from "../../../frontend/src/domain/words/failure-words.ts";
import { messages } from "../../../frontend/src/domain/words/messages.ts";
import { networks } from "../../../networks.ts";

export function inWords(failure: MintFailure): string {
  return failureMessage(failure, networks.mainnet);
}

export function failed(detail: string): string {
  return messages.sendingFailed(detail);
}
