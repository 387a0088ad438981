import type { createAppKit } from "@reown/appkit";

type Options = Parameters<typeof createAppKit>[0];

/**
 * Kit 1.7.4 refuses two ways of signing in after it has started in the background, as an unhandled rejection. This refuses
 * them before.
 * @throws if both are set
 */
export function refuseTwoSignIns({ siwx, siweConfig }: Pick<Options, "siwx" | "siweConfig">): void {
  if (siwx && siweConfig) throw new Error("Cannot set both `siweConfig` and `siwx` options");
}
