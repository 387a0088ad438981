// @vitest-environment jsdom
import { fireEvent, render, screen } from "@testing-library/react";
import { StrictMode } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { ConnectPlaceholder } from "./ConnectPlaceholder.tsx";

// jsdom lacks modal dialogs, like in-app browsers of old phones.
const dialogs: Partial<Pick<HTMLDialogElement, "showModal" | "close">> =
  HTMLDialogElement.prototype;

afterEach(() => {
  delete dialogs.showModal;
  delete dialogs.close;
});

it("opens as a modal dialog, and closes with Cancel", () => {
  dialogs.showModal = vi.fn(function (this: HTMLDialogElement) {
    this.open = true;
  });
  dialogs.close = vi.fn(function (this: HTMLDialogElement) {
    this.open = false;
    this.dispatchEvent(new Event("close"));
  });
  const onCancel = vi.fn();
  const { rerender } = render(<ConnectPlaceholder onCancel={onCancel} />);
  expect(screen.getByRole("dialog", { name: "Connect Wallet" })).toBeVisible();
  rerender(<ConnectPlaceholder onCancel={onCancel} />);
  expect(dialogs.showModal).toHaveBeenCalledOnce();
  expect(onCancel).not.toHaveBeenCalled();

  fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
  expect(onCancel).toHaveBeenCalledOnce();
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
});

it("closes when the kit's dialog takes its place, so that the browser gives the focus back", () => {
  dialogs.showModal = vi.fn();
  dialogs.close = vi.fn();
  const { unmount } = render(<ConnectPlaceholder onCancel={vi.fn()} />);
  expect(dialogs.close).not.toHaveBeenCalled();
  unmount();
  expect(dialogs.close).toHaveBeenCalledOnce();
});

it("stays when React mounts it twice, as in development", async () => {
  dialogs.showModal = function (this: HTMLDialogElement) {
    this.open = true;
  };
  dialogs.close = function (this: HTMLDialogElement) {
    this.open = false;
    queueMicrotask(() => this.dispatchEvent(new Event("close")));
  };
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
