import { ConnectButton, getDefaultConfig, RainbowKitProvider } from "@rainbow-me/rainbowkit";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { formatEther, parseAbi } from "viem";
import { http, useAccount, useReadContract, useWriteContract, WagmiProvider } from "wagmi";
import { mainnet } from "wagmi/chains";
import "@rainbow-me/rainbowkit/styles.css";

/** A mint page by RainbowKit's guide. */
const { VITE_RPC_URL, VITE_TICKET_ADDRESS, VITE_PROJECT_ID } = import.meta.env;

const config = getDefaultConfig({
  appName: "Mint with RainbowKit",
  projectId: VITE_PROJECT_ID,
  chains: [mainnet],
  transports: { [mainnet.id]: http(VITE_RPC_URL) },
});
const ticket = {
  address: VITE_TICKET_ADDRESS,
  abi: parseAbi([
    "function getPriceForQuantity(uint256 quantity) view returns (uint256)",
    "function buyTicket(address to, uint256 quantity) payable",
  ]),
} as const;

function Mint() {
  const { address } = useAccount();
  const { writeContract } = useWriteContract();
  const { data: price } = useReadContract({
    ...ticket,
    functionName: "getPriceForQuantity",
    args: [1n],
  });
  const mint = () => {
    if (address === undefined) return;
    writeContract({ ...ticket, functionName: "buyTicket", args: [address, 1n], value: price });
  };
  return (
    <main>
      <h1>Mint a ticket</h1>
      <p>{price === undefined ? "Loading the price…" : `${formatEther(price)} ETH`}</p>
      <ConnectButton />
      <button type="button" disabled={address === undefined || price === undefined} onClick={mint}>
        Mint
      </button>
    </main>
  );
}

const root = document.getElementById("root");
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <WagmiProvider config={config}>
        <QueryClientProvider client={new QueryClient()}>
          <RainbowKitProvider>
            <Mint />
          </RainbowKitProvider>
        </QueryClientProvider>
      </WagmiProvider>
    </StrictMode>,
  );
}
