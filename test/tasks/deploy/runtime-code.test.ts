import { expect } from "chai";
import { getCreateAddress, type Provider, ZeroAddress } from "ethers";
import { recentCreations } from "../../../scripts/tasks/record/recent-creations.ts";
import { isCodeOf } from "../../../scripts/tasks/record/runtime-code.ts";

describe("The code on chain", () => {
  const compiled = {
    deployedBytecode: "0x6001000000000260030000",
    immutableReferences: { "7": [{ start: 2, length: 3 }], "9": [{ start: 9, length: 2 }] },
  };

  it("is what was compiled, with any values where the constructor writes", () => {
    expect(isCodeOf(compiled, compiled.deployedBytecode)).to.equal(true);
    expect(isCodeOf(compiled, "0x6001ABCDEF000260031234")).to.equal(true);
  });

  it("is other code if it differs in one other byte, or in length", () => {
    for (const code of [
      "0x6001abcdef010260031234",
      "0x6101abcdef000260031234",
      "0x6001abcdef00026003123400",
      "0x6001abcdef0002600312",
      "0x",
    ]) {
      expect(isCodeOf(compiled, code), code).to.equal(false);
    }
  });

  it("has no such places where the compiler names none", () => {
    const { deployedBytecode } = compiled;
    expect(isCodeOf({ deployedBytecode }, deployedBytecode)).to.equal(true);
    expect(isCodeOf({ deployedBytecode }, "0x6001abcdef000260031234")).to.equal(false);
  });
});

describe("recentCreations", () => {
  it("has what the account's last fifty transactions made, the newest first", async () => {
    const made = (nonce: number) => getCreateAddress({ from: ZeroAddress, nonce });
    const contracts = [9, 10, 57].map(made);
    const provider = {
      getTransactionCount: async () => 60,
      getCode: async (address: string) => (contracts.includes(address) ? "0x60" : "0x"),
    } as unknown as Provider;
    const found = await recentCreations(provider, ZeroAddress);
    expect(found.map(({ nonce }) => nonce)).to.deep.equal([57, 10]);
  });
});
