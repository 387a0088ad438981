import { expect } from "chai";
import { deployTicket, ethers, loadFixture } from "../fixture.ts";

const ADVERTISED = {
  "ERC-165": "0x01ffc9a7",
  "ERC-721": "0x80ac58cd",
  "ERC-721 metadata": "0x5b5e139f",
  "ERC-2981 royalties": "0x2a55205a",
  "ERC-4906 metadata updates": "0x49064906",
} as const;

describe("Ticket: supportsInterface", () => {
  for (const [name, interfaceId] of Object.entries(ADVERTISED)) {
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

  it("is true for no other id that the contract's code has, be it without the zero bits at its end", async () => {
    const { ticket } = await loadFixture(deployTicket);
    const code = ethers.getBytes(await ethers.provider.getCode(ticket));
    const candidates = new Set(Object.values(ADVERTISED) as string[]);
    for (const [at, opcode] of code.entries()) {
      // The compiler pushes three or four bytes of an interface id, and shifts them into place.
      const pushed = { 98: 3, 99: 4 }[opcode];
      if (pushed === undefined) continue;
      let id = ethers.toBigInt(code.slice(at + 1, at + 1 + pushed));
      for (; id > 0n && id <= 0xffff_ffffn; id <<= 1n) candidates.add(ethers.toBeHex(id, 4));
    }
    const ids = [...candidates];
    const answers = await ticket.multicall.staticCall(
      ids.map((id) => ticket.interface.encodeFunctionData("supportsInterface", [id])),
    );
    const supported = ids.filter((_, index) => BigInt(answers[index] ?? 0) === 1n);

    expect(supported.sort()).to.deep.equal(Object.values(ADVERTISED).sort());
  });
});
