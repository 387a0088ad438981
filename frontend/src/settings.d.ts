/** Made by `vite-plugins/settings.ts` from the mode, the environment and the deployment record. */
declare module "virtual:settings" {
  export const settings: {
    readonly network: import("../../networks.ts").NetworkName;
    readonly ticketAddress: string;
    readonly rpcUrls: readonly string[];
    /** `null` only on a local chain. */
    readonly projectId: string | null;
  };
}
