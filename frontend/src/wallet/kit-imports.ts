/** The client of the relay between the page and a telephone's wallet. */
export const importRelay = () => import("virtual:kit-relay");

/** All views of the kit's dialog but its list of wallets. */
export const importKitViews = () => import("virtual:kit-views");
