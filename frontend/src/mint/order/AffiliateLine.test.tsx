// @vitest-environment jsdom
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { AffiliateLine } from "./AffiliateLine.tsx";

const affiliate = { kind: "code", code: "welcome5" } as const;

function show(active: boolean | null, discount: string | null = null, disabled = false) {
  const onLeaveOut = vi.fn();
  render(
    <AffiliateLine
      affiliate={affiliate}
      active={active}
      discount={discount}
      onLeaveOut={onLeaveOut}
      disabled={disabled}
    />,
  );
  return onLeaveOut;
}

it.each([
  [null, null, "Checking your code…"],
  [null, "12%", "Checking your code…"],
  [true, null, "Checking your code…"],
  [true, "12%", "This code gives 12% off."],
])("of a code that is active %j, at prices with %s off, says: %s", (active, discount, words) => {
  show(active, discount);
  expect(screen.getByText("welcome5")).toBeVisible();
  expect(screen.getByText(words)).toBeVisible();
  expect(screen.queryByText(/Not active/)).not.toBeInTheDocument();
  expect(screen.queryByRole("button")).not.toBeInTheDocument();
});

it("of an inactive code says so, and offers the full price", async () => {
  const onLeaveOut = show(false);
  expect(screen.getByText(/^Not active/)).toHaveTextContent("Not active. Buy at the full price");
  expect(screen.queryByText(/discount|% off/)).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "Buy at the full price" }));
  expect(onLeaveOut).toHaveBeenCalledOnce();
});

it("keeps the code while it may not be changed", async () => {
  const onLeaveOut = show(false, null, true);
  const leaveOut = screen.getByRole("button", { name: "Buy at the full price" });
  expect(leaveOut).toBeDisabled();
  await userEvent.click(leaveOut);
  expect(onLeaveOut).not.toHaveBeenCalled();
});
