import { type Habit, type WalletError, WalletRefusal } from "./injected-wallet.ts";

/**
 * EIP-6963 requires a frozen announcement, as in MetaMask and Rabby. Hardened wallets freeze the
 * provider too.
 */
export const frozenProvider: Habit = { presence: { frozen: true } };

/** MetaMask emits `accountsChanged` on approval, before `eth_requestAccounts` resolves. */
export const tellsAccountsFirst: Habit = {
  async answer({ method }, wallet) {
    if (method === "eth_requestAccounts") await wallet.tell("accountsChanged", [wallet.address]);
    return undefined;
  },
};

/** Trust Wallet's in-app browser: chain ids are numbers, in answers and events. */
export const numericChainIds: Habit = {
  answer: ({ method }, wallet) => (method === "eth_chainId" ? wallet.chainId : undefined),
  rewriteEvent: (event, value) => (event === "chainChanged" ? Number(value) : value),
};

/** Older AlphaWallet: chain ids are decimal text. */
export const decimalChainIds: Habit = {
  answer: ({ method }, wallet) => (method === "eth_chainId" ? String(wallet.chainId) : undefined),
  rewriteEvent: (event, value) => (event === "chainChanged" ? String(Number(value)) : value),
};

/**
 * In-app browsers of mobile wallets, and extensions older than EIP-6963: `window.ethereum` without an
 * announcement.
 */
export const injectedOnly: Habit = { presence: { announced: false, injected: true } };

/** Injected at once, but announced only after the extension's background script answers. */
export function lateToAnnounce(afterMs: number): Habit {
  return { presence: { injected: true, announcedAfterMs: afterMs } };
}

/** Phantom, and most wallets before 2024: sites can neither list nor revoke permissions. */
export const noRevoke: Habit = {
  answer({ method }) {
    if (method !== "wallet_getPermissions" && method !== "wallet_revokePermissions")
      return undefined;
    throw new WalletRefusal({ code: -32601, message: `The method "${method}" does not exist.` });
  },
};

/** Providers that wrap another provider's `on` but not its `removeListener`, so listeners stay forever. */
export const keepsListeners: Habit = { presence: { keepsListeners: true } };

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
