import { settings } from "virtual:settings";
import type { ComponentType } from "react";
import { confirmSale } from "./chain/confirm-sale.ts";
import type { TicketReader } from "./chain/reader.ts";
import type { FailoverTransport } from "./chain/transport.ts";
import { type CheckoutProps, checkoutWith } from "./mint/Checkout.tsx";
import { createPendingStore } from "./mint/pending-store.ts";
import type { Wallet } from "./wallet/wallet.ts";

interface World {
  readonly transport: FailoverTransport;
  readonly reader: TicketReader;
  readonly wallet: Wallet;
  readonly pendingKey: string;
}

/** Joins the checkout to the chain and the wallet; `main.tsx` loads all of it for those who are connected. */
export function createCheckout(world: World): ComponentType<CheckoutProps> {
  const { ticketAddress, network } = settings;
  const { transport, reader, wallet } = world;
  const { chainId } = network;
  return checkoutWith({
    chainId,
    wallet,
    reader,
    pendingStore: createPendingStore(world.pendingKey),
    confirmSale: (order, signal) => confirmSale(transport.each(), ticketAddress, order, signal),
    loadPurchaser: async () => {
      const { createPurchaser } = await import("./chain/purchase.ts");
      return createPurchaser(transport, ticketAddress, chainId);
    },
    loadPictures: async (tokenIds) => {
      const { createPictureReader } = await import("./chain/pictures.ts");
      return createPictureReader(transport, ticketAddress)(tokenIds);
    },
  });
}
