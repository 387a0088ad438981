import { settings } from "virtual:settings";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { networks } from "../../networks.ts";
import { createTicketReader } from "./chain/reader.ts";
import { createTransport } from "./chain/transport.ts";
import { parseLink } from "./domain/link.ts";
import { MintPage } from "./mint/MintPage.tsx";
import type { MintPorts } from "./mint/mint-ticket.ts";
import "./styles.css";
import { createWallet } from "./wallet/wallet.ts";

const network = networks[settings.network];
const { ticketAddress, rpcUrls, projectId } = settings;

const transport = createTransport(rpcUrls, network.chainId);
const wallet = createWallet({
  network,
  rpcUrls,
  projectId,
  name: document.title,
  description: "5,000 homes on chain, minted here.",
});
const ports: MintPorts = {
  chainId: network.chainId,
  wallet,
  reader: createTicketReader(transport, ticketAddress),
  loadPurchaser: async () => {
    const { createPurchaser } = await import("./chain/purchase.ts");
    return createPurchaser(transport, ticketAddress, network.chainId);
  },
};

const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no #root");
createRoot(root).render(
  <StrictMode>
    <MintPage
      link={parseLink(location.search)}
      network={network}
      ticketAddress={ticketAddress}
      wallet={wallet}
      ports={ports}
    />
  </StrictMode>,
);
