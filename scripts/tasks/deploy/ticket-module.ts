import { buildModule } from "@nomicfoundation/hardhat-ignition/modules";

/** The plan of a deployment: the renderer, then the sale that points at it. */
export const ticketModule = buildModule("Ticket", (m) => {
  const renderer = m.contract("TicketRenderer");
  const ticket = m.contract("Ticket", [
    m.getParameter("initialOwner"),
    m.getParameter("initialTicketPrice"),
    m.getParameter("royaltyReceiver"),
    m.getParameter("royaltyBps"),
    renderer,
    m.getParameter("startPaused"),
  ]);
  return { renderer, ticket };
});
