import { describe, expect, it } from "vitest";
import { pendingPurchase } from "../../../test/doubles/page/pending-purchase.ts";
import { isAtRest, type MintEvent, mintReducer } from "./mint.ts";
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

const told = { reason: "rejected" } as const;
const failure = { reason: "noProvider" } as const;

const states = {
  idle: { step: "idle" },
  checking: { step: "checking", order },
  sending: { step: "sending", order },
  unanswered: { step: "unanswered", order, failure: told },
  mining: { step: "mining", pending, notice: "none", kept: true },
  done: { step: "done", pending, purchase },
  failed: { step: "failed", failure: told, transactionHash: null },
} as const satisfies Record<MintState["step"], MintState>;

const events = {
  pressed: { type: "pressed", order: other },
  refused: { type: "refused", failure },
  checked: { type: "checked" },
  stoppedWaiting: { type: "stoppedWaiting" },
  sent: { type: "sent", pending: late, kept: false },
  recalled: { type: "recalled", order: other },
  resumed: { type: "resumed", pending: late },
  noticed: { type: "noticed", notice: "owners" },
  mined: { type: "mined", purchase: { ...purchase, quantity: 7 } },
  unmined: { type: "unmined" },
  failed: { type: "failed", failure },
  setAside: { type: "setAside" },
  dismissed: { type: "dismissed" },
} as const satisfies Record<MintEvent["type"], MintEvent>;

const pressed: MintState = { step: "checking", order: other };
const refused: MintState = { step: "failed", failure, transactionHash: null };

/** What each event makes of each state; where it says nothing, nothing changes. */
const transitions: Record<MintState["step"], Partial<Record<MintEvent["type"], MintState>>> = {
  idle: {
    pressed,
    refused,
    recalled: { step: "sending", order: other },
    resumed,
    dismissed: { step: "idle" },
  },
  checking: {
    checked: { step: "sending", order },
    failed: { step: "failed", failure, transactionHash: null },
  },
  sending: {
    sent: followed,
    stoppedWaiting: { step: "unanswered", order, failure: { reason: "stoppedWaiting" } },
    failed: { step: "failed", failure, transactionHash: null },
  },
  unanswered: {
    // What the wallet sends late is sent all the same.
    sent: followed,
    pressed: { step: "unanswered", order, failure: { reason: "requestOpen" } },
    dismissed: { step: "unanswered", order, failure: null },
    failed: { step: "failed", failure: told, transactionHash: null },
  },
  mining: {
    noticed: { step: "mining", pending, notice: "owners", kept: true },
    mined: { step: "done", pending, purchase: { ...purchase, quantity: 7 } },
    failed: { step: "failed", failure, transactionHash: "0xaa" },
    setAside: { step: "idle" },
  },
  done: {
    pressed,
    refused,
    unmined: { step: "mining", pending, notice: "reorganised", kept: true },
    dismissed: { step: "idle" },
  },
  failed: { pressed, refused, dismissed: { step: "idle" } },
};

const table = Object.values(states).flatMap((state) =>
  Object.values(events).map((event) => ({
    step: state.step,
    type: event.type,
    state: state as MintState,
    event: event as MintEvent,
  })),
);

describe("mintReducer", () => {
  it.each(table)("$step, $type", ({ step, type, state, event }) => {
    const expected = transitions[step][type];
    if (expected === undefined) expect(mintReducer(state, event)).toBe(state);
    else expect(mintReducer(state, event)).toEqual(expected);
  });

  it("forgets a request that failed after its message was dismissed", () => {
    const dismissed: MintState = { ...states.unanswered, failure: null };
    expect(mintReducer(dismissed, events.failed)).toEqual({ step: "idle" });
  });
});

describe("isBusy, isAtRest", () => {
  it.each([
    ["idle", false, true],
    ["checking", true, false],
    ["sending", true, false],
    ["unanswered", false, false],
    ["mining", true, false],
    ["done", false, true],
    ["failed", false, true],
  ] as const)("in %s: %s, %s", (step, busy, atRest) => {
    expect([isBusy(states[step]), isAtRest(states[step])]).toEqual([busy, atRest]);
  });
});

describe("MintError", () => {
  it("carries the failure and its cause", () => {
    const cause = new Error("why");
    const error = new MintError({ reason: "rejected" }, { cause });
    expect(error).toMatchObject({ name: "MintError", failure: { reason: "rejected" }, cause });
  });
});
