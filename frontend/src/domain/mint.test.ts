// @vitest-environment node
import { describe, expect, it } from "vitest";
import { pendingPurchase } from "../../../test/doubles/page/pending-purchase.ts";
import { type MintEvent, mintReducer } from "./mint.ts";
import { MintError } from "./mint-failure.ts";
import { isBusy, type MintState } from "./mint-state.ts";
import type { Order } from "./order.ts";
import type { Purchase } from "./sale.ts";

const order: Order = { quantity: 2, affiliate: { kind: "none" }, payable: 100n };
const other: Order = { quantity: 7, affiliate: { kind: "code", code: "welcome5" }, payable: 665n };
const purchase: Purchase = { transactionHash: "0xaa", firstTokenId: 1n, quantity: 2 };

const pending = pendingPurchase({ transactionHash: "0xaa", order });
const late = pendingPurchase({ transactionHash: "0xbb", order: other });
const followed = { step: "mining", pending: late, notice: "none", kept: false } as const;
const resumed = { step: "mining", pending: late, notice: "remembered", kept: true } as const;

const states = {
  idle: { step: "idle" },
  checking: { step: "checking", order },
  sending: { step: "sending", order },
  mining: { step: "mining", pending, notice: "none", kept: true },
  done: { step: "done", pending, purchase },
  failed: { step: "failed", failure: { reason: "rejected" }, transactionHash: null },
} as const satisfies Record<MintState["step"], MintState>;

const events = {
  pressed: { type: "pressed", order: other },
  checked: { type: "checked" },
  sent: { type: "sent", pending: late, kept: false },
  resumed: { type: "resumed", pending: late },
  noticed: { type: "noticed", notice: "owners" },
  stopped: { type: "stopped", failure: { reason: "rejected" } },
  mined: { type: "mined", purchase: { ...purchase, quantity: 7 } },
  unmined: { type: "unmined" },
  failed: { type: "failed", failure: { reason: "noProvider" } },
  dismissed: { type: "dismissed" },
} as const satisfies Record<MintEvent["type"], MintEvent>;

/** What each event makes of each state; where it says nothing, nothing changes. */
const transitions: Record<MintState["step"], Partial<Record<MintEvent["type"], MintState>>> = {
  idle: {
    sent: followed,
    resumed,
    stopped: { step: "failed", failure: { reason: "rejected" }, transactionHash: null },
    pressed: { step: "checking", order: other },
    dismissed: { step: "idle" },
  },
  checking: {
    checked: { step: "sending", order },
    failed: { step: "failed", failure: { reason: "noProvider" }, transactionHash: null },
  },
  sending: {
    sent: followed,
    stopped: { step: "failed", failure: { reason: "rejected" }, transactionHash: null },
    failed: { step: "failed", failure: { reason: "noProvider" }, transactionHash: null },
  },
  mining: {
    noticed: { step: "mining", pending, notice: "owners", kept: true },
    mined: { step: "done", pending, purchase: { ...purchase, quantity: 7 } },
    failed: { step: "failed", failure: { reason: "noProvider" }, transactionHash: "0xaa" },
  },
  done: {
    unmined: { step: "mining", pending, notice: "reorganised", kept: true },
    // What the wallet sends late is sent all the same.
    sent: followed,
    stopped: { step: "failed", failure: { reason: "rejected" }, transactionHash: null },
    pressed: { step: "checking", order: other },
    dismissed: { step: "idle" },
  },
  failed: {
    // What the wallet sends late is sent all the same.
    sent: followed,
    stopped: { step: "failed", failure: { reason: "rejected" }, transactionHash: null },
    pressed: { step: "checking", order: other },
    dismissed: { step: "idle" },
  },
};

describe("mintReducer", () => {
  const table = Object.values(states).flatMap((state) =>
    Object.values(events).map((event) => ({
      step: state.step,
      type: event.type,
      state: state as MintState,
      event: event as MintEvent,
    })),
  );

  it.each(table)("$step, $type", ({ step, type, state, event }) => {
    const expected = transitions[step][type];
    if (expected === undefined) expect(mintReducer(state, event)).toBe(state);
    else expect(mintReducer(state, event)).toEqual(expected);
  });
});

describe("a stop without a failure", () => {
  it("leaves a purchase that is being followed, and nothing else", () => {
    const stop: MintEvent = { type: "stopped", failure: null };
    expect(mintReducer(states.mining, stop)).toEqual({ step: "idle" });
    expect(mintReducer(states.sending, stop)).toBe(states.sending);
    expect(mintReducer(states.done, stop)).toBe(states.done);
  });
});

describe("isBusy", () => {
  it.each([
    ["idle", false],
    ["checking", true],
    ["sending", true],
    ["mining", true],
    ["done", false],
    ["failed", false],
  ] as const)("in %s: %s", (step, busy) => {
    expect(isBusy(states[step])).toBe(busy);
  });
});

describe("MintError", () => {
  it("carries the failure and its cause", () => {
    const cause = new Error("why");
    const error = new MintError({ reason: "rejected" }, { cause });
    expect(error).toMatchObject({ name: "MintError", failure: { reason: "rejected" }, cause });
  });
});
