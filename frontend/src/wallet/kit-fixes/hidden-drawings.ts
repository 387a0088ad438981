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

const hide = (drawing: Element) => drawing.setAttribute("aria-hidden", "true");

/** Kit 1.7.4 draws without names, so browsers tell screen readers of a nameless image for each icon. */
export function hideDrawings(): void {
  for (const name of DRAWINGS) {
    void onEachElement(name, (drawing) => ({ hostConnected: () => hide(drawing) }));
  }
  hideIn(document);
}

/** Those that are there already. */
function hideIn(root: Document | ShadowRoot): void {
  for (const element of root.querySelectorAll("*")) {
    if (DRAWINGS.includes(element.localName)) hide(element);
    if (element.shadowRoot !== null) hideIn(element.shadowRoot);
  }
}
