// @vitest-environment jsdom
import { render, screen } from "@testing-library/react";
import { StrictMode } from "react";
import { expect, it, vi } from "vitest";
import { fakeDialogs, press } from "../../../gallery/on-screen.ts";
import { ConnectPlaceholder } from "./ConnectPlaceholder.tsx";

it("opens as a modal dialog, and closes with Cancel", async () => {
  const { showModal } = fakeDialogs();
  const onCancel = vi.fn();
  const { rerender } = render(<ConnectPlaceholder onCancel={onCancel} />);
  expect(screen.getByRole("dialog", { name: "Connect Wallet" })).toBeVisible();
  rerender(<ConnectPlaceholder onCancel={onCancel} />);
  expect(showModal).toHaveBeenCalledOnce();
  expect(onCancel).not.toHaveBeenCalled();

  await press("Cancel")();
  expect(onCancel).toHaveBeenCalledOnce();
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
});

it("closes when the kit's dialog takes its place, so that the browser gives the focus back", () => {
  const { close } = fakeDialogs();
  const { unmount } = render(<ConnectPlaceholder onCancel={vi.fn()} />);
  expect(close).not.toHaveBeenCalled();
  unmount();
  expect(close).toHaveBeenCalledOnce();
});

it("stays when React mounts it twice, as in development", async () => {
  fakeDialogs();
  const onCancel = vi.fn();
  render(
    <StrictMode>
      <ConnectPlaceholder onCancel={onCancel} />
    </StrictMode>,
  );
  await Promise.resolve();
  expect(onCancel).not.toHaveBeenCalled();
  screen.getByRole<HTMLDialogElement>("dialog").close();
  await Promise.resolve();
  expect(onCancel).toHaveBeenCalledOnce();
});

it("is no failure where there are no modal dialogs", () => {
  const onCancel = vi.fn();
  render(<ConnectPlaceholder onCancel={onCancel} />);
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  expect(onCancel).not.toHaveBeenCalled();
});
