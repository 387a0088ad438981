export interface CloudState {
  projects: string[];
  allowedOrigins: string[];
  analytics: boolean;
  wallets: WalletListing[];
  supportedChains: string[];
  identity: { name: string | null; avatar: string | null };
  balances: Balance[];
  history: Map<string, HistoryPage>;
  swapTokens: SwapToken[];
  /** Prices in US dollars, by CAIP-10 address in lower case. */
  prices: Map<string, number>;
  allowances: Map<string, string>;
  gasPrice: string;
  exchange: { address: string; data: string; gas: string };
  names: Map<string, RegisteredName>;
  /** `null` by default, because the real servers have no such path. */
  onrampOptions: unknown;
  onrampQuote: unknown;
}

export interface WalletListing {
  readonly id: string;
  readonly name: string;
  readonly homepage: string;
  readonly image_id: string;
  readonly order: number;
  readonly chains: readonly string[];
  readonly mobile_link: string | null;
  readonly desktop_link: string | null;
  readonly webapp_link: string | null;
  readonly app_store: string | null;
  readonly play_store: string | null;
  readonly rdns: string | null;
  readonly chrome_store: string | null;
  readonly injected: readonly { readonly namespace: string; readonly injected_id: string }[] | null;
  readonly badge_type?: "none" | "certified";
}

export interface Balance {
  readonly name: string;
  readonly symbol: string;
  readonly chainId: string;
  /** CAIP-10; a native coin has none. */
  readonly address?: string;
  readonly value: number;
  readonly price: number;
  readonly quantity: { readonly decimals: string; readonly numeric: string };
  readonly iconUrl: string;
}

export interface HistoryPage {
  readonly data: readonly HistoryTransaction[];
  readonly next: string | null;
}

export interface HistoryTransaction {
  readonly id: string;
  readonly metadata: {
    readonly operationType: string;
    readonly hash: string;
    readonly minedAt: string;
    readonly sentFrom: string;
    readonly sentTo: string;
    readonly status: string;
    readonly nonce: number;
    readonly application: { readonly name: string | null; readonly iconUrl: string | null };
    readonly chain: string;
  };
  readonly transfers: readonly HistoryTransfer[] | null;
}

export interface HistoryTransfer {
  readonly fungible_info?: {
    readonly name: string;
    readonly symbol: string;
    readonly icon: { readonly url: string } | null;
  };
  readonly nft_info?: {
    readonly name: string;
    readonly content: null;
    readonly flags: { readonly is_spam: boolean };
  };
  readonly direction: "in" | "out" | "self";
  readonly quantity: { readonly numeric: string };
  readonly value: number | null;
  readonly price: number | null;
}

export interface SwapToken {
  readonly name: string;
  readonly symbol: string;
  readonly address: string;
  readonly decimals: number;
  readonly logoUri: string | null;
  readonly eip2612: boolean | null;
}

export interface RegisteredName {
  readonly name: string;
  readonly registered_at: string;
  readonly updated_at: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** Addresses by ENSIP-11 coin type. */
  readonly addresses: Readonly<Record<string, { address: string; created_at: string | null }>>;
}

export const ETHER = "eip155:1:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee";
export const USDC = "eip155:1:0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48";

export function createCloudState(projectId: string): CloudState {
  return {
    projects: [projectId],
    allowedOrigins: [],
    analytics: false,
    wallets: ["Alder", "Birch", "Cedar", "Damson", "Elder", "Fir"].map(walletListing),
    supportedChains: ["eip155:1", "eip155:8453", "eip155:11155111"],
    identity: { name: null, avatar: null },
    balances: [],
    history: new Map([["", { data: [], next: null }]]),
    swapTokens: [
      {
        name: "Ether",
        symbol: "ETH",
        address: ETHER,
        decimals: 18,
        logoUri: "https://tokens.example/eth.png",
        eip2612: false,
      },
      {
        name: "USD Coin",
        symbol: "USDC",
        address: USDC,
        decimals: 6,
        logoUri: "https://tokens.example/usdc.png",
        eip2612: true,
      },
    ],
    prices: new Map([
      [ETHER, 2_000],
      [USDC, 1],
    ]),
    allowances: new Map(),
    gasPrice: "2000000000",
    exchange: {
      address: "eip155:1:0x111111125421ca6dc452d289314280a0f8842a65",
      data: "0x07ed2379",
      gas: "180000",
    },
    names: new Map(),
    onrampOptions: null,
    onrampQuote: null,
  };
}

export function walletListing(name: string, order: number): WalletListing {
  const lower = name.toLowerCase();
  return {
    id: Buffer.from(lower.padEnd(32, "-")).toString("hex"),
    name: `${name} Wallet`,
    homepage: `https://${lower}.example/`,
    image_id: `image-of-${lower}`,
    order,
    chains: ["eip155:1"],
    mobile_link: `${lower}://`,
    desktop_link: null,
    webapp_link: null,
    app_store: null,
    play_store: null,
    rdns: `example.${lower}`,
    chrome_store: null,
    injected: null,
  };
}
