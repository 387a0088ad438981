import type { ComponentProps, ReactElement } from "react";
import { networks } from "../../networks.ts";
import { fakeWallet } from "../../test/doubles/page/fake-wallet.ts";
import { parseLink } from "../src/domain/order/link.ts";
import { type CheckoutPorts, checkoutWith } from "../src/mint/checkout/Checkout.tsx";
import { MintPage } from "../src/mint/MintPage.tsx";
import { createMintStatus } from "../src/mint/purchases/mint-status.ts";
import { TICKET } from "./checkout-ports.ts";

type Props = ComponentProps<typeof MintPage>;

interface Parts extends Partial<Omit<Props, "link" | "reader">>, Pick<Props, "reader"> {
  /** The link's query. */
  readonly search?: string;
  /** Without them, the page has no checkout. */
  readonly ports?: CheckoutPorts;
}

/** The page on mainnet without a wallet, but for the given parts. */
export function pageOf({ search = "", ports, ...parts }: Parts): ReactElement {
  const mint = createMintStatus();
  const Part = ports === undefined ? () => null : checkoutWith(ports, mint);
  return (
    <MintPage
      link={parseLink(search)}
      network={networks.mainnet}
      ticketAddress={TICKET}
      wallet={fakeWallet({ status: "asleep" }).wallet}
      phoneWallets
      mint={mint}
      checkout={{ Part, preload: () => undefined }}
      resuming={() => false}
      {...parts}
    />
  );
}
