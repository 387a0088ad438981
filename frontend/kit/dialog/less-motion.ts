/** An end that the kit waits for still comes. */
const STILL =
  ":host,*{animation-duration:.01ms!important;animation-iteration-count:1!important;transition:none!important}";

/**
 * Kit 1.7.4 zooms, slides and shimmers for visitors too who have asked their system for less motion. For those, this takes
 * the time from what moves in shadow trees, by style or by script. Must run before the kit's elements are made.
 */
export function reduceMotion(): void {
  if (!matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const { attachShadow, animate } = Element.prototype;
  Element.prototype.attachShadow = function (init) {
    const root = attachShadow.call(this, init);
    // Older browsers take no style sheets that are made by script.
    root.append(Object.assign(document.createElement("style"), { textContent: STILL }));
    return root;
  };
  Element.prototype.animate = function (frames, options) {
    // The page has no shadow trees of its own.
    if (!(this.getRootNode() instanceof ShadowRoot)) return animate.call(this, frames, options);
    const timing = typeof options === "object" ? options : {};
    // It ends as it would have ended, and the kit's scripts wait for that.
    return animate.call(this, frames, { ...timing, delay: 0, duration: 0 });
  };
}
