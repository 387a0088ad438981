/**
 * The supported chains: one table for the Hardhat config, the scripts and the page.
 * The name of a row is the Hardhat network, the Vite mode and the folder under `deployments/`.
 */
export interface Chain {
  readonly chainId: number;
  /** The display name: "Ethereum", "Base". */
  readonly title: string;
  /** The name in "Please switch to the correct network (…)!" (spec section 8). */
  readonly nameInMessage: string;
  readonly currency: { readonly name: string; readonly symbol: string; readonly decimals: 18 };
  readonly testnet: boolean;
  /** Blocks that must follow a purchase's own before the page calls its outcome certain. */
  readonly confirmations: number;
  /** `null` if there is no explorer: addresses are then shown without a link. */
  readonly explorer: { readonly name: string; readonly url: string } | null;
}

export interface Network extends Chain {
  /** Keyless public endpoints in order of preference; `VITE_RPC_URLS` replaces them. */
  readonly rpcUrls: readonly string[];
}

const ether = { name: "Ether", symbol: "ETH", decimals: 18 } as const;

export const networks = {
  mainnet: {
    chainId: 1,
    title: "Ethereum",
    nameInMessage: "ETHEREUM MAINNET",
    currency: ether,
    testnet: false,
    confirmations: 2,
    explorer: { name: "Etherscan", url: "https://etherscan.io" },
    rpcUrls: [
      "https://ethereum-rpc.publicnode.com",
      "https://eth.drpc.org",
      "https://eth.merkle.io",
    ],
  },
  base: {
    chainId: 8453,
    title: "Base",
    nameInMessage: "BASE BLOCKCHAIN",
    currency: ether,
    testnet: false,
    confirmations: 2,
    explorer: { name: "Basescan", url: "https://basescan.org" },
    rpcUrls: [
      "https://base-rpc.publicnode.com",
      "https://base.drpc.org",
      "https://mainnet.base.org",
    ],
  },
  sepolia: {
    chainId: 11155111,
    title: "Sepolia",
    nameInMessage: "SEPOLIA TESTNET",
    currency: ether,
    testnet: true,
    confirmations: 2,
    explorer: { name: "Etherscan", url: "https://sepolia.etherscan.io" },
    rpcUrls: ["https://ethereum-sepolia-rpc.publicnode.com", "https://sepolia.drpc.org"],
  },
  localhost: {
    chainId: 31337,
    title: "Local chain",
    nameInMessage: "LOCAL CHAIN",
    currency: ether,
    testnet: true,
    // It mines a block for each transaction, and is never reorganised.
    confirmations: 0,
    explorer: null,
    rpcUrls: ["http://127.0.0.1:8545"],
  },
} as const satisfies Record<string, Network>;

export type NetworkName = keyof typeof networks;

export function isNetworkName(name: string): name is NetworkName {
  return Object.hasOwn(networks, name);
}
