import { hasPriceFeed } from "virtual:has-price-feed";
import { saleOpens } from "virtual:sale-opens";
import { settings } from "virtual:settings";
import { type ComponentType, StrictMode } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { createTransport } from "./chain/rpc/create-transport.ts";
import { post } from "./chain/rpc/post.ts";
import { takeOver } from "./chain/sale/first-read.ts";
import { createTicketReader } from "./chain/sale/reader.ts";
import { parseLink } from "./domain/order/link.ts";
import { loadAhead } from "./load-ahead.ts";
import { MintPage } from "./mint/MintPage.tsx";
import type { TemplateName } from "./mint/order/prerendered-slots.ts";
import { createMintStatus } from "./mint/purchases/mint-status.ts";
import { unsettledKey } from "./mint/purchases/unsettled-key.ts";
import { hasStored } from "./platform/stored.ts";
import { lazyExtra, lazyPart } from "./ui/lazy-part.tsx";
import "./styles.css";
import { importKitViews, importRelay } from "./wallet/kit-imports.ts";
import { lookUpListFonts } from "./wallet/list-fonts.ts";
import { createWallet } from "./wallet/wallet.ts";

declare global {
  interface Window {
    /** Tells `start-guard.js` that the bundle runs. The development server has no guard. */
    pageStarts?(): void;
  }
}

const { network, ticketAddress, codeSha256, rpcUrls, projectId } = settings;
const { chainId } = network;

const transport = createTransport(
  rpcUrls,
  { chainId, ticketAddress, codeSha256 },
  takeOver(window.earlyRead, post),
);
const importKit = () => import("./create-kit.ts");
const importCheckout = () => import("./create-checkout.ts");
const importRefusal = () => import("./chain/sale/confirm-refusal.ts");
const importPurchase = () => import("./chain/purchase/purchase.ts");
const wallet = createWallet(importKit);
/** `carryRates` replaces the transport's `request` to add the price feed's call. */
const saleTransport = { ...transport };
const reader = createTicketReader(saleTransport, ticketAddress, async (...told) => {
  const { confirmRefusal } = await importRefusal();
  return await confirmRefusal(transport, ticketAddress, ...told);
});
const mint = createMintStatus();
const checkout = lazyPart(() =>
  importCheckout().then((module) => module.createCheckout({ transport, wallet, mint })),
);

// A click retries a failed load and shows its failure. The development server has no chunks to
// fetch.
const ahead = import.meta.env.PROD
  ? loadAhead(
      [importKit, importCheckout, importKitViews, importPurchase, importRelay],
      lookUpListFonts,
      wallet.prepare,
    ).catch(() => false)
  : Promise.resolve(true);
/** Loads a part after the first interaction, but not with Save-Data or on 2g. */
const late = <Props extends object>(
  create: (checkout: Awaited<ReturnType<typeof importCheckout>>) => ComponentType<Props>,
) => lazyExtra(async () => (await ahead) && create(await importCheckout()));
const nextTicket = late(({ createNextTicket }) => createNextTicket(transport));
const meant = late(({ createMeantCode }) => createMeantCode(reader));
const dollars =
  hasPriceFeed && late(({ createDollars }) => createDollars(saleTransport, transport));
const opening = saleOpens !== null && {
  opens: saleOpens,
  Note: lazyExtra(() =>
    import("./mint/sale/OpeningNote.tsx").then(
      ({ OpeningNote }) => OpeningNote,
      () => false,
    ),
  ),
};

// In a build, the inline script has read the address already. The development server has no inline
// script.
const link = import.meta.env.PROD ? window.mintLink : parseLink(location.search, location.hash);

/** React has emptied the page, so this shows a notice. */
function stop(error: unknown) {
  // Replaces `reportError`, which Chrome lacks before version 95.
  queueMicrotask(() => {
    throw error;
  });
  const notice = document.querySelector<HTMLTemplateElement>(
    "#stopped" satisfies `#${TemplateName}`,
  );
  if (notice !== null) root?.append(notice.content);
}

// `null` if another site frames the page, because the inline script removed it.
const root = document.getElementById("root");
if (root !== null && link !== undefined) {
  window.pageStarts?.();
  const page = (
    <MintPage
      link={link}
      network={network}
      ticketAddress={ticketAddress}
      wallet={wallet}
      phoneWallets={projectId !== null}
      reader={reader}
      mint={mint}
      checkout={checkout}
      nextTicket={nextTicket}
      dollars={dollars || null}
      meant={meant}
      opening={opening || null}
      resuming={() => hasStored(unsettledKey(chainId, ticketAddress))}
    />
  );
  // The development server's page is not prerendered.
  if (import.meta.env.PROD) hydrateRoot(root, page, { onUncaughtError: stop });
  else createRoot(root).render(<StrictMode>{page}</StrictMode>);
}
