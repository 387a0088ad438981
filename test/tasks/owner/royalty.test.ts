import { expect } from "chai";
import { royaltyOf, royaltyText } from "../../../scripts/tasks/owner/royalty.ts";
import { fakeSale } from "../support/fake-sale.ts";

describe("Royalties", () => {
  it("are asked of the contract as of a sale of 10,000 wei", async () => {
    const asked: unknown[] = [];
    const ticket = {
      royaltyInfo: async (...args: unknown[]) => {
        asked.push(args);
        return ["0xab", 250n];
      },
    };
    expect(await royaltyOf(fakeSale({ ticket }))).to.deep.equal({ receiver: "0xab", bps: 250n });
    expect(asked).to.deep.equal([[1n, 10_000n]]);
  });

  it("are shown in percent", () => {
    expect(royaltyText({ receiver: "0xab", bps: 500n })).to.equal("5 % to 0xab");
    expect(royaltyText({ receiver: "0xab", bps: 25n })).to.equal("0.25 % to 0xab");
    expect(royaltyText({ receiver: "0xab", bps: 0n })).to.equal("0 % to 0xab");
  });
});
