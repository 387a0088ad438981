/** A chain's own coin. Its smallest unit is called wei everywhere here, whatever the coin. */
export interface Currency {
  readonly name: string;
  readonly symbol: string;
  readonly decimals: 18;
}

/**
 * The supported chains: one table for the Hardhat config, the scripts and the page. A row is all that a network needs.
 * The name of a row is the Hardhat network, the Vite mode and the folder under `deployments/`.
 */
export interface Chain {
  readonly chainId: number;
  /** The display name: "Ethereum", "Base". */
  readonly title: string;
  /** The name in "Please switch to the correct network (…)!" (P-21). */
  readonly nameInMessage: string;
  readonly currency: Currency;
  readonly testnet: boolean;
  /**
   * Blocks that must follow a purchase's own before the page calls its outcome certain: so many that the chain exchanges
   * none below them, short of a failure of the chain itself. At most as many as the page searches again each time.
   */
  readonly confirmations: number;
  /** `null` if there is no explorer: addresses are then shown without a link. */
  readonly explorer: { readonly name: string; readonly url: string } | null;
  /** Where tickets are sold on: the collection is at `<url>/<contract>`, a ticket at `<url>/<contract>/<number>`. `null` if nowhere. */
  readonly marketplace: { readonly name: string; readonly url: string } | null;
}

export interface Network extends Chain {
  /** Keyless public endpoints of different providers, in order of preference; `VITE_RPC_URLS` replaces them. */
  readonly rpcUrls: readonly string[];
  /** Wei for one unit of gas: what a task signs at most, whatever an endpoint says. `null` where gas costs nothing. */
  readonly maxFeePerGasLimit: bigint | null;
  /**
   * Chainlink's feed of the coin's price in US dollars (https://docs.chain.link/data-feeds/price-feeds/addresses), which the page
   * shows beside the price; `VITE_PRICE_FEED` replaces it. `null` if none is known for sure.
   */
  readonly priceFeed: string | null;
}

const ether = { name: "Ether", symbol: "ETH", decimals: 18 } as const;

/** By its own name of a chain. It forwards these addresses to the pages that it has for collections and tickets. */
function openSea(chain: string) {
  return { name: "OpenSea", url: `https://opensea.io/assets/${chain}` };
}

/** Wei. A hundred times what is usual in ether; a deployment then costs less than an ether. */
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
    // As on Base, which is built alike: a block every two seconds, exchanged only if the sequencer breaks its word.
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
    // Exchanged only if the sequencer breaks its word, as on Optimism. Four blocks a second: endpoints get some time to be level.
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
    // The validators' milestones make a block final within 2 to 5 seconds, and a block takes up to two.
    confirmations: 5,
    explorer: { name: "PolygonScan", url: "https://polygonscan.com" },
    marketplace: openSea("matic"),
    // The chain's own public endpoint, polygon-rpc.com, asks for a key.
    rpcUrls: ["https://polygon-bor-rpc.publicnode.com", "https://polygon.drpc.org"],
    // A tip alone is 25 gwei or more, and 1,000 have been usual at times. A deployment then costs less than 20 POL.
    maxFeePerGasLimit: 2_000_000_000_000n,
    // Its feed is called MATIC / USD there, the coin's name of before.
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
    // It mines a block for each transaction, and is never reorganised.
    confirmations: 0,
    explorer: null,
    marketplace: null,
    rpcUrls: ["http://127.0.0.1:8545"],
    maxFeePerGasLimit: null,
    priceFeed: null,
  },
} as const satisfies Record<string, Network>;

export type NetworkName = keyof typeof networks;

/** The networks that others see too: all but the chain of `npm start`. */
export type LiveNetworkName = Exclude<NetworkName, "localhost">;

export function isNetworkName(name: string): name is NetworkName {
  return Object.hasOwn(networks, name);
}

/** In the table's order. */
export const networkNames = Object.keys(networks) as NetworkName[];

/** In the table's order. */
export const liveNetworkNames = networkNames.filter(
  (name): name is LiveNetworkName => name !== "localhost",
);

/** The configuration variable with the endpoint that tasks use, as in "MAINNET_RPC_URL". */
export function endpointVariable(network: string): string {
  return `${network.toUpperCase()}_RPC_URL`;
}

/** The configuration variable with the endpoint that tasks compare that one with, as in "MAINNET_SECOND_RPC_URL". */
export function secondEndpointVariable(network: string): string {
  return `${network.toUpperCase()}_SECOND_RPC_URL`;
}

/** @returns the coin of the row with this chain id; ether for a chain that is in no row, which is a trial's */
export function currencyOf(chainId: number): Currency {
  const found = networkNames.find((name) => networks[name].chainId === chainId);
  return found === undefined ? ether : networks[found].currency;
}
