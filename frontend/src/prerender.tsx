import { hasPriceFeed } from "virtual:has-price-feed";
import { helpLinks } from "virtual:help";
import { picturesUrl } from "virtual:pictures";
import { settings } from "virtual:settings";
import { walletFeatures } from "virtual:wallet-features";
import type { ComponentProps } from "react";
import { renderToString } from "react-dom/server";
import { type FirstReads, firstReads } from "./chain/sale/first-read.ts";
import { HelpFooter } from "./mint/HelpFooter.tsx";
import { Hero } from "./mint/Hero.tsx";
import { MintPage } from "./mint/MintPage.tsx";
import { AffiliateLine } from "./mint/order/AffiliateLine.tsx";
import { type TemplateName, withSlots } from "./mint/order/prerendered-slots.ts";
import { CopyNotice, FramedNotice } from "./mint/order/WhereaboutsNotices.tsx";
import { createMintStatus } from "./mint/purchases/mint-status.ts";
import { StartNotice } from "./mint/StartNotice.tsx";
import type { Wallet } from "./wallet/wallet.ts";

/** Renders the page before the chain and the wallet have answered. */

const nothing = () => new Promise<never>(() => undefined);

const wallet: Wallet = {
  getState: () => ({ status: "asleep" }),
  subscribe: () => () => undefined,
  warm: () => undefined,
  connect: nothing,
  cancelConnect: () => undefined,
  showAccount: nothing,
  switchNetwork: nothing,
  getLink: () => null,
  recall: async () => null,
  getProvider: () => null,
};

export interface Prerendered {
  readonly page: string;
  readonly footer: string;
  readonly noScript: string;
  /** Templates that the inline script, the start guard and the bundle show. */
  readonly templates: string;
  readonly firstReads: FirstReads | null;
  readonly rpcUrls: readonly string[];
  readonly picturesUrl: string | null;
  readonly walletFeatures: typeof walletFeatures;
}

/** @param oldestBrowsers browserslist's names of the oldest supported browsers */
export function prerender(
  oldestBrowsers: ComponentProps<typeof StartNotice>["oldestBrowsers"],
): Prerendered {
  const { network, ticketAddress } = settings;
  const notice = { network, ticketAddress, oldestBrowsers };
  const page = renderToString(
    <MintPage
      link={{ affiliate: { kind: "none" }, written: null, card: null }}
      network={network}
      ticketAddress={ticketAddress}
      wallet={wallet}
      phoneWallets={settings.projectId !== null}
      reader={{ readSale: nothing }}
      mint={createMintStatus()}
      checkout={{ Part: () => null, preload: () => undefined }}
      dollars={hasPriceFeed ? () => null : null}
      resuming={() => false}
    />,
  );
  const affiliate = (code: string | null) => {
    const line = renderToString(
      <AffiliateLine
        affiliate={code === null ? { kind: "malformed", shown: "" } : { kind: "code", code: "" }}
        active={code === null ? false : null}
        discount={null}
        disabled={false}
        onLeaveOut={() => undefined}
      />,
    );
    return withSlots(line, "affiliate-code");
  };
  const startNotice = (cause: "failed" | "late" | "stopped" | "no-script") =>
    renderToString(<StartNotice cause={cause} {...notice} />);
  const templates: Readonly<Record<TemplateName, string>> = {
    affiliate: affiliate("code"),
    "malformed-affiliate": affiliate(null),
    framed: withSlots(renderToString(<FramedNotice />), "own-address"),
    copy: withSlots(renderToString(<CopyNotice />), "own-address"),
    "start-failed": startNotice("failed"),
    "start-late": startNotice("late"),
    stopped: renderToString(
      <main className="page">
        <Hero />
        <StartNotice cause="stopped" {...notice} />
      </main>,
    ),
  };
  return {
    page: withSlots(page, "summary", "price"),
    footer: renderToString(<HelpFooter {...helpLinks} />),
    noScript: startNotice("no-script"),
    templates: Object.entries(templates)
      .map(([name, html]) => `<template id="${name}">${html}</template>`)
      .join(""),
    firstReads: firstReads(settings),
    rpcUrls: settings.rpcUrls,
    picturesUrl,
    walletFeatures,
  };
}
