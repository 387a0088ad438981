import path from "node:path";
import { bindings, deployTicketAndRenderer } from "../../contracts/deploy-ticket.ts";
import { freePort, ROOT, run } from "../../support/process.ts";
import { account, Chain } from "./chain.ts";

const HARDHAT = path.join(ROOT, "node_modules/hardhat/dist/src/cli.js");

export async function startChain(chainId: number, ...words: string[]) {
  const node = await startNode(chainId, ...words);
  const ticketAddress = await deployTicket(node.url);
  const chain = new Chain(node.url, ticketAddress);
  const stop = async () => {
    chain.close();
    await node.stop();
  };
  return { chain, ticketAddress, stop };
}

export async function startNode(chainId: number, ...words: string[]) {
  const port = await freePort();
  const node = run(process.execPath, [
    ...[HARDHAT, ...words, "node", "--hostname", "127.0.0.1"],
    ...["--port", String(port), "--chain-id", String(chainId)],
  ]);
  await node.saw(/Started HTTP/);
  return { url: `http://127.0.0.1:${port}`, stop: () => node.stop() };
}

async function deployTicket(url: string): Promise<string> {
  const chain = new Chain(url, "0x0000000000000000000000000000000000000001");
  const owner = account(0).connect(chain.provider);
  // Changes the contract's address, because this machine's record lists other code at the usual one.
  await chain.provider.send("hardhat_setNonce", [owner.address, "0x64"]);
  const { ticket } = await deployTicketAndRenderer(bindings(owner));
  await (await ticket.setAffiliates(["welcome5", "openhouse"], true)).wait();
  chain.close();
  return await ticket.getAddress();
}
