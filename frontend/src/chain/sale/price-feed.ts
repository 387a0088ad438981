import { PriceFeedLens } from "../../../../typechain-types/lenses.ts";
import { RATE_DECIMALS, type Rate } from "../../domain/order/dollars.ts";
import { lensCall } from "../rpc/lens-call.ts";
import type { RpcCall } from "../rpc/transport.ts";

/** Calls Chainlink's feed. @param symbol of the coin, such as "ETH" */
export function rateCall(feed: string, symbol: string): RpcCall {
  const name = Array.from(`${symbol} / USD`, (char) => char.charCodeAt(0).toString(16));
  return lensCall(PriceFeedLens, BigInt(feed), BigInt(`0x${name.join("").padEnd(64, "0")}`));
}

/** The page accepts rates between one dollar and a million dollars. */
const SMALLEST = 10n ** BigInt(RATE_DECIMALS);
const LARGEST = 1_000_000n * SMALLEST;

export function rateIn(answer: unknown): Rate | null {
  const text = String(answer);
  if (!/^0x[0-9a-f]{64}$/i.test(text)) return null;
  const rate = BigInt(text);
  return rate < SMALLEST || rate > LARGEST ? null : rate;
}
