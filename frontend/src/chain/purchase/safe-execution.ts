import { id } from "ethers";
import { isSame, type Log } from "./chain-answers.ts";

const SUCCESS = id("ExecutionSuccess(bytes32,uint256)");
/** The Safe used up the owners' signatures, but the call in it failed. */
export const FAILURE = id("ExecutionFailure(bytes32,uint256)");

/** @returns the hashes that the owners signed */
export function executedIn(logs: readonly Log[], safe: string, topic = SUCCESS): string[] {
  return logs
    .filter(({ address, topics }) => isSame(address, safe) && topics[0] === topic)
    .map(signedHash);
}

/** Safe 1.4 moved the hash from the data to the topics. */
function signedHash({ topics, data }: Log): string {
  return (topics[1] ?? data.slice(0, 66)).toLowerCase();
}
