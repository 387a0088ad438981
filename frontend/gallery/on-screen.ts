import { act, fireEvent, screen } from "@testing-library/react";
import { expect, onTestFinished, vi } from "vitest";
import { deferred } from "../../test/support/deferred.ts";
import type { Step } from "../../test/support/stories.ts";

/** Steps of tests that see the page as its visitor does. */

type Name = string | RegExp;

/** Advances the fake clock. */
export async function pass(ms: number): Promise<void> {
  for (let left = ms; left >= 0; left -= 500) {
    await act(() => vi.advanceTimersByTimeAsync(Math.min(left, 500)));
  }
}
export const wait = (ms: number) => () => pass(ms);
export const settle = () => act(async () => undefined);

/** @returns the mock's next answer, as a step that lets it come */
export function late<Value>(mock: { mockReturnValueOnce(answer: Promise<Value>): unknown }) {
  const answer = deferred<Value>();
  mock.mockReturnValueOnce(answer.promise);
  return (value: Value) => async () => {
    await act(async () => answer.resolve(value));
    if (vi.isFakeTimers()) await pass(0);
  };
}

export const button = (name: Name) => screen.getByRole("button", { name });

export const press = (name: Name) => async () => {
  fireEvent.click(button(name));
  await settle();
};

export const sees =
  (...texts: readonly Name[]): Step =>
  () => {
    for (const text of texts) expect(screen.getByText(text)).toBeVisible();
  };
export const lacks =
  (...texts: readonly Name[]): Step =>
  () => {
    for (const text of texts) expect(screen.queryByText(text)).not.toBeInTheDocument();
  };
export const has =
  (role: string, name?: Name): Step =>
  () =>
    expect(screen.getByRole(role, name === undefined ? {} : { name })).toBeVisible();
export const hasNo =
  (role: string, name?: Name): Step =>
  () =>
    expect(screen.queryByRole(role, name === undefined ? {} : { name })).not.toBeInTheDocument();
/** @param role of the element that has the text */
export const tells = (role: string, text: Name) => () =>
  expect(screen.getByRole(role)).toHaveTextContent(text);
export const isEnabled =
  (...names: readonly Name[]): Step =>
  () => {
    for (const name of names) expect(button(name)).toBeEnabled();
  };
export const isDisabled =
  (...names: readonly Name[]): Step =>
  () => {
    for (const name of names) expect(button(name)).toBeDisabled();
  };
export const isBusy = (name: Name) => () =>
  expect(button(name)).toHaveAttribute("aria-busy", "true");
export const isNotBusy = (name: Name) => () =>
  expect(button(name)).not.toHaveAttribute("aria-busy");
export const links = (name: Name, href: unknown) => () =>
  expect(screen.getByRole("link", { name })).toHaveAttribute("href", href);

/** jsdom lacks modal dialogs, like in-app browsers of old phones. The test has them until it ends. */
export function fakeDialogs() {
  const dialogs: Partial<Pick<HTMLDialogElement, "showModal" | "close">> =
    HTMLDialogElement.prototype;
  const showModal = vi.fn(function (this: HTMLDialogElement) {
    this.open = true;
  });
  const close = vi.fn(function (this: HTMLDialogElement) {
    this.open = false;
    queueMicrotask(() => this.dispatchEvent(new Event("close")));
  });
  const remove = () => {
    delete dialogs.showModal;
    delete dialogs.close;
  };
  Object.assign(dialogs, { showModal, close });
  onTestFinished(remove);
  return { showModal, close, remove };
}
