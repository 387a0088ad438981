import { failureMessage } from "../../../frontend/src/domain/failure-words.ts";
import { messages } from "../../../frontend/src/domain/messages.ts";
import type { MintFailure } from "../../../frontend/src/domain/mint-failure.ts";
import { networks } from "../../../networks.ts";

export function inWords(failure: MintFailure): string {
  return failureMessage(failure, networks.mainnet);
}

export function failed(detail: string): string {
  return messages.sendingFailed(detail);
}
