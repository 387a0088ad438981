/** Draws the ring inside the element, because AppKit clips everything outside. */
const RING = ":focus-visible{outline:solid 3px var(--focus,currentcolor);outline-offset:-3px}";

const ringed = new WeakSet<Node>();

/**
 * AppKit 1.7.4 removes the browser's focus ring from most of its buttons. This adds a ring to each
 * of AppKit's shadow trees that gets the focus.
 */
export function showFocus(): void {
  addEventListener("focusin", markFocused);
  // When the focus moves between the dialog's shadow trees, the document gets no `focusin`.
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
