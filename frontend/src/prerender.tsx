import { settings } from "virtual:settings";
import { walletFeatures } from "virtual:wallet-features";
import { renderToString } from "react-dom/server";
import { createMintStatus } from "./mint/checkout/mint-status.ts";
import { MintPage } from "./mint/MintPage.tsx";
import { AffiliateLine } from "./mint/order/AffiliateLine.tsx";
import { CopyNotice, FramedNotice } from "./mint/order/WhereaboutsNotices.tsx";
import type { Wallet } from "./wallet/wallet.ts";

/** Runs at build: the page as it is before anybody has answered anything. */

const nothing = () => new Promise<never>(() => undefined);

const wallet: Wallet = {
  getState: () => ({ status: "asleep" }),
  subscribe: () => () => undefined,
  warm: () => undefined,
  connect: nothing,
  cancelConnect: () => undefined,
  showAccount: nothing,
  switchNetwork: nothing,
  getProvider: () => null,
};

export interface Prerendered {
  readonly page: string;
  /** What the primer shows when the link has a code, in a frame, and on a copy. */
  readonly templates: string;
  /** Endpoints that the page will ask. */
  readonly rpcUrls: readonly string[];
  /** What the wallet kit will be able to do. */
  readonly walletFeatures: typeof walletFeatures;
}

export function prerender(): Prerendered {
  const { network } = settings;
  const page = renderToString(
    <MintPage
      link={{ affiliate: { kind: "none" }, card: null }}
      network={network}
      ticketAddress={settings.ticketAddress}
      wallet={wallet}
      phoneWallets={settings.projectId !== null}
      reader={{ readSale: nothing }}
      mint={createMintStatus()}
      checkout={{ Part: () => null, preload: () => undefined }}
      resuming={() => false}
    />,
  );
  const affiliate = (code: string | null) =>
    renderToString(
      <AffiliateLine
        affiliate={code === null ? { kind: "malformed", shown: "" } : { kind: "code", code: "" }}
        active={code === null ? false : null}
        onLeaveOut={() => undefined}
      />,
    );
  const templates =
    `<template id="affiliate">${affiliate("code")}</template>` +
    `<template id="malformed-affiliate">${affiliate(null)}</template>` +
    `<template id="framed">${renderToString(<FramedNotice />)}</template>` +
    `<template id="copy">${renderToString(<CopyNotice />)}</template>`;
  // The hint for the picture that React puts first stands nowhere in the page that takes over.
  return {
    page: page.replace(/^<link[^>]*>/, ""),
    templates,
    rpcUrls: settings.rpcUrls,
    walletFeatures,
  };
}
