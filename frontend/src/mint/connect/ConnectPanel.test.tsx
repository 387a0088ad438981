// @vitest-environment jsdom
import { fireEvent, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { fakeWallet } from "../../../../test/doubles/page/fake-wallet.ts";
import type { WalletState } from "../../wallet/wallet.ts";
import { ConnectPanel } from "./ConnectPanel.tsx";

function show(state: WalletState, phoneWallets = false) {
  const port = { warm: vi.fn(), connect: vi.fn(), cancelConnect: vi.fn() };
  const { wallet } = fakeWallet(state, port);
  render(<ConnectPanel wallet={wallet} state={state} phoneWallets={phoneWallets} />);
  return port;
}

const connect = () => screen.getByRole("button", { name: "Connect Wallet" });

it.each([
  [true, 1],
  [false, 0],
])("says that a wallet on a phone connects too if it can: %s", (phoneWallets, times) => {
  show({ status: "asleep" }, phoneWallets);
  expect(screen.queryAllByText(/Connect one on your phone/)).toHaveLength(times);
});

it("loads the kit ahead when a finger, the pointer or the focus comes near, and not before", () => {
  const { warm, connect: onConnect } = show({ status: "asleep" });
  expect(warm).not.toHaveBeenCalled();
  fireEvent.touchStart(connect());
  expect(warm).toHaveBeenCalledTimes(1);
  fireEvent.pointerEnter(connect());
  expect(warm).toHaveBeenCalledTimes(2);
  fireEvent.focus(connect());
  expect(warm).toHaveBeenCalledTimes(3);
  expect(onConnect).not.toHaveBeenCalled();
});

it("shows what the visitor should know of the wallet that was left", () => {
  show({ status: "disconnected", note: "The wallet may still list this site." });
  expect(screen.getByText("The wallet may still list this site.")).toBeVisible();
});

it("stands in for the kit's dialog while it is on its way, and can be left", async () => {
  const { cancelConnect } = show({ status: "loading", opening: true });
  expect(screen.getByText("Looking for your wallets…")).toBeInTheDocument();
  expect(connect()).toHaveAttribute("aria-busy", "true");
  fireEvent(screen.getByRole("dialog", { hidden: true }), new Event("close"));
  expect(cancelConnect).toHaveBeenCalledOnce();
});

it("says that the kit could not be loaded", () => {
  show({ status: "failed" });
  expect(screen.getByRole("alert")).toHaveTextContent(
    "The list of wallets didn't load. Check your connection, then try again.",
  );
  expect(connect()).toBeEnabled();
});

it("shows a stored connection's address shortened while it reconnects, in place of the hint", () => {
  show({ status: "reconnecting", address: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8" }, true);
  expect(screen.getByText("Reconnecting")).toHaveTextContent(/^Reconnecting 0x7099…79C8$/);
  expect(screen.queryByText(/phone/)).not.toBeInTheDocument();
});
