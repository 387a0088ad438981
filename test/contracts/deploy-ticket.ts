import { parseEther, type Signer } from "ethers";
import type { SaleConfigStruct } from "../../typechain-types/contracts/Ticket.ts";
import { Ticket__factory } from "../../typechain-types/factories/contracts/Ticket__factory.ts";
import { TicketRenderer__factory } from "../../typechain-types/factories/contracts/TicketRenderer__factory.ts";

export interface TicketFactories {
  readonly ticket: Ticket__factory;
  readonly renderer: TicketRenderer__factory;
}

/** Terms that replace the defaults. The deployment creates no renderer if they name one. */
export type SaleTerms = Partial<Omit<SaleConfigStruct, "renderer">> & {
  readonly renderer?: string;
};

export function bindings(deployer: Signer): TicketFactories {
  return {
    ticket: new Ticket__factory(deployer),
    renderer: new TicketRenderer__factory(deployer),
  };
}

/** The deployer is owner and royalty receiver unless the terms differ. */
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
