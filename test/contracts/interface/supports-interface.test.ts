import { expect } from "chai";
import { deployTicket, loadFixture } from "../fixture.ts";

describe("Ticket: supportsInterface", () => {
  for (const [name, interfaceId] of [
    ["ERC-165", "0x01ffc9a7"],
    ["ERC-721", "0x80ac58cd"],
    ["ERC-721 metadata", "0x5b5e139f"],
    ["ERC-2981 royalties", "0x2a55205a"],
    ["ERC-4906 metadata updates", "0x49064906"],
  ] as const) {
    it(`is true for ${name}`, async () => {
      const { ticket } = await loadFixture(deployTicket);

      expect(await ticket.supportsInterface(interfaceId)).to.equal(true);
    });
  }

  for (const [name, interfaceId] of [
    ["0xffffffff, as ERC-165 asks", "0xffffffff"],
    ["nothing", "0x00000000"],
    ["ERC-721 enumeration", "0x780e9d63"],
    ["ERC-721 receiving", "0x150b7a02"],
    ["ERC-1155", "0xd9b67a26"],
    ["ERC-20", "0x36372b07"],
  ] as const) {
    it(`is false for ${name}`, async () => {
      const { ticket } = await loadFixture(deployTicket);

      expect(await ticket.supportsInterface(interfaceId)).to.equal(false);
    });
  }
});
