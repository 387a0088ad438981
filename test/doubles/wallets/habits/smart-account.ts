import type { Habit } from "../injected-wallet.ts";
import { WalletRefusal } from "../injected-wallet.ts";

/** A token that only the wallet knows, in AppKit's format. */
const SAVINGS = {
  address: "0x00000000000000000000000000000000000005a7",
  type: "ERC20",
  balance: "0x320",
  metadata: { name: "Savings", symbol: "SAVE", decimals: 2, price: 1, value: 8, iconUrl: "" },
};

/** Smart-account wallets, such as Coinbase's, add EIP-5792, ERC-7715 and ERC-7811. */
export const smartAccount: Habit = {
  answer({ method, params }, wallet) {
    switch (method) {
      case "wallet_getCapabilities":
        if (params[0] !== wallet.address) refuse(method, params);
        return { "0x1": { atomic: { status: "supported" }, assetDiscovery: { supported: true } } };
      case "wallet_grantPermissions":
        if (!Array.isArray((params[0] as { permissions?: unknown })?.permissions)) {
          refuse(method, params);
        }
        return { context: "0x01" };
      case "wallet_getAssets":
        if ((params[0] as { account?: unknown })?.account !== wallet.address)
          refuse(method, params);
        return { "0x1": [SAVINGS] };
      default:
        return undefined;
    }
  },
};

function refuse(method: string, params: readonly unknown[]): never {
  throw new WalletRefusal({
    code: -32602,
    message: `${method} with ${JSON.stringify(params)}`,
  });
}
