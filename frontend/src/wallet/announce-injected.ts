/**
 * On a computer, kit 1.7.4 lists only wallets that announce themselves (EIP-6963), and it can't disconnect one that is only
 * injected. So if `window.ethereum` is there and no wallet is announced, the page announces it.
 */

const ICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" fill="#20553f"/>' +
    '<path d="M7 10h16a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H9a2 2 0 0 1-2-2z" fill="#f6efe2"/>' +
    '<circle cx="21" cy="17" r="2" fill="#20553f"/></svg>',
)}`;

/** The id of its entry, by which the kit remembers it. */
export const INJECTED_RDNS = "injected.browser-wallet";

const INFO = Object.freeze({
  uuid: "5ee11cc9-16a5-4a34-9a0b-1f8a5ad3ae30",
  name: "Browser Wallet",
  icon: ICON,
  rdns: INJECTED_RDNS,
});

let installed = false;

/** Must be called before the kit requests announcements, which it does once, when it is created. */
export function announceInjectedWallet(): void {
  if (installed) return;
  installed = true;
  let isAnnounced = false;
  window.addEventListener("eip6963:announceProvider", () => {
    isAnnounced = true;
  });
  // Wallets listen before the page loads, so they have answered already.
  window.addEventListener("eip6963:requestProvider", () => {
    const provider = (window as { ethereum?: unknown }).ethereum;
    if (isAnnounced || typeof provider !== "object" || provider === null) return;
    const detail = Object.freeze({ info: INFO, provider });
    window.dispatchEvent(new CustomEvent("eip6963:announceProvider", { detail }));
    // The next request is answered too.
    isAnnounced = false;
  });
}
