// @vitest-environment jsdom
import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import type { WalletState } from "../../wallet/wallet.ts";
import { ConnectPanel } from "./ConnectPanel.tsx";

function show(wallet: WalletState, phoneWallets = false) {
  const port = { onWarm: vi.fn(), onConnect: vi.fn(), onCancelConnect: vi.fn() };
  render(<ConnectPanel wallet={wallet} phoneWallets={phoneWallets} {...port} />);
  return port;
}

const connect = () => screen.getByRole("button", { name: "Connect Wallet" });

it("says that a wallet on a phone connects too", () => {
  show({ status: "asleep" }, true);
  expect(screen.getByText(/Connect one on your phone/)).toBeVisible();
});

it("says nothing of phones where they can't connect", () => {
  show({ status: "asleep" });
  expect(screen.queryByText(/phone/)).not.toBeInTheDocument();
});

it("loads the kit ahead when a finger, the pointer or the focus comes near, and not before", () => {
  const { onWarm, onConnect } = show({ status: "asleep" });
  expect(onWarm).not.toHaveBeenCalled();
  fireEvent.touchStart(connect());
  expect(onWarm).toHaveBeenCalledTimes(1);
  fireEvent.pointerEnter(connect());
  expect(onWarm).toHaveBeenCalledTimes(2);
  fireEvent.focus(connect());
  expect(onWarm).toHaveBeenCalledTimes(3);
  expect(onConnect).not.toHaveBeenCalled();
});

it.each<WalletState>([
  { status: "asleep" },
  { status: "loading", opening: false },
  { status: "disconnected" },
  { status: "connecting" },
  { status: "reconnecting", address: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8" },
])("waits for a press while the wallet is $status", async (wallet) => {
  const { onConnect } = show(wallet);
  expect(connect()).not.toHaveAttribute("aria-busy");
  expect(screen.queryByText("Looking for your wallets…")).not.toBeInTheDocument();
  expect(screen.queryByRole("alert")).not.toBeInTheDocument();
  await userEvent.click(connect());
  expect(onConnect).toHaveBeenCalledOnce();
});

it("shows what the visitor should know of the wallet that was left", () => {
  show({ status: "disconnected", note: "The wallet may still list this site." });
  expect(screen.getByText("The wallet may still list this site.")).toBeVisible();
});

it("stands in for the kit's dialog while it is on its way, and can be left", async () => {
  const { onCancelConnect } = show({ status: "loading", opening: true });
  expect(screen.getByText("Looking for your wallets…")).toBeInTheDocument();
  expect(connect()).toHaveAttribute("aria-busy", "true");
  fireEvent(screen.getByRole("dialog", { hidden: true }), new Event("close"));
  expect(onCancelConnect).toHaveBeenCalledOnce();
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
  expect(screen.queryByText(/QR code/)).not.toBeInTheDocument();
});
