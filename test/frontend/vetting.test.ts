import { sha256, ZeroAddress } from "ethers";
import { expect, it } from "vitest";
import { asServed, servedCall } from "../../frontend/src/chain/rpc/vetting.ts";
import { chainId, provider, ticketAddress } from "./support/local-chain.ts";

async function servedAt(address: string) {
  const { method, params } = servedCall(address);
  return asServed(await provider.send(method, [...params]));
}

it("the EVM tells the chain, the time of the newest block and the hash of the code", async () => {
  await provider.send("evm_mine", []);
  const block = await provider.getBlock("latest");
  const served = { chainId: BigInt(chainId), timestamp: BigInt(block?.timestamp ?? -1) };
  // Computes the hash like `scripts/tasks/deploy/deploy.ts`.
  const codeSha256 = sha256(await provider.getCode(ticketAddress)).slice(2);
  expect(await servedAt(ticketAddress)).toEqual({ ...served, codeSha256 });
  expect(await servedAt(ZeroAddress)).toEqual({ ...served, codeSha256: sha256("0x").slice(2) });
});
