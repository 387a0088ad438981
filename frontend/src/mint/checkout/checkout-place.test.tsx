// @vitest-environment jsdom

import { act, render } from "@testing-library/react";
import { lazy } from "react";
import { renderToString } from "react-dom/server";
import { expect, it, vi } from "vitest";
import { fakeSale } from "../../../../test/doubles/page/fake-ticket.ts";
import { fakeWallet } from "../../../../test/doubles/page/fake-wallet.ts";
import { deferred } from "../../../../test/support/deferred.ts";
import { run } from "../../../../test/support/stories.ts";
import { hasNo, isBusy, sees } from "../../../gallery/on-screen.ts";
import { pageOf } from "../../../gallery/page-of.tsx";
import type { WalletState } from "../../wallet/wallet.ts";
import type { CheckoutProps } from "./Checkout.tsx";

/** The checkout loads after the page, and only for visitors with a wallet or a purchase. */

const connected: WalletState = {
  status: "connected",
  address: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
};

function create(first: WalletState, Part = (_: CheckoutProps) => <p>Checkout</p>) {
  const { wallet, set } = fakeWallet(first);
  const preload = vi.fn();
  const reader = { readSale: async () => fakeSale() };
  const page = pageOf({ wallet, reader, checkout: { Part, preload }, resuming: () => true });
  return { page, preload, set };
}

it("is never in the page as it is built, which is the same for every visitor", () => {
  const html = renderToString(create(connected).page);
  expect(html).toContain("Connect Wallet");
  expect(html).not.toContain("Checkout");
  expect(html).not.toContain(">Mint<");
});

it("is fetched ahead while a wallet connects, and not before", async () => {
  const { page, preload, set } = create({ status: "disconnected" });
  await act(async () => render(page));
  expect(preload).not.toHaveBeenCalled();
  await act(async () => set({ status: "connecting" }));
  expect(preload).toHaveBeenCalledOnce();
});

it("has a busy Mint in its place until it is there", async () => {
  const arrival = deferred<{ default: () => string }>();
  const { page } = create(connected, lazy(() => arrival.promise) as never);
  await act(async () => render(page));
  isBusy("Mint")();
  await act(async () => arrival.resolve({ default: () => "Checkout" }));
  await run([sees("Checkout"), hasNo("button", "Mint")]);
});
