import type { Habit } from "../injected-wallet.ts";
import { type WalletError, WalletRefusal } from "../injected-wallet.ts";

/** Until the site adds the chain, the wallet rejects a switch with its own error. */
function unknownChain(error: WalletError): Habit {
  return {
    answer({ method, params }, wallet) {
      if (method !== "wallet_switchEthereumChain") return undefined;
      const { chainId } = params[0] as { chainId: string };
      if (wallet.addedChains.includes(Number(chainId))) return undefined;
      throw new WalletRefusal(error);
    },
  };
}

const MESSAGE =
  'Unrecognized chain ID "0x1". Try adding the chain using wallet_addEthereumChain first.';

/** MetaMask's extension rejects with EIP-3326's code. */
export const unknownChain4902 = unknownChain({ code: 4902, message: MESSAGE });

/** MetaMask's app puts the code into a nested error. */
export const unknownChainNested = unknownChain({
  code: -32603,
  message: MESSAGE,
  data: { originalError: { code: 4902 } },
});

/** MetaMask's app over WalletConnect, before 2025, sends the code without its minus. */
export const unknownChain32603 = unknownChain({ code: 32603, message: "Invalid chain" });

/** Wallets built on WalletConnect's errors send a user rejection's code for every refusal. */
export const unknownChain5000 = unknownChain({ code: 5000, message: "User rejected." });
