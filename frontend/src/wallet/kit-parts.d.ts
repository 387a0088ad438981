/** Made by `build/chunks/late-parts.ts` of the wallet kit. */
declare module "virtual:kit-relay" {
  // biome-ignore lint/plugin: an ambient module may not import by a relative path, and this is what its user expects
  export const UniversalProvider: import("../../kit/relay/late-relay.ts").RelayModule["UniversalProvider"];
}

declare module "virtual:kit-views" {
  export const mendViews: typeof import("./view-fixes.ts").mendViews;
  // biome-ignore lint/plugin: an ambient module may not import by a relative path, and this is what its user expects
  export const recallAnswer: typeof import("../../kit/relay/late-answers.ts").recallAnswer;
}

declare module "virtual:kit-ethers" {
  export { formatEther, JsonRpcProvider } from "ethers";
  export const EthersMethods: {
    signMessage(message: string, provider: unknown, address: string): Promise<string>;
    parseWalletCapabilities(capabilities: string): unknown;
  };
}
