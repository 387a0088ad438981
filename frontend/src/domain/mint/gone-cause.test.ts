import { describe, expect, it } from "vitest";
import { type Circumstances, isCauseGone } from "./gone-cause.ts";
import type { MintFailure } from "./mint-failure.ts";

const now: Circumstances = {
  buyer: "0x12",
  quantity: 2,
  code: "welcome5",
  isPriced: true,
  forSale: true,
  isOffline: false,
};
const before = (part: Partial<Circumstances>): Circumstances => ({ ...now, ...part });
const refused = (kind: "affiliateNotActive" | "salePaused"): MintFailure => ({
  reason: "refused",
  refusal: { kind },
});
const funds: MintFailure = { reason: "insufficientFunds", funds: null };

describe("a message goes with its cause", () => {
  it.each<[string, MintFailure, Partial<Circumstances>]>([
    ["the code is another one", { reason: "inactiveAffiliate" }, { code: "other" }],
    ["the code is another one", refused("affiliateNotActive"), { code: "other" }],
    ["sales go on", refused("salePaused"), { forSale: false }],
    ["the price is known", { reason: "invalidAmount" }, { isPriced: false }],
    ["the browser is connected", { reason: "offline" }, { isOffline: true }],
    ["another account is connected", { reason: "notConnected" }, { buyer: null }],
    ["another account is connected", { reason: "accountChanged" }, { buyer: "0x34" }],
    ["another account is connected", funds, { buyer: "0x34" }],
    ["another account is connected", refused("salePaused"), { buyer: "0x34" }],
    ["the order costs less", funds, { quantity: 3 }],
    ["the price is another one", funds, { code: "other" }],
  ])("%s: %o", (_, failure, part) => {
    expect(isCauseGone(failure, before(part), now)).toBe(true);
    expect(isCauseGone(failure, now, now)).toBe(false);
  });
});

describe("a message stays", () => {
  it.each<[string, MintFailure, Partial<Circumstances>]>([
    ["while sales are paused", refused("salePaused"), { quantity: 1, code: "other" }],
    ["when an order for too little money grows", funds, { quantity: 1 }],
    [
      "whatever changes, once something may have been sent",
      { reason: "walletFailed" },
      { code: "" },
    ],
    [
      "when the quantity falls to what is left",
      { reason: "refused", refusal: { kind: "tooFewLeft", remaining: 2n } },
      { quantity: 5 },
    ],
  ])("%s", (_, failure, part) => {
    expect(isCauseGone(failure, before(part), now)).toBe(false);
  });
});
