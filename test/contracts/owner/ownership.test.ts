import { expect } from "chai";
import { ethers, expectError, expectEvent, loadFixture } from "../fixture.ts";
import { deployPayouts } from "../payouts/deploy-payouts.ts";

const UNAUTHORIZED = "OwnableUnauthorizedAccount";

for (const name of ["ticket", "payouts"] as const) {
  async function deploy() {
    const fixture = await deployPayouts();
    return { ...fixture, contract: fixture[name] };
  }

  describe(`The ownership of ${name}`, () => {
    it("moves in two steps, says so at each, and stays the old owner's until the second", async () => {
      const { contract, owner, newOwner } = await loadFixture(deploy);
      const [before, after] = [owner.address, newOwner.address];

      const started = contract.transferOwnership(after);
      await expectEvent(started, contract, "OwnershipTransferStarted", before, after);
      expect(await contract.owner()).to.equal(before);
      expect(await contract.pendingOwner()).to.equal(after);
      await contract.transferOwnership(after);

      const accepted = contract.connect(newOwner).acceptOwnership();
      await expectEvent(accepted, contract, "OwnershipTransferred", before, after);
      expect(await contract.owner()).to.equal(after);
      expect(await contract.pendingOwner()).to.equal(ethers.ZeroAddress);
      await contract.connect(newOwner).transferOwnership(before);
      await expectError(contract.transferOwnership(before), contract, UNAUTHORIZED, before);
    });

    it("only the pending owner can accept, and only once", async () => {
      const { contract, newOwner, stranger } = await loadFixture(deploy);
      await contract.transferOwnership(newOwner.address);

      const accept = (by: typeof newOwner) => contract.connect(by).acceptOwnership();
      await expectError(accept(stranger), contract, UNAUTHORIZED, stranger.address);
      await accept(newOwner);
      await expectError(accept(newOwner), contract, UNAUTHORIZED, newOwner.address);
    });

    it("can be called back, or offered to another, before it is accepted", async () => {
      const { contract, owner, newOwner, stranger } = await loadFixture(deploy);
      for (const [to, waiting] of [
        [stranger.address, newOwner],
        [ethers.ZeroAddress, stranger],
      ] as const) {
        await contract.transferOwnership(waiting.address);
        await contract.transferOwnership(to);

        const accepted = contract.connect(waiting).acceptOwnership();
        await expectError(accepted, contract, UNAUTHORIZED, waiting.address);
      }
      expect(await contract.owner()).to.equal(owner.address);
    });

    it("can't be given up", async () => {
      const { contract } = await loadFixture(deploy);

      await expectError(contract.renounceOwnership(), contract, "RenounceDisabled");
    });
  });
}
