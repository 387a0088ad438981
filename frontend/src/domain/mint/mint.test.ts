import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { pendingPurchase } from "../../../../test/doubles/page/pending-purchase.ts";
import type { Order } from "../order/order.ts";
import type { PendingPurchase, Purchase } from "../order/purchase.ts";
import { type MintEvent, mintReducer } from "./mint.ts";
import { MintError } from "./mint-failure.ts";
import { isBusy, type MintState } from "./mint-state.ts";

const order: Order = { quantity: 2, affiliate: { kind: "none" }, payable: 100n };
const other: Order = { quantity: 7, affiliate: { kind: "code", code: "welcome5" }, payable: 665n };
const purchase: Purchase = { transactionHash: "0xaa", firstTokenId: 1n, quantity: 2 };

const ID = "1";
const pending = pendingPurchase({ transactionHash: "0xaa", order });
const late = pendingPurchase({ transactionHash: "0xbb", order: other });
const asked: PendingPurchase = { ...late, transactionHash: null };
const bought: Purchase = { ...purchase, quantity: 7 };

const told = { reason: "rejected" } as const;
const failure = { reason: "noProvider" } as const;

const states = {
  idle: { step: "idle" },
  checking: { step: "checking", order },
  sending: { step: "sending", id: ID, order, restored: false },
  mining: { step: "mining", id: ID, pending, notice: "none", kept: true },
  done: { step: "done", id: ID, pending, purchase },
  failed: { step: "failed", id: ID, failure: told, transactionHash: null },
} as const satisfies Record<MintState["step"], MintState>;

const events = {
  pressed: { type: "pressed", order: other },
  refused: { type: "refused", failure },
  asked: { type: "asked", id: ID, order: other },
  sent: { type: "sent", id: ID, pending: late, kept: false },
  resumed: { type: "resumed", id: ID, pending: late },
  noticed: { type: "noticed", id: ID, notice: "owners" },
  mined: { type: "mined", id: ID, pending: late, purchase: bought },
  unmined: { type: "unmined", id: ID },
  failed: { type: "failed", id: ID, failure },
  setAside: { type: "setAside", id: ID },
  dismissed: { type: "dismissed" },
} as const satisfies Record<MintEvent["type"], MintEvent>;

const pressed: MintState = { step: "checking", order: other };
const refused: MintState = { step: "failed", id: null, failure, transactionHash: null };
const done: MintState = { step: "done", id: ID, pending: late, purchase: bought };

/** A missing entry means no change. */
const transitions: Record<MintState["step"], Partial<Record<MintEvent["type"], MintState>>> = {
  idle: {
    pressed,
    refused,
    resumed: { step: "mining", id: ID, pending: late, notice: "remembered", kept: true },
    dismissed: { step: "idle" },
  },
  checking: {
    refused,
    asked: { step: "sending", id: ID, order: other, restored: false },
  },
  sending: {
    sent: { step: "mining", id: ID, pending: late, notice: "none", kept: false },
    // The chain may report the sale before the wallet answers.
    mined: done,
    failed: { step: "failed", id: ID, failure, transactionHash: null },
    setAside: { step: "idle" },
  },
  mining: {
    noticed: { step: "mining", id: ID, pending, notice: "owners", kept: true },
    mined: done,
    failed: { step: "failed", id: ID, failure, transactionHash: "0xaa" },
    setAside: { step: "idle" },
  },
  done: {
    pressed,
    refused,
    unmined: { step: "mining", id: ID, pending, notice: "reorganised", kept: true },
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

  const ofOne = table.filter(({ event }) => "id" in event && !/asked|resumed/.test(event.type));

  it.each(ofOne)("$step, $type of another purchase", ({ state, event }) => {
    expect(mintReducer(state, { ...event, id: "2" } as MintEvent)).toBe(state);
  });

  const unanswered: { readonly state: MintState; readonly event: MintEvent }[] = [
    { state: states.idle, event: { ...events.resumed, pending: asked } },
    { state: { ...states.done, pending: asked }, event: events.unmined },
  ];

  it.each(unanswered)("waits for the wallet's answer after $event.type", ({ state, event }) => {
    const waiting = { step: "sending", id: ID, order: other, restored: true };
    expect(mintReducer(state, event)).toEqual(waiting);
  });

  it("makes the transitions of the table in architecture.md, and no others", () => {
    const document = path.resolve(import.meta.dirname, "../../../../docs/explain/architecture.md");
    const drawn = readFileSync(document, "utf8")
      .split("\n")
      .map((line) => line.split("|").map((cell) => cell.replaceAll("`", "").trim()))
      .filter(([, type = ""]) => type in events)
      .flatMap(([, type, ...cells]) =>
        Object.keys(states).map((step, index) => [`${step}, ${type}`, cells[index]]),
      );
    const made: Record<string, string> = {};
    for (const { state, event } of [...table, ...unanswered]) {
      const next = mintReducer(state, event);
      const key = `${state.step}, ${event.type}`;
      const step = next === state ? "" : next.step;
      made[key] = made[key] === undefined ? step : `${made[key]}, ${step}`;
    }
    expect(Object.fromEntries(drawn)).toEqual(made);
  });
});

it("is busy from the press on Mint to the outcome", () => {
  const busy = Object.values(states).filter(isBusy);
  expect(busy).toEqual([states.checking, states.sending, states.mining]);
});

describe("MintError", () => {
  it("carries the failure and its cause", () => {
    const cause = new Error("why");
    const error = new MintError({ reason: "rejected" }, { cause });
    expect(error).toMatchObject({ name: "MintError", failure: { reason: "rejected" }, cause });
  });
});
