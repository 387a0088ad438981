import { onEachElement } from "./each-element.ts";

const DRAWINGS = [
  "wui-icon",
  "wui-visual",
  "wui-qr-code",
  "wui-loading-spinner",
  "wui-loading-hexagon",
  "wui-loading-thumbnail",
];

/** AppKit 1.7.4 gives its icons no name, so browsers announce each as an image without a name. */
export function hideDrawings(): void {
  for (const name of DRAWINGS) {
    void onEachElement(name, (drawing) => ({
      hostConnected: () => drawing.setAttribute("aria-hidden", "true"),
    }));
  }
}
