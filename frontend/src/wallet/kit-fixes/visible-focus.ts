const MARK = "data-focus-ring";

/** The page's colour where there is one. Inside the edge, since the kit cuts off what stands out. */
const RING = ":focus-visible{outline:3px solid var(--focus,currentcolor);outline-offset:-3px}";

/**
 * Kit 1.7.4 takes the browser's ring from its buttons and puts nothing in its place in most of them, so a visitor who goes by
 * keys can't see where they are. This gives a shadow tree of the kit a ring when the focus comes into it.
 */
export function showFocus(): void {
  addEventListener("focusin", markFocused);
  // From one of the dialog's trees to another, the event stays inside.
  addEventListener("keydown", () => requestAnimationFrame(markFocused), true);
}

function markFocused(): void {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  const root = element?.getRootNode();
  if (!(root instanceof ShadowRoot) || root.querySelector(`[${MARK}]`) !== null) return;
  // Older browsers take no style sheets that are made by script.
  const style = document.createElement("style");
  style.toggleAttribute(MARK, true);
  style.textContent = RING;
  root.append(style);
}
