/** The duration must not be 0, because the kit waits for the end event. */
const STILL =
  ":host,*{animation-duration:.01ms!important;animation-iteration-count:1!important;transition:none!important}";

/**
 * Kit 1.7.4 also zooms, slides and shimmers for visitors who prefer reduced motion. For them, this shortens CSS and
 * script animations in shadow trees. Must run before the kit's elements exist.
 */
export function reduceMotion(): void {
  if (!matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const { attachShadow, animate } = Element.prototype;
  Element.prototype.attachShadow = function (init) {
    const root = attachShadow.call(this, init);
    // Older browsers have no constructable style sheets.
    root.append(Object.assign(document.createElement("style"), { textContent: STILL }));
    return root;
  };
  Element.prototype.animate = function (frames, options) {
    // Only the kit has shadow trees, so this is an animation of the page.
    if (!(this.getRootNode() instanceof ShadowRoot)) return animate.call(this, frames, options);
    const timing = typeof options === "object" ? options : {};
    // The animation still finishes, because the kit's scripts wait for that.
    return animate.call(this, frames, { ...timing, delay: 0, duration: 0 });
  };
}
