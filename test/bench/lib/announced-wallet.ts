export const WALLET_NAME = "Careful Wallet";

export const WALLET_ADDRESS = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";

/**
 * Source text of a wallet, because this project has no DOM types. The wallet answers account and
 * chain (1), and passes other requests to `window.askWallet`.
 */
export const ANNOUNCE_WALLET = `{
  const info = {
    uuid: "00000000-0000-4000-8000-000000000000",
    name: ${JSON.stringify(WALLET_NAME)},
    icon: "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E",
    rdns: "bench.careful-wallet",
  };
  let accounts = [];
  const request = async (asked) => {
    if (asked.method === "eth_requestAccounts") accounts = [${JSON.stringify(WALLET_ADDRESS)}];
    if (/^eth_(requestAccounts|accounts)$/.test(asked.method)) return accounts;
    if (asked.method === "eth_chainId") return "0x1";
    return (await window.askWallet?.(asked)) ?? null;
  };
  const provider = { request, on() {}, removeListener() {} };
  const detail = Object.freeze({ info, provider });
  const tell = () => dispatchEvent(new CustomEvent("eip6963:announceProvider", { detail }));
  addEventListener("eip6963:requestProvider", tell);
}`;
