import { JsonRpcProvider, parseEther, sha256 } from "ethers";
import { expect, inject, it } from "vitest";
import { createTransport } from "../../frontend/src/chain/rpc/create-transport.ts";
import { EndpointsFailed } from "../../frontend/src/chain/rpc/transport.ts";
import { createTicketReader } from "../../frontend/src/chain/sale/reader.ts";
import { networks } from "../../networks.ts";

/** A real node shows what `ticket deploy` has written down about the code. */

const rpcUrl = inject("rpcUrl");
const ticketAddress = inject("ticketAddress");
const { chainId } = networks.localhost;

async function readWith(codeSha256: string) {
  const transport = createTransport([rpcUrl], { chainId, ticketAddress, codeSha256 });
  return await createTicketReader(transport, ticketAddress).readSale({
    quantity: 1,
    affiliateCode: null,
  });
}

it("[K-24] believes a node by its chain, its head and the recorded hash of the code", async () => {
  const provider = new JsonRpcProvider(rpcUrl);
  // As `scripts/tasks/deploy/deploy.ts` writes it.
  const recorded = sha256(await provider.getCode(ticketAddress)).slice(2);
  provider.destroy();
  expect((await readWith(recorded)).quote.payable).toBe(parseEther("0.05"));
});

it("[K-24] reads nothing from a node that has other code there", async () => {
  await expect(readWith("ab".repeat(32))).rejects.toThrow(EndpointsFailed);
});
