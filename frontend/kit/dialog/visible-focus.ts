/** Draws the ring inside the edge, because the kit clips everything outside. */
const RING = ":focus-visible{outline:solid 3px var(--focus,currentcolor);outline-offset:-3px}";

const ringed = new WeakSet<Node>();

/**
 * Kit 1.7.4 removes the browser's focus ring from most of its buttons. This adds a ring to each of the kit's shadow
 * trees that gets the focus.
 */
export function showFocus(): void {
  addEventListener("focusin", markFocused);
  // If the focus moves between the dialog's shadow trees, no `focusin` leaves the dialog.
  addEventListener("keydown", () => requestAnimationFrame(markFocused), true);
  markFocused();
}

function markFocused(): void {
  let root: Document | ShadowRoot = document;
  while (root.activeElement?.shadowRoot?.activeElement) root = root.activeElement.shadowRoot;
  if (root === document || ringed.has(root)) return;
  ringed.add(root);
  // Older browsers have no constructable style sheets.
  root.append(Object.assign(document.createElement("style"), { textContent: RING }));
}
