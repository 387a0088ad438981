/**
 * Inline script in the head. If the bundle does not start, it replaces the order with a notice. It
 * is ES5, because it must run in old browsers. If the bundle is only late, it restores the order
 * for React to hydrate.
 */
(function () {
  /**
   * The time is long enough for a slow connection, but short for a visitor whose click does
   * nothing.
   */
  var LATE_MS = 4000;

  var assets = location.origin + location.pathname.replace(/[^/]*$/, "assets/");
  var order;
  var notice;
  /** The timer's id; 0 once the bundle has started. */
  var timer = setTimeout(show, LATE_MS, "start-late");

  /** @param name id of a `<template>` */
  function show(name) {
    if (document.readyState === "loading") {
      document.addEventListener("DOMContentLoaded", function () {
        show(name);
      });
      return;
    }
    order = order || document.querySelector("#root .card");
    // If another site frames the page, it has no order.
    if (!timer || !order) return;
    var next = document.getElementById(name).content.firstChild.cloneNode(true);
    (notice || order).parentNode.replaceChild(next, notice || order);
    notice = next;
  }

  function fail() {
    clearTimeout(timer);
    show("start-failed");
  }

  /** Ignores pictures, and the scripts of wallets and extensions. */
  function hear(event) {
    var source = event.filename || (event.target.tagName === "SCRIPT" && event.target.src);
    if (source && source.indexOf(assets) === 0) fail();
  }

  addEventListener("error", hear, true);
  if (!("noModule" in document.createElement("script"))) fail();

  window.pageStarts = function () {
    clearTimeout(timer);
    timer = 0;
    removeEventListener("error", hear, true);
    if (notice) notice.parentNode.replaceChild(order, notice);
  };
})();
