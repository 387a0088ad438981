// @vitest-environment jsdom
import { act, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { Rate } from "../../domain/order/dollars.ts";
import type { Quote } from "../../domain/order/price.ts";
import { dollarsWith } from "./Dollars.tsx";

const PRICE = 50_000_000_000_000_000n;
/** 2,500 US dollars. */
const RATE = 250_000_000_000n;

const quoteOf = (quantity: number, payable = BigInt(quantity) * PRICE): Quote => ({
  quantity,
  normal: BigInt(quantity) * PRICE,
  payable,
});

function open(first: Rate | null, quote: Quote | null = quoteOf(1)) {
  let rate = first;
  const listeners = new Set<() => void>();
  const Dollars = dollarsWith({
    getRate: () => rate,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  });
  const onLook = vi.fn();
  const page = render(<Dollars quote={quote} onLook={onLook} />);
  return {
    ...page,
    onLook,
    order: (next: Quote | null) => page.rerender(<Dollars quote={next} onLook={onLook} />),
    tell: (next: Rate | null) =>
      act(() => {
        rate = next;
        for (const listener of listeners) listener();
      }),
  };
}

it("has the sale looked at again, once, so that the rate comes with it", () => {
  const { onLook, order, tell } = open(null);
  expect(onLook).toHaveBeenCalledExactlyOnceWith();
  tell(RATE);
  order(quoteOf(3));
  expect(onLook).toHaveBeenCalledTimes(1);
});

it("tells what is paid, in words that say which dollars they are", () => {
  const { container, order } = open(RATE);
  expect(screen.getByText("about $125.00")).toBeVisible();
  expect(container).toHaveTextContent(/^In US dollars about \$125\.00$/);
  order(quoteOf(2, 95_000_000_000_000_000n));
  expect(container).toHaveTextContent(/^In US dollars about \$237\.50$/);
});

it("follows the rate, and is gone without one", () => {
  const { container, tell } = open(null);
  expect(container).toBeEmptyDOMElement();
  tell(RATE);
  expect(screen.getByText("about $125.00")).toBeVisible();
  tell(2n * RATE);
  expect(screen.getByText("about $250.00")).toBeVisible();
  tell(null);
  expect(container).toBeEmptyDOMElement();
});

it("tells nothing of a price of nothing", () => {
  expect(open(RATE, quoteOf(1, 0n)).container).toBeEmptyDOMElement();
});

it("is not announced: the price is, and the rate changes with the market", () => {
  const { container } = open(RATE);
  expect(container.querySelector("[aria-live], [role]")).toBeNull();
});
