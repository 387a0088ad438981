/** The code calls the smallest unit of every coin wei. */
export interface Currency {
  readonly name: string;
  readonly symbol: string;
  readonly decimals: 18;
}

/**
 * A new network needs only a row. The row's name is the Hardhat network, the Vite mode and the
 * folder under `deployments/`.
 */
export interface Chain {
  readonly chainId: number;
  readonly title: string;
  /** The name in "Please switch to the correct network (…)!" (P-21). */
  readonly nameInMessage: string;
  readonly currency: Currency;
  readonly testnet: boolean;
  /**
   * After this many blocks, the page treats a purchase as final, because only a chain failure can
   * cause a later reorg. Must not exceed the number of blocks that the page rescans.
   */
  readonly confirmations: number;
  /** `null` without an explorer: the page then shows addresses without a link. */
  readonly explorer: { readonly name: string; readonly url: string } | null;
  /**
   * The collection's page is `<url>/<contract>`, a ticket's `<url>/<contract>/<number>`; `null`
   * without a marketplace.
   */
  readonly marketplace: { readonly name: string; readonly url: string } | null;
}

export interface Network extends Chain {
  /**
   * Public endpoints of different providers that need no key, best first; `VITE_RPC_URLS` replaces
   * them.
   */
  readonly rpcUrls: readonly string[];
  /**
   * Wei per unit of gas: a task signs no higher fee, whatever an endpoint reports. `null` if gas is
   * free.
   */
  readonly maxFeePerGasLimit: bigint | null;
  /**
   * Chainlink's feed of the coin in US dollars
   * (https://docs.chain.link/data-feeds/price-feeds/addresses); `VITE_PRICE_FEED` replaces it.
   * `null` without a verified feed.
   */
  readonly priceFeed: string | null;
}

const ether = { name: "Ether", symbol: "ETH", decimals: 18 } as const;

/** @param chain OpenSea's name of the chain; OpenSea redirects these URLs to its own */
function openSea(chain: string) {
  return { name: "OpenSea", url: `https://opensea.io/assets/${chain}` };
}

/** Wei. A hundred times the usual fee in ether; a deployment then costs less than one ether. */
const ETHER_FEE_LIMIT = 100_000_000_000n;

export const networks = {
  mainnet: {
    chainId: 1,
    title: "Ethereum",
    nameInMessage: "ETHEREUM MAINNET",
    currency: ether,
    testnet: false,
    confirmations: 2,
    explorer: { name: "Etherscan", url: "https://etherscan.io" },
    marketplace: openSea("ethereum"),
    rpcUrls: [
      "https://ethereum-rpc.publicnode.com",
      "https://eth.drpc.org",
      "https://eth.merkle.io",
    ],
    maxFeePerGasLimit: ETHER_FEE_LIMIT,
    priceFeed: "0x5f4eC3Df9cbd43714FE2740f5E3616155c5b8419",
  },
  base: {
    chainId: 8453,
    title: "Base",
    nameInMessage: "BASE BLOCKCHAIN",
    currency: ether,
    testnet: false,
    confirmations: 2,
    explorer: { name: "Basescan", url: "https://basescan.org" },
    marketplace: openSea("base"),
    rpcUrls: [
      "https://base-rpc.publicnode.com",
      "https://base.drpc.org",
      "https://mainnet.base.org",
    ],
    maxFeePerGasLimit: ETHER_FEE_LIMIT,
    priceFeed: "0x71041dddad3595F9CEd3DcCFBe3D1F4b0a16Bb70",
  },
  optimism: {
    chainId: 10,
    title: "Optimism",
    nameInMessage: "OPTIMISM",
    currency: ether,
    testnet: false,
    // A block takes two seconds, as on Base. Only a faulty sequencer can cause a reorg.
    confirmations: 2,
    explorer: { name: "Optimism Etherscan", url: "https://optimistic.etherscan.io" },
    marketplace: openSea("optimism"),
    rpcUrls: [
      "https://optimism-rpc.publicnode.com",
      "https://optimism.drpc.org",
      "https://mainnet.optimism.io",
    ],
    maxFeePerGasLimit: ETHER_FEE_LIMIT,
    priceFeed: "0x13e3Ee699D1909E989722E753853AE30b17e08c5",
  },
  arbitrum: {
    chainId: 42161,
    title: "Arbitrum One",
    nameInMessage: "ARBITRUM ONE",
    currency: ether,
    testnet: false,
    // Only a faulty sequencer can cause a reorg. The chain makes four blocks a second, so endpoints
    // need time to catch up.
    confirmations: 6,
    explorer: { name: "Arbiscan", url: "https://arbiscan.io" },
    marketplace: openSea("arbitrum"),
    rpcUrls: [
      "https://arbitrum-one-rpc.publicnode.com",
      "https://arbitrum.drpc.org",
      "https://arb1.arbitrum.io/rpc",
    ],
    maxFeePerGasLimit: ETHER_FEE_LIMIT,
    priceFeed: "0x639Fe6ab55C921f74e7fac1ee960C0B6293ba612",
  },
  polygon: {
    chainId: 137,
    title: "Polygon PoS",
    nameInMessage: "POLYGON POS",
    currency: { name: "POL", symbol: "POL", decimals: 18 },
    testnet: false,
    // A block takes up to two seconds, and a milestone makes it final within 2 to 5 seconds.
    confirmations: 5,
    explorer: { name: "PolygonScan", url: "https://polygonscan.com" },
    marketplace: openSea("matic"),
    // The chain's own public endpoint, polygon-rpc.com, requires a key.
    rpcUrls: ["https://polygon-bor-rpc.publicnode.com", "https://polygon.drpc.org"],
    // The tip is 25 gwei or more, at times 1,000. A deployment then costs less than 20 POL.
    maxFeePerGasLimit: 2_000_000_000_000n,
    // `null`, because Chainlink's feed still has the coin's old name, MATIC / USD.
    priceFeed: null,
  },
  sepolia: {
    chainId: 11155111,
    title: "Sepolia",
    nameInMessage: "SEPOLIA TESTNET",
    currency: ether,
    testnet: true,
    confirmations: 2,
    explorer: { name: "Etherscan", url: "https://sepolia.etherscan.io" },
    marketplace: null,
    rpcUrls: ["https://ethereum-sepolia-rpc.publicnode.com", "https://sepolia.drpc.org"],
    maxFeePerGasLimit: null,
    priceFeed: "0x694AA1769357215DE4FAC081bf1f309aDC325306",
  },
  localhost: {
    chainId: 31337,
    title: "Local chain",
    nameInMessage: "LOCAL CHAIN",
    currency: ether,
    testnet: true,
    confirmations: 0,
    explorer: null,
    marketplace: null,
    rpcUrls: ["http://127.0.0.1:8545"],
    maxFeePerGasLimit: null,
    priceFeed: null,
  },
} as const satisfies Record<string, Network>;

export type NetworkName = keyof typeof networks;

/** All networks but the local chain of `npm start`. */
export type LiveNetworkName = Exclude<NetworkName, "localhost">;

export function isNetworkName(name: string): name is NetworkName {
  return Object.hasOwn(networks, name);
}

export const networkNames = Object.keys(networks) as NetworkName[];

export const liveNetworkNames = networkNames.filter(
  (name): name is LiveNetworkName => name !== "localhost",
);

export function endpointVariable(network: string): string {
  return `${network.toUpperCase()}_RPC_URL`;
}

export function secondEndpointVariable(network: string): string {
  return `${network.toUpperCase()}_SECOND_RPC_URL`;
}

export function currencyOf(chainId: number): Currency {
  const found = networkNames.find((name) => networks[name].chainId === chainId);
  return found === undefined ? ether : networks[found].currency;
}
