import { buildModule } from "@nomicfoundation/hardhat-ignition/modules";
import type {
  IgnitionModuleBuilder,
  NamedArtifactContractDeploymentFuture,
} from "@nomicfoundation/ignition-core";

export const ticketModule = planWith((m) => m.contract("TicketRenderer"));

export const folderTicketModule = planWith((m) =>
  m.contract("FolderRenderer", [m.getParameter("baseUri")]),
);

function planWith(
  renderedBy: (m: IgnitionModuleBuilder) => NamedArtifactContractDeploymentFuture<string>,
) {
  return buildModule("Ticket", (m) => {
    const renderer = renderedBy(m);
    const ticket = m.contract("Ticket", [
      {
        owner: m.getParameter("owner"),
        ticketPrice: m.getParameter("ticketPrice"),
        royaltyReceiver: m.getParameter("royaltyReceiver"),
        royaltyBps: m.getParameter("royaltyBps"),
        renderer,
        startPaused: m.getParameter("startPaused"),
      },
    ]);
    return { renderer, ticket };
  });
}
