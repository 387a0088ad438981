import { onEachElement } from "./each-element.ts";

/** Each draws an SVG, beside words or in a control with a name. */
const DRAWINGS = [
  "wui-icon",
  "wui-visual",
  "wui-qr-code",
  "wui-loading-spinner",
  "wui-loading-hexagon",
  "wui-loading-thumbnail",
];

/**
 * Kit 1.7.4 gives its icons no name, so browsers announce each to screen readers as an image without a name. This hides
 * them.
 */
export function hideDrawings(): void {
  for (const name of DRAWINGS) {
    void onEachElement(name, (drawing) => ({
      hostConnected: () => drawing.setAttribute("aria-hidden", "true"),
    }));
  }
}
