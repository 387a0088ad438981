// @vitest-environment jsdom
import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { AffiliateLine } from "./AffiliateLine.tsx";

it.each([
  [null, null, "Checking your code…"],
  [null, "12%", "Checking your code…"],
  [true, null, "Checking your code…"],
  [true, "12%", "This code gives 12% off."],
])("of a code that is active %j, at prices with %s off, says: %s", (active, discount, words) => {
  render(
    <AffiliateLine
      affiliate={{ kind: "code", code: "welcome5" }}
      active={active}
      discount={discount}
      onLeaveOut={() => undefined}
      disabled={false}
    />,
  );
  expect(screen.getByText("welcome5")).toBeVisible();
  expect(screen.getByText(words)).toBeVisible();
  expect(screen.queryByText(/Not active/)).not.toBeInTheDocument();
  expect(screen.queryByRole("button")).not.toBeInTheDocument();
});
