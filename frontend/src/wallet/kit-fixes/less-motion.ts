const KIT = /^(w3m|wui)-/;

/** An end that the kit waits for still comes. */
const STILL =
  ":host,*,::before,::after{animation-delay:0s!important;animation-duration:.01ms!important;animation-iteration-count:1!important;transition-delay:0s!important;transition-duration:.01ms!important}";

/**
 * Kit 1.7.4 zooms, slides and shimmers for visitors too who have asked their system for less motion. For those, this takes
 * the time from what it animates. Must run before the kit's elements are made.
 */
export function reduceMotion(): void {
  if (!matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const { attachShadow, animate } = Element.prototype;

  Element.prototype.attachShadow = function (init) {
    const root = attachShadow.call(this, init);
    if (KIT.test(this.localName)) {
      // Older browsers take no style sheets that are made by script.
      const style = document.createElement("style");
      style.textContent = STILL;
      root.append(style);
    }
    return root;
  };

  Element.prototype.animate = function (keyframes, options) {
    const root = this.getRootNode();
    const kits = KIT.test(root instanceof ShadowRoot ? root.host.localName : this.localName);
    const timing = typeof options === "number" ? {} : options;
    return animate.call(this, keyframes, kits ? { ...timing, delay: 0, duration: 0 } : options);
  };
}
