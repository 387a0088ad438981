import { readUrl } from "./read-url.ts";

/** AppKit's names. The specification (section 1) turns all of these features off. */
export const WALLET_FEATURES = [
  "email",
  "socials",
  "swaps",
  "onramp",
  "send",
  "receive",
  "history",
  "legalCheckbox",
  "analytics",
] as const;

export type WalletFeature = (typeof WALLET_FEATURES)[number];

export interface WalletFeatures {
  readonly enabled: readonly WalletFeature[];
  /** The documents of `legalCheckbox`, at least one if it is on. */
  readonly termsUrl: string | null;
  readonly privacyUrl: string | null;
  /** Wallets that the list omits, by their ids in the provider's directory. */
  readonly excludedWalletIds: readonly string[];
  /** The excluded wallets' announced rdns and names, in lower case. */
  readonly excludedWallets: { readonly rdns: readonly string[]; readonly names: readonly string[] };
}

/** Reads `VITE_WALLET_FEATURES`. An invalid combination fails the build. */
export function readWalletFeatures(
  env: Readonly<Record<string, string>>,
  projectId: string | null,
): WalletFeatures {
  const names = (env.VITE_WALLET_FEATURES ?? "").split(",").map((name) => name.trim());
  const enabled = names.filter((name) => name !== "");
  for (const name of enabled) {
    if (!isWalletFeature(name)) {
      throw new Error(
        `VITE_WALLET_FEATURES has an unknown name: ${name}. ` +
          `Known, separated by commas: ${WALLET_FEATURES.join(", ")}`,
      );
    }
  }
  const termsUrl = readUrl("VITE_TERMS_URL", env.VITE_TERMS_URL);
  const privacyUrl = readUrl("VITE_PRIVACY_URL", env.VITE_PRIVACY_URL);
  const features = {
    enabled: WALLET_FEATURES.filter((name) => enabled.includes(name)),
    termsUrl,
    privacyUrl,
    ...readExcludedWallets(env.VITE_EXCLUDED_WALLETS),
  };
  if (enabled.length > 0 && projectId === null) {
    throw new Error(
      "VITE_WALLET_FEATURES needs a wallet project: they all run on the kit's own servers. " +
        "Set VITE_REOWN_PROJECT_ID to its id, from https://cloud.reown.com.",
    );
  }
  // AppKit shows no checkbox without a document to agree to.
  if (enabled.includes("legalCheckbox") && termsUrl === null && privacyUrl === null) {
    throw new Error(
      "VITE_WALLET_FEATURES has legalCheckbox, which needs VITE_TERMS_URL, VITE_PRIVACY_URL or both.",
    );
  }
  return features;
}

export function showForeignPictures({ enabled }: WalletFeatures): boolean {
  return enabled.some((name) => !["receive", "legalCheckbox", "analytics"].includes(name));
}

const WALLET_ID = /^[0-9a-f]{64}$/;
const RDNS = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/i;
const WALLET_NAME = /^name:\s*(\S.{0,39})$/;

/** Reads `VITE_EXCLUDED_WALLETS`: ids, rdns, and names after `name:`. */
function readExcludedWallets(
  list: string | undefined,
): Pick<WalletFeatures, "excludedWalletIds" | "excludedWallets"> {
  const ids: string[] = [];
  const rdns: string[] = [];
  const names: string[] = [];
  for (const entry of (list ?? "").split(",").map((text) => text.trim())) {
    const name = WALLET_NAME.exec(entry)?.[1];
    if (entry === "") continue;
    else if (name !== undefined) names.push(name.toLowerCase());
    else if (WALLET_ID.test(entry)) ids.push(entry);
    else if (RDNS.test(entry)) rdns.push(entry.toLowerCase());
    else {
      throw new Error(
        `VITE_EXCLUDED_WALLETS has an invalid wallet: ${entry}. ` +
          "A wallet is excluded by its id, 64 hex digits in the directory at " +
          "https://walletguide.walletconnect.network, by its rdns, such as com.example.wallet, " +
          "or by its name of at most 40 characters, such as name:Example Wallet.",
      );
    }
  }
  return { excludedWalletIds: ids, excludedWallets: { rdns, names } };
}

function isWalletFeature(name: string): name is WalletFeature {
  return (WALLET_FEATURES as readonly string[]).includes(name);
}
