// @vitest-environment jsdom

import { act, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { PriceLine } from "./PriceLine.tsx";

it("says that the browser is offline while it is, where the price can't be read", () => {
  const online = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  render(<PriceLine symbol="ETH" quote={null} failed />);
  expect(screen.getByText("Price unavailable: 0.0000. You are offline.")).toBeTruthy();

  online.mockReturnValue(true);
  act(() => void dispatchEvent(new Event("online")));
  expect(screen.getByText("Price unavailable: 0.0000. Retrying…")).toBeTruthy();
});
