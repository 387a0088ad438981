import type { Habit } from "../injected-wallet.ts";
import { WalletRefusal } from "../injected-wallet.ts";

/** Wallets with smart accounts, such as Coinbase's: they add EIP-5792, ERC-7715 and ERC-7811. */
export const smartAccount: Habit = {
  answer({ method, params }, wallet) {
    switch (method) {
      case "wallet_getCapabilities":
        if (params[0] !== wallet.address) refuse(method, params);
        return { "0x1": { atomic: { status: "supported" } } };
      case "wallet_grantPermissions":
        if (!Array.isArray((params[0] as { permissions?: unknown })?.permissions)) {
          refuse(method, params);
        }
        return { context: "0x01" };
      case "wallet_getAssets":
        if ((params[0] as { account?: unknown })?.account !== wallet.address)
          refuse(method, params);
        return { "0x1": [{ address: "native", balance: "0x1", type: "native" }] };
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
