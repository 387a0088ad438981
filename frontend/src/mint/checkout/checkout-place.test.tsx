// @vitest-environment jsdom

import { act, render, screen } from "@testing-library/react";
import { lazy } from "react";
import { renderToString } from "react-dom/server";
import { beforeEach, expect, it, vi } from "vitest";
import { networks } from "../../../../networks.ts";
import { fakeSale } from "../../../../test/doubles/page/fake-ticket.ts";
import { fakeWallet } from "../../../../test/doubles/page/fake-wallet.ts";
import { deferred } from "../../../../test/support/deferred.ts";
import { pageOf } from "../../../gallery/page-of.tsx";
import type { Sale } from "../../domain/order/sale.ts";
import type { WalletState } from "../../wallet/wallet.ts";
import type { CheckoutProps } from "./Checkout.tsx";

/** The checkout loads after the page, and only for visitors with a wallet or a purchase. */

const BUYER = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";

const sale = fakeSale({ price: 100n });

function Part({ buyer, order, pricePending, forSale, network }: CheckoutProps) {
  return (
    <p>
      {`Checkout of ${buyer} on ${network.title}: ${order.quantity} at ${order.payable}, `}
      {`${pricePending ? "price pending" : "priced"}, ${forSale ? "for sale" : "not for sale"}`}
    </p>
  );
}

interface Told {
  readonly part?: typeof Part;
  readonly resuming?: boolean;
  readonly readSale?: () => Promise<Sale>;
}

function create(first: WalletState, told: Told = {}) {
  const { wallet, set } = fakeWallet(first);
  const preload = vi.fn();
  const page = pageOf({
    network: networks.base,
    wallet,
    reader: { readSale: told.readSale ?? (async () => sale) },
    checkout: { Part: told.part ?? Part, preload },
    resuming: () => told.resuming ?? false,
  });
  const setWallet = (next: WalletState) => act(() => set(next));
  return { page, preload, setWallet };
}

async function open(first: WalletState, told?: Told) {
  const { page, ...rest } = create(first, told);
  render(page);
  await act(() => vi.advanceTimersByTimeAsync(0));
  return rest;
}

const checkout = () => screen.queryByText(/^Checkout of/)?.textContent ?? null;

beforeEach(() => {
  vi.useFakeTimers();
});

it.each<WalletState>([
  { status: "asleep" },
  { status: "loading", opening: true },
  { status: "failed" },
  { status: "disconnected" },
  { status: "connecting" },
])("is not there while the wallet is $status", async (state) => {
  await open(state);
  expect(checkout()).toBeNull();
  expect(screen.getByRole("button", { name: "Connect Wallet" })).toBeVisible();
});

it("is never in the page as it is built, which is the same for every visitor", () => {
  const { page } = create({ status: "connected", address: BUYER }, { resuming: true });
  const html = renderToString(page);
  expect(html).toContain("Connect Wallet");
  expect(html).not.toContain("Checkout of");
  expect(html).not.toContain(">Mint<");
});

it("is fetched ahead while a wallet connects, and not before", async () => {
  const { preload, setWallet } = await open({ status: "disconnected" });
  expect(preload).not.toHaveBeenCalled();
  setWallet({ status: "connecting" });
  expect(preload).toHaveBeenCalledOnce();
});

it("is there once a wallet is connected, with what the page shows", async () => {
  await open({ status: "connected", address: BUYER });
  expect(checkout()).toBe(`Checkout of ${BUYER} on Base: 1 at 100, priced, for sale`);
  expect(screen.queryByRole("button", { name: "Connect Wallet" })).not.toBeInTheDocument();
});

it("knows that the price is on its way", async () => {
  await open(
    { status: "connected", address: BUYER },
    { readSale: () => new Promise(() => undefined) },
  );
  expect(checkout()).toBe(`Checkout of ${BUYER} on Base: 1 at null, price pending, for sale`);
});

it.each([
  ["paused", { ...sale, paused: true }],
  ["sold out", { ...sale, totalSupply: 5_000n }],
])("knows that a sale is %s", async (_, read) => {
  await open({ status: "connected", address: BUYER }, { readSale: async () => read });
  expect(checkout()).toContain("not for sale");
});

it("stays when the wallet disconnects, so that the visitor sees what becomes of the purchase", async () => {
  const { setWallet } = await open({ status: "connected", address: BUYER });
  setWallet({ status: "disconnected" });
  expect(checkout()).toContain("Checkout of null");
  expect(screen.getByRole("button", { name: "Connect Wallet" })).toBeVisible();
});

it("is there at once, without a wallet, if a purchase was under way when the page was left", async () => {
  await open({ status: "asleep" }, { resuming: true });
  expect(checkout()).toContain("Checkout of null");
  expect(screen.getByRole("button", { name: "Connect Wallet" })).toBeVisible();
});

it("has a busy Mint in its place until it is there", async () => {
  const arrival = deferred<{ default: typeof Part }>();
  await open(
    { status: "connected", address: BUYER },
    { part: lazy(() => arrival.promise) as never },
  );
  const standIn = screen.getByRole("button", { name: "Mint" });
  expect(standIn).toHaveAttribute("aria-busy", "true");
  await act(async () => arrival.resolve({ default: Part }));
  expect(checkout()).not.toBeNull();
  expect(screen.queryByRole("button", { name: "Mint" })).not.toBeInTheDocument();
});
