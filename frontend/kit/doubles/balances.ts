import { type Balance, USDC } from "./cloud-state.ts";

export const ETHER_BALANCE: Balance = {
  name: "Ethereum",
  symbol: "ETH",
  chainId: "eip155:1",
  value: 3_000,
  price: 2_000,
  quantity: { decimals: "18", numeric: "1.5" },
  iconUrl: "https://tokens.example/eth.png",
};

export const DOLLAR_BALANCE: Balance = {
  name: "USD Coin",
  symbol: "USDC",
  chainId: "eip155:1",
  address: USDC,
  value: 250.25,
  price: 1,
  quantity: { decimals: "6", numeric: "250.25" },
  iconUrl: "https://tokens.example/usdc.png",
};
