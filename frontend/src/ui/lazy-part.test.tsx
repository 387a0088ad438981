// @vitest-environment jsdom
import { act, render, screen } from "@testing-library/react";
import { Suspense } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { expectWarning } from "../../../test/frontend/support/quiet.ts";
import { deferred } from "../../../test/support/deferred.ts";
import { lazyExtra, lazyPart } from "./lazy-part.tsx";

const NOT_LOADED = "Part of this page didn't load";

beforeEach(() => {
  vi.useFakeTimers();
});

function open(load: Parameters<typeof lazyPart>[0]) {
  const { Part } = lazyPart(load);
  render(
    <Suspense fallback="Loading">
      <Part />
    </Suspense>,
  );
  return act(() => vi.advanceTimersByTimeAsync(0));
}

it("shows the part when it has loaded", async () => {
  const arrival = deferred<() => string>();
  await open(() => arrival.promise);
  expect(screen.getByText("Loading")).toBeVisible();
  await act(async () => arrival.resolve(() => "The part"));
  expect(screen.getByText("The part")).toBeVisible();
});

it("shows an error in its place if it fails to load", async () => {
  expectWarning(NOT_LOADED);
  await open(() => Promise.reject(new TypeError("Failed to fetch")));
  expect(screen.getByRole("alert")).toHaveTextContent(`${NOT_LOADED}. Reload the page.`);
});

it("shows the same error if it has not arrived after half a minute", async () => {
  expectWarning(NOT_LOADED);
  await open(() => new Promise(() => undefined));
  await act(() => vi.advanceTimersByTimeAsync(29_999));
  expect(screen.queryByRole("alert")).not.toBeInTheDocument();
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(screen.getByRole("alert")).toHaveTextContent(NOT_LOADED);
});

it("reports no failure of a preload", async () => {
  const load = vi.fn(() => Promise.reject(new TypeError("Failed to fetch")));
  lazyPart(load).preload();
  await vi.advanceTimersByTimeAsync(0);
  expect(load).toHaveBeenCalledOnce();
});

it("shows an extra when it has loaded, and nothing until then", async () => {
  const arrival = deferred<() => string>();
  const Extra = lazyExtra(() => arrival.promise);
  const { container } = render(<Extra />);
  expect(container).toBeEmptyDOMElement();
  await act(async () => arrival.resolve(() => "The extra"));
  expect(container).toHaveTextContent("The extra");
});

it("does without an extra that fails to load", async () => {
  const Extra = lazyExtra(async () => false);
  const { container } = render(<Extra />);
  await act(() => vi.advanceTimersByTimeAsync(0));
  expect(container).toBeEmptyDOMElement();
});
