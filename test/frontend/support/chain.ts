import path from "node:path";
import { JsonRpcProvider, parseEther } from "ethers";
import type { TestProject } from "vitest/node";
import { Ticket__factory } from "../../../typechain-types/factories/contracts/Ticket__factory.ts";
import { TicketRenderer__factory } from "../../../typechain-types/factories/contracts/TicketRenderer__factory.ts";

declare module "vitest" {
  interface ProvidedContext {
    rpcUrl: string;
    ticketAddress: string;
  }
}

/** Starts a Hardhat node on a free port and deploys the contracts through their bindings. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  // On import, Hardhat searches for its config from the working directory upwards.
  process.env.HARDHAT_CONFIG = path.resolve(import.meta.dirname, "../../../hardhat.config.ts");
  const { default: hre } = await import("hardhat");
  const server = await hre.network.createServer("node", "127.0.0.1");
  const { address, port } = await server.listen();
  const rpcUrl = `http://${address}:${port}`;

  const provider = new JsonRpcProvider(rpcUrl, undefined, { cacheTimeout: -1 });
  provider.pollingInterval = 20;
  const owner = await provider.getSigner(0);
  const renderer = await new TicketRenderer__factory(owner).deploy();
  await renderer.waitForDeployment();
  const ticket = await new Ticket__factory(owner).deploy(
    owner.address,
    parseEther("0.05"),
    owner.address,
    500,
    await renderer.getAddress(),
    false,
  );
  await ticket.waitForDeployment();
  await (await ticket.setAffiliates(["welcome5", "openhouse"], true)).wait();
  const ticketAddress = await ticket.getAddress();
  provider.destroy();

  project.provide("rpcUrl", rpcUrl);
  project.provide("ticketAddress", ticketAddress);
  return () => server.close();
}
