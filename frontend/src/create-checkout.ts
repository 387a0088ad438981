import { picturesUrl } from "virtual:pictures";
import { settings } from "virtual:settings";
import type { ComponentType } from "react";
import type { FailoverTransport } from "./chain/rpc/transport.ts";
import { type CheckoutPorts, type CheckoutProps, checkoutWith } from "./mint/checkout/Checkout.tsx";
import type { OwnedMintStatus } from "./mint/checkout/mint-status.ts";
import type { PurchaseKeys } from "./mint/checkout/purchase-keys.ts";
import { createPurchaseStore } from "./mint/checkout/purchase-store.ts";
import { inOneTab } from "./platform/one-tab.ts";
import type { Wallet } from "./wallet/wallet.ts";

interface World {
  readonly transport: FailoverTransport;
  readonly wallet: Wallet;
  readonly purchaseKeys: PurchaseKeys;
  readonly mint: OwnedMintStatus;
}

/** Joins the checkout to the chain and the wallet; `main.tsx` loads all of it for those who are connected. */
export function createCheckout(world: World): ComponentType<CheckoutProps> {
  const { ticketAddress, network } = settings;
  const { transport, wallet, purchaseKeys, mint } = world;
  const { chainId, currency, confirmations } = network;
  const ports: CheckoutPorts = {
    chainId,
    currencySymbol: currency.symbol,
    wallet,
    purchases: createPurchaseStore(purchaseKeys),
    exclusively: (task) => inOneTab(purchaseKeys.unsettled, task),
    loadPurchaser: async () => {
      const { createPurchaser } = await import("./chain/purchase/purchase.ts");
      return createPurchaser(transport, ticketAddress, chainId, confirmations);
    },
    loadRecipients: async () => {
      const { createRecipients } = await import("./chain/purchase/recipients.ts");
      return createRecipients(transport, ticketAddress, chainId === 1);
    },
    loadPictures: async (tokenIds) => {
      const { createPictureReader } = await import("./chain/purchase/pictures.ts");
      return createPictureReader(transport, ticketAddress, picturesUrl)(tokenIds);
    },
  };
  return checkoutWith(ports, mint);
}
