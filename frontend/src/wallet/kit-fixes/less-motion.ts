/** An end that the kit waits for still comes. */
const STILL =
  ":host,*{animation-duration:.01ms!important;animation-iteration-count:1!important;transition:none!important}";

/**
 * Kit 1.7.4 zooms, slides and shimmers for visitors too who have asked their system for less motion. For those, this takes
 * the time from what moves in shadow trees. What its scripts fade stays as it is. Must run before the kit's elements are made.
 */
export function reduceMotion(): void {
  if (!matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const { attachShadow } = Element.prototype;
  Element.prototype.attachShadow = function (init) {
    const root = attachShadow.call(this, init);
    // Older browsers take no style sheets that are made by script.
    root.append(Object.assign(document.createElement("style"), { textContent: STILL }));
    return root;
  };
}
