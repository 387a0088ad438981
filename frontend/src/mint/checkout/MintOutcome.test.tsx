// @vitest-environment jsdom
import { act, fireEvent, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { networks } from "../../../../networks.ts";
import type { MintFailure } from "../../domain/mint-failure.ts";
import type { MintState } from "../../domain/mint-state.ts";
import type { ShownOrder } from "../../domain/order.ts";
import { MintOutcome } from "./MintOutcome.tsx";

const order: ShownOrder = { quantity: 1, affiliate: { kind: "none" }, payable: null };
const HASH = `0x${"ab".repeat(32)}`;

function shown(state: MintState, walletLink: string | null = null) {
  const handlers = { onStop: vi.fn(), onDismiss: vi.fn(), onSwitchNetwork: vi.fn() };
  const ui = (current: MintState) => (
    <MintOutcome
      state={current}
      network={networks.base}
      loadPictures={async () => []}
      walletLink={walletLink}
      {...handlers}
    />
  );
  const { container, rerender } = render(ui(state));
  return { container, handlers, change: (to: MintState) => rerender(ui(to)) };
}

const failed = (failure: MintFailure, transactionHash: string | null = null): MintState => ({
  step: "failed",
  failure,
  transactionHash,
});

it("shows nothing before anything was pressed", () => {
  expect(shown({ step: "idle" }).container).toBeEmptyDOMElement();
});

it("says that it checks before the wallet is asked", () => {
  shown({ step: "checking", order });
  expect(screen.getByText("Checking price, code and network…")).toBeVisible();
});

it("offers to stop waiting for a wallet that is silent for 30 seconds, and no sooner", () => {
  vi.useFakeTimers();
  const { handlers } = shown({ step: "sending", order });
  act(() => vi.advanceTimersByTime(29_999));
  expect(screen.getByText("Confirm the transaction in your wallet.")).toBeVisible();
  expect(screen.queryByRole("button")).not.toBeInTheDocument();

  act(() => vi.advanceTimersByTime(1));
  expect(screen.getByText(/^Your wallet has not answered yet\./)).toBeVisible();
  fireEvent.click(screen.getByRole("button", { name: "Stop waiting" }));
  expect(handlers.onStop).toHaveBeenCalledOnce();
});

it.each([
  ["https://wallet.example/", "_blank"],
  ["wallet://", ""],
])("links to the app at %s while it is asked", (href, target) => {
  const { change } = shown({ step: "sending", order }, href);
  const link = screen.getByRole<HTMLAnchorElement>("link", { name: "Open wallet" });
  expect(link).toHaveAttribute("href", href);
  expect(link.target).toBe(target);
  change({ step: "checking", order });
  expect(screen.queryByRole("link")).not.toBeInTheDocument();
});

it("waits for each request anew", () => {
  vi.useFakeTimers();
  const { change } = shown({ step: "sending", order });
  act(() => vi.advanceTimersByTime(20_000));
  change({ step: "checking", order });
  expect(vi.getTimerCount()).toBe(0);
  change({ step: "sending", order });
  act(() => vi.advanceTimersByTime(20_000));
  expect(screen.queryByRole("button", { name: "Stop waiting" })).not.toBeInTheDocument();
});

it("says what a request that is not waited for means, until that is dismissed", () => {
  const { container, handlers, change } = shown({
    step: "unanswered",
    order,
    failure: { reason: "stoppedWaiting" },
  });
  expect(screen.getByRole("alert")).toHaveTextContent(/wallet/);
  fireEvent.click(screen.getByRole("button", { name: "Dismiss" }));
  expect(handlers.onDismiss).toHaveBeenCalledOnce();
  change({ step: "unanswered", order, failure: null });
  expect(container).toBeEmptyDOMElement();
});

it("[P-21] offers the switch for a wrong network", () => {
  const { handlers } = shown(failed({ reason: "wrongNetwork" }));
  fireEvent.click(screen.getByRole("button", { name: "Switch to Base" }));
  expect(handlers.onSwitchNetwork).toHaveBeenCalledOnce();
});

it("offers no switch for another failure", () => {
  shown(failed({ reason: "rejected" }));
  expect(screen.getByRole("alert")).toBeVisible();
  expect(screen.queryByRole("button", { name: /^Switch/ })).not.toBeInTheDocument();
});

it("links the transaction of a failure that was sent, and of no other", () => {
  const { change } = shown(failed({ reason: "replaced" }, HASH));
  expect(screen.getByRole("link")).toHaveAttribute("href", expect.stringContaining(HASH));
  change(failed({ reason: "rejected" }));
  expect(screen.queryByRole("link")).not.toBeInTheDocument();
});
