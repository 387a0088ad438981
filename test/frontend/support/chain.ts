import path from "node:path";
import { JsonRpcProvider } from "ethers";
import type { TestProject } from "vitest/node";
import { bindings, deployTicketAndRenderer } from "../../contracts/deploy-ticket.ts";

declare module "vitest" {
  interface ProvidedContext {
    rpcUrl: string;
    ticketAddress: string;
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Hardhat searches for its configuration in the working directory and above.
  process.env.HARDHAT_CONFIG = path.resolve(import.meta.dirname, "../../../hardhat.config.ts");
  const { default: hre } = await import("hardhat");
  const server = await hre.network.createServer("node", "127.0.0.1");
  const { address, port } = await server.listen();
  const rpcUrl = `http://${address}:${port}`;

  const provider = new JsonRpcProvider(rpcUrl, undefined, { cacheTimeout: -1 });
  provider.pollingInterval = 20;
  const owner = await provider.getSigner(0);
  const { ticket } = await deployTicketAndRenderer(bindings(owner));
  await (await ticket.setAffiliates(["welcome5", "openhouse"], true)).wait();
  const ticketAddress = await ticket.getAddress();
  provider.destroy();

  project.provide("rpcUrl", rpcUrl);
  project.provide("ticketAddress", ticketAddress);
  return () => server.close();
}
