import { parseEther, type Signer } from "ethers";
import type { SaleConfigStruct } from "../../typechain-types/contracts/Ticket.ts";
import { Ticket__factory } from "../../typechain-types/factories/contracts/Ticket__factory.ts";
import { TicketRenderer__factory } from "../../typechain-types/factories/contracts/TicketRenderer__factory.ts";

/** What to deploy, and the account that deploys it. */
export interface TicketFactories {
  readonly ticket: Ticket__factory;
  readonly renderer: TicketRenderer__factory;
}

/** The terms of a sale that differ from the defaults; a renderer that is given is not deployed. */
export type SaleTerms = Partial<Omit<SaleConfigStruct, "renderer">> & {
  readonly renderer?: string;
};

/** The contracts as the bindings have them. */
export function bindings(deployer: Signer): TicketFactories {
  return {
    ticket: new Ticket__factory(deployer),
    renderer: new TicketRenderer__factory(deployer),
  };
}

/**
 * Deploys a renderer and a sale: open, at 0.05 ether, with a royalty of 5 %, the deployer being owner and royalty
 * receiver unless `terms` say otherwise.
 */
export async function deployTicketAndRenderer(factories: TicketFactories, terms: SaleTerms = {}) {
  const deployer = factories.ticket.runner as Signer;
  const owner = await deployer.getAddress();
  const renderer =
    terms.renderer === undefined
      ? await factories.renderer.deploy()
      : TicketRenderer__factory.connect(terms.renderer, deployer);
  const ticket = await factories.ticket.deploy({
    owner,
    ticketPrice: parseEther("0.05"),
    royaltyReceiver: owner,
    royaltyBps: 500,
    startPaused: false,
    ...terms,
    renderer: await renderer.getAddress(),
  });
  await ticket.waitForDeployment();
  return { ticket, renderer };
}
