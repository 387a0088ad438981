import { JsonRpcProvider, parseEther, sha256 } from "ethers";
import { expect, inject, it } from "vitest";
import { createTransport } from "../../frontend/src/chain/rpc/create-transport.ts";
import { EndpointsFailed } from "../../frontend/src/chain/rpc/transport.ts";
import { createTicketReader } from "../../frontend/src/chain/sale/reader.ts";
import { networks } from "../../networks.ts";

/** A real node against the hash of the code that `ticket deploy` records. */

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

it("[K-24] trusts a node by its chain, its head and the recorded hash of the code", async () => {
  const provider = new JsonRpcProvider(rpcUrl);
  // As `scripts/tasks/deploy/deploy.ts` writes it.
  const recorded = sha256(await provider.getCode(ticketAddress)).slice(2);
  provider.destroy();
  expect((await readWith(recorded)).quote.payable).toBe(parseEther("0.05"));
});

it("[K-24] reads nothing from a node with other code at the address", async () => {
  await expect(readWith("ab".repeat(32))).rejects.toThrow(EndpointsFailed);
});
