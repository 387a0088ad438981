/** Announces the local test wallet (EIP-6963). Only the development server loads this, for the local chain. */
import { networks } from "../../networks.ts";
import { approvalDialog } from "./approval-dialog.ts";
import { createNode } from "./node.ts";
import { createTestWallet, type TestWallet } from "./test-wallet.ts";

declare global {
  interface Window {
    /**
     * In the console:
     * `await localTestWallet.request({ method: "wallet_addEthereumChain", params: [{ chainId: "0x1" }] })`
     */
    localTestWallet?: TestWallet;
  }
}

const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"><rect width="96" height="96" rx="20" fill="#0757ba"/><path d="M22 36h52v32a6 6 0 0 1-6 6H28a6 6 0 0 1-6-6zm0 0 40-14v14" fill="none" stroke="#fff" stroke-width="6" stroke-linejoin="round"/><circle cx="61" cy="55" r="5" fill="#fff"/></svg>`;

const rpcUrls: unknown = import.meta.env.VITE_RPC_URLS;
const url =
  (typeof rpcUrls === "string" && rpcUrls.split(",")[0]?.trim()) || networks.localhost.rpcUrls[0];

const wallet = createTestWallet({
  chainId: networks.localhost.chainId,
  symbol: networks.localhost.currency.symbol,
  node: createNode(url),
  approver: approvalDialog,
  storage: localStorage,
});
window.localTestWallet = wallet;

const detail = Object.freeze({
  info: Object.freeze({
    uuid: crypto.randomUUID(),
    name: "Local Test Wallet",
    rdns: "localhost.test-wallet",
    icon: `data:image/svg+xml,${encodeURIComponent(ICON)}`,
  }),
  provider: wallet,
});

function announce(): void {
  window.dispatchEvent(new CustomEvent("eip6963:announceProvider", { detail }));
}

window.addEventListener("eip6963:requestProvider", announce);
announce();
