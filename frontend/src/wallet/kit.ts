import { walletFeatures } from "virtual:wallet-features";
import { getAddress } from "ethers";
import type { Chain } from "../../../networks.ts";
import { keepFocusInDialog } from "../../kit/dialog/dialog-focus.ts";
import { nameDialog } from "../../kit/dialog/dialog-names.ts";
import { keepRowsForDirectory } from "../../kit/dialog/kept-rows.ts";
import { reduceMotion } from "../../kit/dialog/less-motion.ts";
import { askDirectoryPatiently } from "../../kit/dialog/patient-directory.ts";
import { releaseClosedViews } from "../../kit/dialog/release-closed-views.ts";
import { offerTelephoneLink } from "../../kit/dialog/telephone-link.ts";
import { mendFeatures, mendRelay } from "../../kit/features/feature-fixes.ts";
import { guardAnnouncements } from "../../kit/guards/announcement-guard.ts";
import { allowCloud, installCloudGuard } from "../../kit/guards/cloud-guard.ts";
import { removeInvalidEntries } from "../../kit/guards/kit-storage.ts";
import { followOtherTabs } from "../../kit/guards/other-tabs.ts";
import { PatientEthersAdapter } from "../../kit/guards/patient-adapter.ts";
import { restoreEarly } from "../../kit/late/early-restoration.ts";
import { LateViews } from "../../kit/late/late-views.ts";
import { NAMESPACE } from "../../kit/namespace.ts";
import { OpenAppKit } from "../../kit/open-app-kit.ts";
import { boundAttestations } from "../../kit/relay/bounded-attestation.ts";
import { showQrCodeEarly } from "../../kit/relay/early-qr-code.ts";
import { connectToRelayOnce } from "../../kit/relay/one-relay-connection.ts";
import { showRelayAlerts } from "../../kit/relay/relay-alerts.ts";
import { makeAttemptsInterruptible } from "../../kit/relay/relay-retry.ts";
import { restoreRelaySession } from "../../kit/relay/restore-relay-session.ts";
import { nameUnapprovedSwitch } from "../../kit/relay/unapproved-switch.ts";
import { walletLink } from "../../kit/relay/wallet-link.ts";
import type { Eip1193Provider } from "../domain/mint/eip1193.ts";
import { kitWords } from "../domain/words/kit-words.ts";
import { announceInjectedWallet, INJECTED_RDNS } from "./announce-injected.ts";
import { appKitNetwork } from "./app-kit-network.ts";
import { importKitViews } from "./kit-imports.ts";
import { followColorScheme, kitTheme } from "./kit-theme.ts";
import { sessionMethods } from "./session-methods.ts";
import { lateRelay } from "./shared-relay.ts";
import { STORED_ADDRESS_KEY } from "./stored-address.ts";
import type { Kit, WalletState } from "./wallet.ts";

export interface KitSettings {
  readonly network: Chain;
  readonly rpcUrls: readonly string[];
  /** `null` only on a local chain, which has no WalletConnect and no AppKit cloud. */
  readonly projectId: string | null;
  readonly name: string;
  readonly description: string;
}

type KitOptions = ConstructorParameters<typeof OpenAppKit>[0];

type Adapter = NonNullable<KitOptions["adapters"]>[number];

type Features = NonNullable<KitOptions["features"]>;

type Account = Pick<
  Parameters<Parameters<OpenAppKit["subscribeAccount"]>[0]>[0],
  "address" | "isConnected" | "status"
>;

const SOCIALS: NonNullable<Exclude<Features["socials"], false>> = [
  "google",
  "x",
  "discord",
  "farcaster",
  "github",
  "apple",
  "facebook",
];

/** AppKit needs a project id to start, so a local chain uses this one. */
const NO_PROJECT_ID = "0".repeat(32);

export function createKit(settings: KitSettings, report: (state: WalletState) => void): Kit {
  const online = settings.projectId !== null;
  installGuards(online);
  const network = appKitNetwork(settings.network, settings.rpcUrls);
  let note: string | undefined;
  const adapter = new PatientEthersAdapter(() => {
    note = kitWords.permissionKept;
  });
  const modal = new OpenAppKit(optionsOf(settings, network, adapter));
  followColorScheme(modal);
  restoreEarly(modal, INJECTED_RDNS);
  const tryRelayAgain = online ? prepareRelay(modal) : null;
  followOtherTabs(modal, lateRelay);
  const views = new LateViews(async () => {
    const { mendViews } = await importKitViews();
    mendViews(tryRelayAgain);
  }, kitWords.partNotLoaded);

  let address: string | null = null;
  const tell = (account?: Account) => {
    const next = account?.address === undefined ? null : getAddress(account.address);
    // Specification, section 4: the dialog closes when the connected address changes.
    if (next !== address && modal.isOpen()) void modal.close();
    address = next;
    if (next !== null) allowCloud();
    // AppKit may report an address before it has the provider, or after it lost the provider.
    if (next !== null && modal.getProvider(NAMESPACE) !== undefined) {
      note = undefined;
      storeAddress(next);
      report({ status: "connected", address: next });
      // Loads the views for the account and for a wrong network.
      views.load().catch(() => undefined);
    } else if (account?.status === "connecting" || account?.status === "reconnecting") {
      report({ status: "connecting" });
    } else {
      storeAddress(null);
      report({ status: "disconnected", note });
    }
  };
  tell(modal.getAccount(NAMESPACE));
  modal.subscribeAccount(tell, NAMESPACE);

  /** Loads the code for the next clicks, after the list is painted. */
  async function loadRest(): Promise<void> {
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    await views.load();
    if (online) await lateRelay.start();
  }

  return {
    async open(view) {
      allowCloud();
      // A wallet may have been injected since the last announcement.
      if (view === "connect") window.dispatchEvent(new Event("eip6963:requestProvider"));
      await modal.open({
        view: view === "connect" ? "Connect" : "Account",
        namespace: NAMESPACE,
      });
      if (view === "account") return;
      loadRest().catch((error: unknown) => {
        // A later click retries, and shows a failure.
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
    getLink: () => walletLink(lateRelay.client),
    async recall(since) {
      const { recallAnswer } = await importKitViews();
      return await recallAnswer(lateRelay, since);
    },
  };
}

/** The page tries again if AppKit can't be created, and finds the guards in place. */
let isGuarded = false;

function installGuards(online: boolean): void {
  if (isGuarded) return;
  isGuarded = true;
  removeInvalidEntries();
  reduceMotion();
  const excluded = walletFeatures.excludedWallets;
  installCloudGuard({ reachable: online, excluded });
  guardAnnouncements(excluded);
  announceInjectedWallet();
  releaseClosedViews();
  keepFocusInDialog();
  nameDialog(kitWords.dialog);
  askDirectoryPatiently();
  if (online) void keepRowsForDirectory(kitWords.noMoreWallets);
  offerTelephoneLink(kitWords.telephone);
  mendFeatures(walletFeatures.enabled);
}

function optionsOf(
  settings: KitSettings,
  network: ReturnType<typeof appKitNetwork>,
  adapter: PatientEthersAdapter,
): KitOptions {
  const online = settings.projectId !== null;
  return {
    // AppKit's adapter does not match AppKit's type: an optional property may be `undefined`.
    adapters: [adapter as Adapter],
    networks: [network],
    defaultNetwork: network,
    customRpcUrls: {
      [`${NAMESPACE}:${settings.network.chainId}`]: settings.rpcUrls.map((url) => ({ url })),
    },
    projectId: settings.projectId ?? NO_PROJECT_ID,
    ...kitTheme(),
    metadata: {
      name: settings.name,
      description: settings.description,
      url: location.origin,
      icons: [new URL("favicon.svg", document.baseURI).href],
    },
    enableWalletConnect: online,
    allWallets: online ? "SHOW" : "HIDE",
    enableCoinbase: false,
    // With AppKit's own entry, a phone would list an injected wallet twice. `announceInjectedWallet` adds one.
    enableInjected: false,
    ...(walletFeatures.excludedWalletIds.length > 0 && {
      excludeWalletIds: [...walletFeatures.excludedWalletIds],
    }),
    universalProviderConfigOverride: {
      methods: { [NAMESPACE]: [...sessionMethods(walletFeatures.enabled)] },
    },
    enableNetworkSwitch: true,
    allowUnsupportedChain: false,
    features: features(),
    ...(walletFeatures.termsUrl !== null && { termsConditionsUrl: walletFeatures.termsUrl }),
    ...(walletFeatures.privacyUrl !== null && { privacyPolicyUrl: walletFeatures.privacyUrl }),
  };
}

/** @returns retries the relay's connection */
function prepareRelay(modal: OpenAppKit): () => void {
  let tryAgain = (): void => undefined;
  lateRelay.whenStarted((client) => {
    tryAgain = makeAttemptsInterruptible(client.client.core.relayer);
    showRelayAlerts(modal, client, kitWords.invalidProjectId);
    connectToRelayOnce(client);
    boundAttestations(client);
    mendRelay(client);
    nameUnapprovedSwitch(client);
    showQrCodeEarly(client);
  });
  restoreRelaySession(modal, lateRelay);
  return () => tryAgain();
}

/** Specification, section 1: wallets only. AppKit enables every unnamed feature by default. */
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
    ...(!signIn && { connectMethodsOrder: ["wallet"] }),
  };
}

function storeAddress(address: string | null): void {
  try {
    if (address === null) localStorage.removeItem(STORED_ADDRESS_KEY);
    else localStorage.setItem(STORED_ADDRESS_KEY, address);
  } catch {
    // The browser blocks storage, or it is full.
  }
}
