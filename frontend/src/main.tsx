import { settings } from "virtual:settings";
import { StrictMode } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { networks } from "../../networks.ts";
import { createTransport } from "./chain/create-transport.ts";
import { post } from "./chain/post.ts";
import { takeOver } from "./chain/primed-read.ts";
import { createTicketReader } from "./chain/reader.ts";
import { parseLink } from "./domain/link.ts";
import { MintPage } from "./mint/MintPage.tsx";
import type { MintPorts } from "./mint/mint-ticket.ts";
import { createPendingStore } from "./mint/pending-store.ts";
import "./styles.css";
import { createWallet } from "./wallet/wallet.ts";

const network = networks[settings.network];
const { ticketAddress, codeSha256, rpcUrls, projectId } = settings;

const transport = createTransport(
  rpcUrls,
  { chainId: network.chainId, ticketAddress, codeSha256 },
  takeOver(window.primedRead, post),
);
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
  pendingStore: createPendingStore(network.chainId, ticketAddress),
  loadPurchaser: async () => {
    const { createPurchaser } = await import("./chain/purchase.ts");
    return createPurchaser(transport, ticketAddress, network.chainId);
  },
  confirmSale: async (order, signal) => {
    const { confirmSale } = await import("./chain/confirm-sale.ts");
    await confirmSale(transport.each(), ticketAddress, order, signal);
  },
  loadPictures: async (tokenIds) => {
    const { createPictureReader } = await import("./chain/pictures.ts");
    return createPictureReader(transport, ticketAddress)(tokenIds);
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
      phoneWallets={projectId !== null}
      ports={ports}
    />
  </StrictMode>
);
// A build is prerendered; the development server's page is not.
if (root.hasChildNodes()) hydrateRoot(root, page);
else createRoot(root).render(page);
