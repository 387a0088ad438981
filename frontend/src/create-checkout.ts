import { picturesUrl } from "virtual:pictures";
import { priceFeed } from "virtual:price-feed";
import { settings } from "virtual:settings";
import { siteUrls } from "virtual:site";
import type { ComponentType } from "react";
import type { FailoverTransport, Transport } from "./chain/rpc/transport.ts";
import { carryRates } from "./chain/sale/rates.ts";
import { createFirstRow } from "./chain/tickets/first-row.ts";
import { createHeldTickets } from "./chain/tickets/held-tickets.ts";
import { createPicturesAhead } from "./chain/tickets/pictures-ahead.ts";
import type { UnsoldTickets } from "./chain/tickets/unsold-tickets.ts";
import { linkTo } from "./domain/order/own-link.ts";
import { type CheckoutPorts, type CheckoutProps, checkoutWith } from "./mint/checkout/Checkout.tsx";
import { type DollarsProps, dollarsWith } from "./mint/order/Dollars.tsx";
import { meantCodeWith } from "./mint/order/MeantCode.tsx";
import type { OwnedMintStatus } from "./mint/purchases/mint-status.ts";
import { createPurchaseJournal } from "./mint/purchases/purchase-journal.ts";
import { unsettledKey } from "./mint/purchases/unsettled-key.ts";
import { type NextTicketProps, nextTicketWith } from "./mint/tickets/NextTicket.tsx";
import { inOneTab } from "./platform/one-tab.ts";
import { lazyPart } from "./ui/lazy-part.tsx";
import type { Wallet } from "./wallet/wallet.ts";

interface World {
  readonly transport: FailoverTransport;
  readonly wallet: Wallet;
  readonly mint: OwnedMintStatus;
}

export function createCheckout(world: World): ComponentType<CheckoutProps> {
  const { ticketAddress, network } = settings;
  const { transport, wallet, mint } = world;
  const { chainId, currency, confirmations } = network;
  // Only Ethereum's mainnet has ENS.
  const hasNames = chainId === 1;
  const key = unsettledKey(chainId, ticketAddress);
  const firstRow = createFirstRow(transport, ticketAddress);
  const loadPictures = async (tokenIds: readonly bigint[]) => {
    const { createPictureReader } = await import("./chain/tickets/pictures.ts");
    return createPictureReader(transport, ticketAddress, picturesUrl, firstRow.take)(tokenIds);
  };
  const held = createHeldTickets(transport, ticketAddress);
  const ports: CheckoutPorts = {
    chainId,
    currencySymbol: currency.symbol,
    wallet,
    purchases: createPurchaseJournal(key),
    exclusively: (task) => inOneTab(key, task),
    loadPurchaser: async () => {
      const { createPurchaser } = await import("./chain/purchase/purchase.ts");
      return createPurchaser(transport, ticketAddress, chainId, confirmations);
    },
    pictures: createPicturesAhead(() => loadUnsold(transport), loadPictures),
    tickets: {
      held: {
        ...held,
        find(account, signal) {
          const found = held.find(account, signal);
          firstRow.expect(account);
          return found;
        },
      },
      loadPictures,
      gallery: lazyPart(() =>
        import("./mint/tickets/TicketGallery.tsx").then(({ TicketGallery }) => TicketGallery),
      ),
      ticketAddress,
      getProvider: wallet.getProvider,
      linkTo: (affiliateCode) => linkTo(siteUrls[0] ?? location.href, affiliateCode),
    },
    loadRecipients: async () => {
      const { createRecipients } = await import("./chain/names/recipients.ts");
      return createRecipients(transport, ticketAddress, hasNames);
    },
    readAccountName: hasNames
      ? async (account, signal) => {
          const { readAccountName } = await import("./chain/names/account-name.ts");
          return await readAccountName(transport, account, signal);
        }
      : null,
  };
  return checkoutWith(ports, mint);
}

/**
 * This function, `meantCodeWith` and `createDollars` are in this chunk, because another `import()`
 * would add bytes to the first load.
 */
export function createNextTicket(transport: Transport): ComponentType<NextTicketProps> {
  let renderer: Promise<string> | null = null;
  const read = async (tokenId: bigint) => {
    const unsold = await loadUnsold(transport);
    renderer ??= unsold.renderer();
    try {
      return (await unsold.picture(await renderer, tokenId))?.image ?? null;
    } catch (error) {
      renderer = null;
      throw error;
    }
  };
  return nextTicketWith((tokenId) => {
    // The owner may have replaced the renderer.
    renderer = null;
    return read(tokenId);
  }, read);
}

async function loadUnsold(transport: Transport): Promise<UnsoldTickets> {
  const { createUnsoldTickets } = await import("./chain/tickets/unsold-tickets.ts");
  return createUnsoldTickets(transport, settings.ticketAddress);
}

export { meantCodeWith as createMeantCode };

export function createDollars(
  sale: Pick<Transport, "request">,
  transport: Transport,
): ComponentType<DollarsProps> {
  if (priceFeed === null) throw new Error("There is no price feed");
  const { symbol } = settings.network.currency;
  return dollarsWith(carryRates(sale, transport, { address: priceFeed, symbol }));
}
