import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { pendingPurchase } from "../../test/doubles/page/pending-purchase.ts";
import { type MintEvent, mintReducer } from "./domain/mint/mint.ts";
import type { MintFailure } from "./domain/mint/mint-failure.ts";
import type { MintState } from "./domain/mint/mint-state.ts";

const DOCUMENT = path.join(import.meta.dirname, "../../docs/explain/architecture.md");

const pending = pendingPurchase();
const asked = { ...pending, transactionHash: null };
const { order } = pending;
const failure: MintFailure = { reason: "rejected" };
const purchase = { transactionHash: pending.transactionHash, firstTokenId: 7n, quantity: 2 };

const id = "1";
const states: readonly MintState[] = [
  { step: "idle" },
  { step: "checking", order },
  { step: "sending", id, order, restored: false },
  { step: "mining", id, pending, notice: "none", kept: true },
  { step: "done", id, pending, purchase },
  { step: "done", id, pending: asked, purchase },
  { step: "failed", id, failure, transactionHash: null },
];

const events: Readonly<{
  [Type in MintEvent["type"]]: readonly Extract<MintEvent, { type: Type }>[];
}> = {
  pressed: [{ type: "pressed", order }],
  refused: [{ type: "refused", failure }],
  asked: [{ type: "asked", id, order }],
  resumed: [
    { type: "resumed", id, pending },
    { type: "resumed", id, pending: asked },
  ],
  sent: [{ type: "sent", id, pending, kept: true }],
  noticed: [{ type: "noticed", id, notice: "owners" }],
  mined: [{ type: "mined", id, pending, purchase }],
  unmined: [{ type: "unmined", id }],
  failed: [{ type: "failed", id, failure }],
  setAside: [{ type: "setAside", id }],
  dismissed: [{ type: "dismissed" }],
};

it("are all in the table of the document, and no others", () => {
  const drawn = new Map<string, string>();
  for (const line of readFileSync(DOCUMENT, "utf8").split("\n")) {
    const [, event, ...cells] = line.split("|").map((cell) => cell.trim());
    const type = event?.replaceAll("`", "") ?? "";
    if (!(type in events)) continue;
    const steps = ["idle", "checking", "sending", "mining", "done", "failed"];
    for (const [index, step] of steps.entries()) drawn.set(`${step}, ${type}`, cells[index] ?? "");
  }

  const actual = new Map<string, string>();
  for (const state of states) {
    for (const event of Object.values(events).flat()) {
      const key = `${state.step}, ${event.type}`;
      const next = mintReducer(state, event);
      const step = next === state ? "" : next.step;
      const before = actual.get(key);
      actual.set(key, before === undefined || before === step ? step : `${before}, ${step}`);
    }
  }
  expect(Object.fromEntries(drawn)).toEqual(Object.fromEntries(actual));
});
