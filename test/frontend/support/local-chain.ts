import { JsonRpcProvider } from "ethers";
import { afterAll, beforeAll, inject } from "vitest";
import { createTransport } from "../../../frontend/src/chain/rpc/create-transport.ts";
import { networks } from "../../../networks.ts";

export const rpcUrl = inject("rpcUrl");
export const ticketAddress = inject("ticketAddress");
export const { chainId } = networks.localhost;

export const provider = new JsonRpcProvider(rpcUrl, undefined, { cacheTimeout: -1 });
provider.pollingInterval = 20;

export const transport = createTransport([rpcUrl], { chainId, ticketAddress, codeSha256: null });

/** The files share a chain, so each leaves it as it was. */
let snapshot: string;
beforeAll(async () => {
  snapshot = await provider.send("evm_snapshot", []);
});
afterAll(async () => {
  await provider.send("evm_revert", [snapshot]);
  provider.destroy();
});
