import { parseEther, sha256, ZeroAddress } from "ethers";
import { expect, it } from "vitest";
import { EndpointsFailed } from "../../frontend/src/chain/rpc/transport.ts";
import { asServed, servedCall } from "../../frontend/src/chain/rpc/vetting.ts";
import { createTicketReader } from "../../frontend/src/chain/sale/reader.ts";
import { chainId, provider, ticketAddress, transportFor } from "./support/local-chain.ts";

/** Computes the hash like `scripts/tasks/deploy/deploy.ts`. */
const recordedHash = async () => sha256(await provider.getCode(ticketAddress)).slice(2);

async function servedAt(address: string) {
  const { method, params } = servedCall(address);
  return asServed(await provider.send(method, [...params]));
}

it("trusts a node by its chain, its head and the recorded hash of the code", async () => {
  const priceWith = async (codeSha256: string) => {
    const reader = createTicketReader(transportFor(codeSha256), ticketAddress);
    return (await reader.readSale({ quantity: 1, affiliateCode: null })).quote.payable;
  };
  expect(await priceWith(await recordedHash())).toBe(parseEther("0.05"));
  await expect(priceWith("ab".repeat(32))).rejects.toThrow(EndpointsFailed);
});

it("the EVM tells the chain, the time of the newest block and the hash of the code", async () => {
  await provider.send("evm_mine", []);
  const block = await provider.getBlock("latest");
  const served = { chainId: BigInt(chainId), timestamp: BigInt(block?.timestamp ?? -1) };
  expect(await servedAt(ticketAddress)).toEqual({ ...served, codeSha256: await recordedHash() });
  expect(await servedAt(ZeroAddress)).toEqual({ ...served, codeSha256: sha256("0x").slice(2) });
});
