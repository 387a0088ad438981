import { buildModule } from "@nomicfoundation/hardhat-ignition/modules";

/** The plan of a deployment: the renderer, then the sale that points at it. */
export const ticketModule = buildModule("Ticket", (m) => {
  const renderer = m.contract("TicketRenderer");
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
