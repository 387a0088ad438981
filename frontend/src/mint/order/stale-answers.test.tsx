// @vitest-environment jsdom

import { act, fireEvent, render } from "@testing-library/react";
import fc from "fast-check";
import { expect, it, vi } from "vitest";
import * as collection from "../../../../collection.ts";
import { fakeSale } from "../../../../test/doubles/page/fake-ticket.ts";
import { expectWarning } from "../../../../test/frontend/support/quiet.ts";
import { discounted } from "../../../../test/support/collection.ts";
import { money } from "../../../../test/support/money.ts";
import { pageOf } from "../../../gallery/page-of.tsx";
import type { SaleQuery, TicketReader } from "../../chain/sale/reader.ts";
import type { Sale } from "../../domain/order/sale.ts";

/**
 * Quantity and price change while answers arrive late, out of order or never. The page never shows an older price after
 * a newer one, and finally shows the answer to its last request.
 */

const RUNS = 200;

const priceOfOne = (change: number) => BigInt(2_500 + change) * collection.priceStep;

interface Question {
  readonly sale: Sale;
  answer(sale: Sale): void;
  fail(): void;
}

class SlowChain implements TicketReader {
  priceChanges = 0;
  /** The last request; `null` while the page must ask again. */
  awaited: Question | null = null;
  readonly open: Question[] = [];

  readSale(query: SaleQuery): Promise<Sale> {
    const activeCodes = query.affiliateCode === null ? [] : [query.affiliateCode];
    const sale = fakeSale({ price: priceOfOne(this.priceChanges), activeCodes }, query);
    return new Promise((resolve, reject) => {
      this.awaited = { sale, answer: resolve, fail: () => reject(new Error("No answer")) };
      this.open.push(this.awaited);
    });
  }

  take(which: number): Question | undefined {
    return this.open.splice(which % Math.max(1, this.open.length), 1)[0];
  }
}

class Visit {
  readonly chain = new SlowChain();
  readonly #page: ReturnType<typeof render>;
  readonly #search: string;
  #newestShown = 0;
  #expected: string | null = null;

  constructor(search: string) {
    this.#search = search;
    this.#page = render(pageOf({ search, reader: this.chain }));
  }

  choose(quantity: number): void {
    this.chain.awaited = null;
    const input = this.#element<HTMLInputElement>("#quantity");
    fireEvent.change(input, { target: { value: String(quantity) } });
  }

  step(direction: "Increase" | "Decrease"): void {
    this.chain.awaited = null;
    fireEvent.click(this.#element(`[aria-label="${direction} quantity"]`));
  }

  look(hidden: boolean): void {
    this.chain.awaited = null;
    vi.spyOn(document, "hidden", "get").mockReturnValue(hidden);
    fireEvent(document, new Event("visibilitychange"));
  }

  get price(): string | null {
    return this.#page.container.querySelector(".price")?.textContent ?? null;
  }

  /** The current quantity's price after this number of changes. */
  priceAfter(changes: number): string {
    const [, quantity = "0"] = /buy (\d+) x/.exec(this.#page.container.textContent ?? "") ?? [];
    const normal = priceOfOne(changes) * BigInt(quantity);
    return money(this.#search === "" ? normal : discounted(normal));
  }

  expect({ quote }: Sale): void {
    this.#expected = money(quote.payable);
  }

  check(): void {
    if (this.#expected !== null) expect(this.price).toBe(this.#expected);
    this.#expected = null;
    if (this.price === null) return;
    let shown = 0;
    while (shown <= this.chain.priceChanges && this.priceAfter(shown) !== this.price) shown += 1;
    expect(shown, `${this.price} is no price of this quantity`).toBeLessThanOrEqual(
      this.chain.priceChanges,
    );
    expect(shown, "an older price again").toBeGreaterThanOrEqual(this.#newestShown);
    this.#newestShown = shown;
  }

  async settle(): Promise<void> {
    this.look(false);
    for (let round = 0; round < 3; round += 1) {
      for (const { answer, sale } of this.chain.open.splice(0)) answer(sale);
      await act(() => vi.advanceTimersByTimeAsync(500));
      this.check();
    }
  }

  end(): void {
    this.#page.unmount();
  }

  #element<Kind extends Element = Element>(selector: string): Kind {
    const element = this.#page.container.querySelector<Kind>(selector);
    if (element === null) throw new Error(`No ${selector}`);
    return element;
  }
}

type Step = (visit: Visit) => void | Promise<void>;
const named = (name: string, step: Step) => Object.assign(step, { toString: () => name });
const which = fc.nat(9);

const choices = fc.oneof(
  fc
    .integer({ min: 1, max: collection.maxPerPurchase })
    .map((quantity) => named(`choose ${quantity}`, (visit) => visit.choose(quantity))),
  fc
    .constantFrom("Increase" as const, "Decrease" as const)
    .map((direction) => named(direction, (visit) => visit.step(direction))),
);
const answers = which.map((index) =>
  named(`answer ${index}`, (visit) => {
    const question = visit.chain.take(index);
    question?.answer(question.sale);
    if (question !== undefined && question === visit.chain.awaited) visit.expect(question.sale);
  }),
);
const failures = fc.oneof(
  which.map((index) => named(`fail ${index}`, ({ chain }) => chain.take(index)?.fail())),
  which.map((index) => named(`lose ${index}`, ({ chain }) => void chain.take(index))),
);
const priceChanges = fc.constant(
  named("change the price", ({ chain }) => {
    chain.priceChanges += 1;
  }),
);
const waits = fc.constantFrom(20, 120, 500, 4_000, 15_000).map((ms) =>
  named(`wait ${ms}`, async () => {
    await vi.advanceTimersByTimeAsync(ms);
  }),
);
const looks = fc
  .boolean()
  .map((hidden) => named(hidden ? "hide" : "show", (visit) => visit.look(hidden)));

const steps = fc.oneof(
  { arbitrary: choices, weight: 4 },
  { arbitrary: waits, weight: 4 },
  { arbitrary: answers, weight: 4 },
  { arbitrary: priceChanges, weight: 2 },
  { arbitrary: failures, weight: 1 },
  { arbitrary: looks, weight: 1 },
);

it("never shows another quantity's price, whatever the order of the answers", async () => {
  expectWarning("The sale could not be read");
  vi.useFakeTimers();
  const interleavings = fc.asyncProperty(
    fc.constantFrom("", "?a=welcome5"),
    fc.array(steps, { minLength: 5, maxLength: 20, size: "max" }),
    async (search, sequence) => {
      const visit = new Visit(search);
      try {
        visit.check();
        for (const step of sequence) {
          await act(async () => {
            await step(visit);
          });
          visit.check();
        }
        await visit.settle();
        expect(visit.price).toBe(visit.priceAfter(visit.chain.priceChanges));
      } finally {
        visit.end();
      }
    },
  );
  await fc.assert(interleavings, { numRuns: RUNS, seed: 5_000 });
}, 120_000);
