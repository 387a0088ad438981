// @vitest-environment jsdom
import { expect, it, vi } from "vitest";
import { defineElement } from "../doubles/element.ts";
import { hideDrawings } from "./hidden-drawings.ts";

it.each(["wui-icon", "wui-visual"])("hides %s from screen readers", async (name) => {
  const Drawing = defineElement(name);
  const there = new Drawing();
  const host = document.createElement("div");
  host.attachShadow({ mode: "open" }).append(there);
  document.body.append(host);
  hideDrawings();
  await vi.waitFor(() => {
    expect(there).toHaveAttribute("aria-hidden", "true");
    const drawing = new Drawing();
    document.body.append(drawing);
    expect(drawing).toHaveAttribute("aria-hidden", "true");
  });
});
