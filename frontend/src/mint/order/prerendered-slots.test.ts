import { expect, it } from "vitest";
import { withSlots } from "./prerendered-slots.ts";

const HTML = '<p data-slot="summary">you will buy</p><p data-slot="price">Reading…</p>';

it("gives the HTML that has each slot once", () => {
  expect(withSlots(HTML, "summary", "price")).toBe(HTML);
});

it.each([
  ["no", 0, ""],
  ["two", 2, '<p data-slot="price"></p><b data-slot="price"></b>'],
])("refuses HTML with %s slots of a name", (_, count, prices) => {
  const html = `<p data-slot="summary"></p>${prices}`;
  expect(() => withSlots(html, "summary", "price")).toThrow(
    `The prerendered HTML has ${count} slots "price"`,
  );
});
