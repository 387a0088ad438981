/** The duration must not be 0, because AppKit waits for the end event. */
const STILL =
  ":host,*{animation-duration:.01ms!important;animation-iteration-count:1!important;transition:none!important}";

/**
 * AppKit 1.7.4 ignores a visitor's preference for reduced motion. This then shortens CSS and script
 * animations in shadow trees. Must run before AppKit's elements exist.
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
    // An animation outside shadow trees is the page's own, because only AppKit has shadow trees.
    if (!(this.getRootNode() instanceof ShadowRoot)) return animate.call(this, frames, options);
    const timing = typeof options === "object" ? options : {};
    // The animation still finishes, because AppKit's scripts wait for that.
    return animate.call(this, frames, { ...timing, delay: 0, duration: 0 });
  };
}
