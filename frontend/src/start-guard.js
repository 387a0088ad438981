/**
 * Inline script in the head, in ES5, so that it runs where the bundle does not: an old browser, a file that was refused,
 * altered or blocked. It puts a notice in the place of the order, which can't work then. If the bundle is only late, the
 * order comes back as it was, since React takes over the HTML that the build has rendered.
 */
(function () {
  /** Long for a page on a telephone's connection, short for a visitor who presses a button that does nothing. */
  var LATE_MS = 4000;

  var assets = location.origin + location.pathname.replace(/[^/]*$/, "assets/");
  var order;
  var notice;
  /** 0 when the bundle has started. */
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
    // In a frame of another site there is no order.
    if (!timer || !order) return;
    var next = document.getElementById(name).content.firstChild.cloneNode(true);
    (notice || order).parentNode.replaceChild(next, notice || order);
    notice = next;
  }

  function fail() {
    clearTimeout(timer);
    show("start-failed");
  }

  /** Wallets and extensions have scripts in the page too, whose errors are not the page's. A picture is no script. */
  function hear(event) {
    var source = event.filename || (event.target.tagName === "SCRIPT" && event.target.src);
    if (source && source.indexOf(assets) === 0) fail();
  }

  addEventListener("error", hear, true);
  if (!("noModule" in document.createElement("script"))) fail();

  /** The bundle runs, and takes over. */
  window.pageStarts = function () {
    clearTimeout(timer);
    timer = 0;
    removeEventListener("error", hear, true);
    if (notice) notice.parentNode.replaceChild(order, notice);
  };
})();
