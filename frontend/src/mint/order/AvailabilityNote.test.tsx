// @vitest-environment jsdom
import { render } from "@testing-library/react";
import { expect, it } from "vitest";
import { AvailabilityNote } from "./AvailabilityNote.tsx";

it.each([
  ["purchase", 2, "Up to 2 in one purchase."],
  ["left", 2, "Only 2 tickets left"],
  ["left", 1, "Only 1 ticket left"],
] as const)("bounded by %s, says of %d tickets: %s", (bound, max, words) => {
  const note = <AvailabilityNote availability={{ kind: "open", max, bound }} />;
  expect(render(note).container).toHaveTextContent(words);
});
