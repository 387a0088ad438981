import path from "node:path";
import { readPageEnv } from "../../../scripts/shared/site-url.ts";
import { networkOf } from "../settings/settings.ts";
import { readWalletFeatures, type WalletFeature } from "../settings/wallet-features.ts";

const ROOT = path.resolve(import.meta.dirname, "../../..");

export function enabledFeatures(mode: string): readonly WalletFeature[] {
  const env = readPageEnv(networkOf(mode), ROOT);
  return readWalletFeatures(env, env.VITE_REOWN_PROJECT_ID || null).enabled;
}
