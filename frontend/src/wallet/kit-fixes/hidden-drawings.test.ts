// @vitest-environment jsdom
import { expect, it } from "vitest";
import { defineElement } from "../../../../test/doubles/kit/element.ts";
import { hideDrawings } from "./hidden-drawings.ts";

it.each([
  "wui-icon",
  "wui-visual",
  "wui-qr-code",
  "wui-loading-spinner",
  "wui-loading-hexagon",
  "wui-loading-thumbnail",
])("hides %s from screen readers", async (name) => {
  const Drawing = defineElement(name);
  hideDrawings();
  await customElements.whenDefined(name);
  const drawing = new Drawing();
  document.body.append(drawing);
  expect(drawing).toHaveAttribute("aria-hidden", "true");
});
