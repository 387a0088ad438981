/** The page's colour where there is one. Inside the edge, since the kit cuts off what stands out. */
const RING = ":focus-visible{outline:solid 3px var(--focus,currentcolor);outline-offset:-3px}";

const ringed = new WeakSet<Node>();

/**
 * Kit 1.7.4 takes the browser's ring from its buttons and puts nothing in its place in most of them, so a visitor who goes by
 * keys can't see where they are. This gives a shadow tree of the kit a ring when the focus comes into it.
 */
export function showFocus(): void {
  addEventListener("focusin", markFocused);
  // From one of the dialog's trees to another, the event stays inside.
  addEventListener("keydown", () => requestAnimationFrame(markFocused), true);
  markFocused();
}

function markFocused(): void {
  let root: Document | ShadowRoot = document;
  while (root.activeElement?.shadowRoot?.activeElement) root = root.activeElement.shadowRoot;
  if (root === document || ringed.has(root)) return;
  ringed.add(root);
  // Older browsers take no style sheets that are made by script.
  root.append(Object.assign(document.createElement("style"), { textContent: RING }));
}
