import { expect } from "chai";
import { deployTicket, ethers, loadFixture } from "../fixture.ts";

const ADVERTISED = {
  "ERC-165": "0x01ffc9a7",
  "ERC-721": "0x80ac58cd",
  "ERC-721 metadata": "0x5b5e139f",
  "ERC-2981 royalties": "0x2a55205a",
  "ERC-4906 metadata updates": "0x49064906",
} as const;

/** The invalid id, none, ERC-721's enumeration and receiving, ERC-1155, ERC-20. */
const OTHERS = ["0xffffffff", "0x00000000", "0x780e9d63", "0x150b7a02", "0xd9b67a26", "0x36372b07"];

describe("Ticket: supportsInterface", () => {
  it("is true for no other id that the contract's code has, even without the zero bits at its end", async () => {
    const { ticket } = await loadFixture(deployTicket);
    const code = ethers.getBytes(await ethers.provider.getCode(ticket));
    const candidates = new Set([...Object.values(ADVERTISED), ...OTHERS]);
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
