import { buildModule } from "@nomicfoundation/hardhat-ignition/modules";
import type {
  IgnitionModuleBuilder,
  NamedArtifactContractDeploymentFuture,
} from "@nomicfoundation/ignition-core";
import { SALE_CONFIG } from "../../shared/record-shape.ts";

export const ticketModule = planWith((m) => m.contract("TicketRenderer"));

export const folderTicketModule = planWith((m) =>
  m.contract("FolderRenderer", [m.getParameter("baseUri")]),
);

function planWith(
  renderedBy: (m: IgnitionModuleBuilder) => NamedArtifactContractDeploymentFuture<string>,
) {
  return buildModule("Ticket", (m) => {
    const renderer = renderedBy(m);
    const parameters = Object.keys(SALE_CONFIG).map((name) => [name, m.getParameter(name)]);
    const ticket = m.contract("Ticket", [{ ...Object.fromEntries(parameters), renderer }]);
    return { renderer, ticket };
  });
}
