/** Made by `build/settings/settings.ts` from the mode, the environment and the deployment record. */
declare module "virtual:settings" {
  export const ticketAddress: string;
  export const rpcUrls: readonly string[];
  export const settings: {
    // biome-ignore lint/plugin: an ambient module may not import by a relative path, and this is networks.ts
    readonly network: import("../../networks.ts").Chain;
    readonly ticketAddress: string;
    /** SHA-256 of the contract's code in hex; `null` when the address is no recorded deployment. */
    readonly codeSha256: string | null;
    readonly rpcUrls: readonly string[];
    /** `null` only on a local chain. */
    readonly projectId: string | null;
  };
}

/** Made by the same plugin from `VITE_SITE_URL`. */
declare module "virtual:site" {
  /** The addresses that are the page's own, the preferred one first; none if none is set. */
  export const siteUrls: readonly string[];
}

/** Made by the same plugin from `VITE_WALLET_FEATURES` and what belongs to it. */
declare module "virtual:wallet-features" {
  // biome-ignore lint/plugin: an ambient module may not import by a relative path, and this is the plugin's own type
  export const walletFeatures: import("../build/settings/wallet-features.ts").WalletFeatures;
}

/** Made by the same plugin from `VITE_PICTURES_URL`. */
declare module "virtual:pictures" {
  /** Where a folder of pictures is read from, with a slash at its end; `null` if none is set. */
  export const picturesUrl: string | null;
}

/** Made by the same plugin from the network and `VITE_PRICE_FEED`. */
declare module "virtual:price-feed" {
  /** The address of the feed that tells the coin's price in US dollars; `null` if there is none. */
  export const priceFeed: string | null;
}

/** Made by the same plugin: what the first load knows of it. */
declare module "virtual:has-price-feed" {
  export const hasPriceFeed: boolean;
}

/** Made by the same plugin from `VITE_HELP_URL` and `VITE_SUPPORT_URL`. */
declare module "virtual:help" {
  // biome-ignore lint/plugin: an ambient module may not import by a relative path, and this is the page's own type
  export const helpLinks: import("./mint/HelpFooter.tsx").HelpLinks;
}

/** Made by the same plugin from `VITE_SALE_OPENS`. */
declare module "virtual:sale-opens" {
  /** When the sale is to open, in milliseconds since 1970; `null` if it is not set. */
  export const saleOpens: number | null;
}

/** Made by `build/page/static-page.ts` for the inline primer. */
declare module "virtual:first-reads" {
  // biome-ignore lint/plugin: an ambient module may not import by a relative path, and this is the page's own type
  export const reads: import("./chain/sale/first-read.ts").FirstReads | null;
}
