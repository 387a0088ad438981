import { settings } from "virtual:settings";
import { StrictMode } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { networks } from "../../networks.ts";
import { takeOver } from "./chain/primed-read.ts";
import { createTicketReader } from "./chain/reader.ts";
import { createTransport, post } from "./chain/transport.ts";
import { parseLink } from "./domain/link.ts";
import { MintPage } from "./mint/MintPage.tsx";
import type { MintPorts } from "./mint/mint-ticket.ts";
import "./styles.css";
import { createWallet } from "./wallet/wallet.ts";

const network = networks[settings.network];
const { ticketAddress, rpcUrls, projectId } = settings;

const transport = createTransport(rpcUrls, network.chainId, takeOver(window.primedRead, post));
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
const page = (
  <StrictMode>
    <MintPage
      link={parseLink(location.search)}
      network={network}
      ticketAddress={ticketAddress}
      wallet={wallet}
      ports={ports}
    />
  </StrictMode>
);
// A build is prerendered; the development server's page is not.
if (root.hasChildNodes()) hydrateRoot(root, page);
else createRoot(root).render(page);
