import { JsonRpcProvider, parseEther, sha256, ZeroAddress } from "ethers";
import { afterAll, expect, inject, it } from "vitest";
import { createTransport } from "../../frontend/src/chain/rpc/create-transport.ts";
import { EndpointsFailed } from "../../frontend/src/chain/rpc/transport.ts";
import { asServed, servedCall } from "../../frontend/src/chain/rpc/vetting.ts";
import { createTicketReader } from "../../frontend/src/chain/sale/reader.ts";
import { networks } from "../../networks.ts";

const rpcUrl = inject("rpcUrl");
const ticketAddress = inject("ticketAddress");
const { chainId } = networks.localhost;
const provider = new JsonRpcProvider(rpcUrl, undefined, { cacheTimeout: -1 });

afterAll(() => provider.destroy());

/** Computes the hash like `scripts/tasks/deploy/deploy.ts`. */
const recordedHash = async () => sha256(await provider.getCode(ticketAddress)).slice(2);

async function servedAt(address: string) {
  const { method, params } = servedCall(address);
  const result = await provider.send(method, [...params]);
  return asServed(result);
}

async function readWith(codeSha256: string) {
  const transport = createTransport([rpcUrl], { chainId, ticketAddress, codeSha256 });
  return await createTicketReader(transport, ticketAddress).readSale({
    quantity: 1,
    affiliateCode: null,
  });
}

it("trusts a node by its chain, its head and the recorded hash of the code", async () => {
  expect((await readWith(await recordedHash())).quote.payable).toBe(parseEther("0.05"));
});

it("reads nothing from a node with other code at the address", async () => {
  await expect(readWith("ab".repeat(32))).rejects.toThrow(EndpointsFailed);
});

it("the EVM tells the chain, the time of the newest block and the hash of the code", async () => {
  await provider.send("evm_mine", []);
  const block = await provider.getBlock("latest");
  expect(await servedAt(ticketAddress)).toEqual({
    chainId: BigInt(chainId),
    timestamp: BigInt(block?.timestamp ?? -1),
    codeSha256: await recordedHash(),
  });
});

it("the EVM tells the hash of no code where there is none", async () => {
  expect(await servedAt(ZeroAddress)).toMatchObject({ codeSha256: sha256("0x").slice(2) });
});
