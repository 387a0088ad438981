import type { TicketPorts } from "../../../frontend/src/mint/tickets/ticket-ports.ts";

export const noTickets: TicketPorts = {
  held: { count: async () => 0, find: async () => [] },
  loadPictures: async () => [],
  gallery: { Part: () => null, preload: () => undefined },
  ticketAddress: "0x5FbDB2315678afecb367f032d93F642f64180aa3",
  getProvider: () => null,
  linkTo: () => "https://mint.example/",
};
