import { walletFeatures } from "virtual:wallet-features";
import { createAppKit } from "@reown/appkit";
import { getAddress } from "ethers";
import type { Chain } from "../../../networks.ts";
import type { Eip1193Provider } from "../domain/eip1193.ts";
import { kitWords } from "../domain/kit-words.ts";
import { announceInjectedWallet } from "./announce-injected.ts";
import { appKitNetwork, NAMESPACE } from "./app-kit-network.ts";
import { guardAnnouncements } from "./kit-fixes/announcement-guard.ts";
import { installCloudGuard } from "./kit-fixes/cloud-guard.ts";
import { removeInvalidEntries } from "./kit-fixes/kit-storage.ts";
import { LateViews } from "./kit-fixes/late-views.ts";
import { LeavingEthersAdapter } from "./kit-fixes/leaving-adapter.ts";
import { connectToRelayOnce } from "./kit-fixes/one-relay-connection.ts";
import { showRelayAlerts } from "./kit-fixes/relay-alerts.ts";
import { releaseClosedViews } from "./kit-fixes/release-closed-views.ts";
import { restoreRelaySession } from "./kit-fixes/restore-relay-session.ts";
import { acceptTypedReceivers } from "./kit-fixes/typed-receivers.ts";
import { importKitViews } from "./kit-imports.ts";
import { lateRelay } from "./late-relay.ts";
import type { Kit, WalletState } from "./wallet.ts";

export interface KitSettings {
  readonly network: Chain;
  readonly rpcUrls: readonly string[];
  /** `null` only on a local chain, where WalletConnect and the kit's cloud are off. */
  readonly projectId: string | null;
  readonly name: string;
  readonly description: string;
  /** A colour of CSS, for the dialog's buttons, links and marks. */
  readonly accent: string;
}

type Adapter = NonNullable<Parameters<typeof createAppKit>[0]["adapters"]>[number];

type Features = NonNullable<Parameters<typeof createAppKit>[0]["features"]>;

const SOCIALS: NonNullable<Exclude<Features["socials"], false>> = [
  "google",
  "x",
  "discord",
  "farcaster",
  "github",
  "apple",
  "facebook",
];

/** For a local chain without an id: the kit does not start without one. */
const NO_PROJECT_ID = "0".repeat(32);

/** Creates the kit, once, and reports the state of the visitor's wallet. */
export function createKit(settings: KitSettings, report: (state: WalletState) => void): Kit {
  removeInvalidEntries();
  installCloudGuard({ reachable: settings.projectId !== null });
  guardAnnouncements();
  announceInjectedWallet();
  releaseClosedViews();

  const network = appKitNetwork(settings.network, settings.rpcUrls);
  const online = settings.projectId !== null;
  const modal = createAppKit({
    // The kit's own adapter does not match its own type: an optional property may be `undefined`.
    adapters: [new LeavingEthersAdapter() as Adapter],
    networks: [network],
    defaultNetwork: network,
    customRpcUrls: {
      [`${NAMESPACE}:${settings.network.chainId}`]: settings.rpcUrls.map((url) => ({ url })),
    },
    projectId: settings.projectId ?? NO_PROJECT_ID,
    themeMode: matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light",
    themeVariables: { "--w3m-accent": settings.accent },
    metadata: {
      name: settings.name,
      description: settings.description,
      url: location.origin,
      icons: [new URL("favicon.svg", document.baseURI).href],
    },
    enableWalletConnect: online,
    allWallets: online ? "SHOW" : "HIDE",
    enableCoinbase: false,
    // `announceInjectedWallet` replaces it: on a telephone the wallet would be listed twice.
    enableInjected: false,
    ...(walletFeatures.excludedWalletIds.length > 0 && {
      excludeWalletIds: [...walletFeatures.excludedWalletIds],
    }),
    enableNetworkSwitch: true,
    allowUnsupportedChain: false,
    features: features(),
    ...(walletFeatures.termsUrl !== null && { termsConditionsUrl: walletFeatures.termsUrl }),
    ...(walletFeatures.privacyUrl !== null && { privacyPolicyUrl: walletFeatures.privacyUrl }),
  });

  if (online) {
    lateRelay.whenStarted((client) => {
      showRelayAlerts(modal, client);
      connectToRelayOnce(client);
    });
    restoreRelaySession(modal, lateRelay);
  }
  const views = new LateViews(importKitViews, kitWords.partNotLoaded);
  acceptTypedReceivers(modal);
  if (walletFeatures.enabled.includes("swaps")) void mendSwaps();

  let address: string | null = null;
  report({ status: "disconnected" });
  modal.subscribeAccount((account) => {
    const next = account.address === undefined ? null : getAddress(account.address);
    // Spec section 4: when the connected address changes, the modal is closed.
    if (next !== address && modal.isOpen()) void modal.close();
    address = next;
    if (account.isConnected && next !== null) {
      report({ status: "connected", address: next });
      // The account's, and the one for another network.
      views.load().catch(() => undefined);
    } else if (account.status === "connecting" || account.status === "reconnecting") {
      report({ status: "connecting" });
    } else {
      report({ status: "disconnected" });
    }
  }, NAMESPACE);

  /** What the visitor may press next, once the list is on the screen. */
  async function loadRest(): Promise<void> {
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    await views.load();
    if (online) await lateRelay.start();
  }

  return {
    async open(view) {
      await modal.open({
        view: view === "connect" ? "Connect" : "Account",
        namespace: NAMESPACE,
      });
      if (view === "account") return;
      loadRest().catch((error: unknown) => {
        // The press that needs it tries again, and the dialog says so.
        console.warn("A part of the wallet kit could not be loaded", error);
      });
    },
    async close() {
      await modal.close();
    },
    async switchNetwork() {
      await modal.switchNetwork(network);
    },
    getProvider: () => modal.getProvider<Eip1193Provider>(NAMESPACE) ?? null,
  };
}

/** Spec section 1: wallet only. Each feature is named, since the kit turns the others on by default. */
function features(): Features {
  const on = (name: (typeof walletFeatures.enabled)[number]) =>
    walletFeatures.enabled.includes(name);
  const signIn = on("email") || on("socials");
  return {
    email: on("email"),
    socials: on("socials") ? SOCIALS : false,
    swaps: on("swaps"),
    onramp: on("onramp"),
    send: on("send"),
    receive: on("receive"),
    history: on("history"),
    legalCheckbox: on("legalCheckbox"),
    analytics: on("analytics"),
    pay: false,
    // With more than one method the kit orders them itself: the wallet first if one is announced.
    ...(!signIn && { connectMethodsOrder: ["wallet"] }),
  };
}

/** Loaded separately, since it imports the kit's code for swaps. */
async function mendSwaps(): Promise<void> {
  const { formatSwapAmountsPlainly } = await import("./kit-fixes/swap-amounts.ts");
  formatSwapAmountsPlainly();
}
