export const importRelay = () => import("virtual:kit-relay");

/** All AppKit views except the list of wallets. */
export const importKitViews = () => import("virtual:kit-views");
