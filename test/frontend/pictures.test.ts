import { JsonRpcProvider } from "ethers";
import { expect, inject, it } from "vitest";
import * as collection from "../../collection.ts";
import { createTransport } from "../../frontend/src/chain/rpc/create-transport.ts";
import { createPictureReader } from "../../frontend/src/chain/tickets/pictures.ts";
import { networks } from "../../networks.ts";
import { Ticket__factory } from "../../typechain-types/factories/contracts/Ticket__factory.ts";

const rpcUrl = inject("rpcUrl");
const ticketAddress = inject("ticketAddress");
const { chainId } = networks.localhost;

it("accepts the renderer's own pictures, of the first ticket, the last and ten between", async () => {
  const provider = new JsonRpcProvider(rpcUrl);
  // The renderer draws unsold tickets too if a caller asks it directly.
  const renderer = await Ticket__factory.connect(ticketAddress, provider).renderer();
  provider.destroy();
  const transport = createTransport([rpcUrl], { chainId, ticketAddress, codeSha256: null });
  const read = createPictureReader(transport, renderer);
  for (const tokenId of [
    1n,
    ...Array.from({ length: 10 }, (_, i) => (BigInt(collection.size) / 11n) * BigInt(i + 1)),
    BigInt(collection.size),
  ]) {
    expect(await read([tokenId])).toMatchObject([{ tokenId }]);
  }
});
