import { expect } from "chai";
import { HARDFORK, loadFixture } from "../fixture.ts";
import { deployWithSales } from "./deploy-payouts.ts";

/**
 * Gas budgets of first payouts to payees without wei, the most expensive honest ones. A new account
 * costs 25,000 gas, on Amsterdam more (EIP-8037).
 */
const BUDGETS = {
  osaka: { 1: 75_000n, 50: 2_500_000n },
  amsterdam: { 1: 235_000n, 50: 10_450_000n },
}[HARDFORK];

const withOne = () => deployWithSales(1);
const withFifty = () => deployWithSales(50);

describe("Payouts: gas", () => {
  for (const [count, deploy] of [
    [1, withOne],
    [50, withFifty],
  ] as const) {
    it(`${count} first payouts cost at most ${BUDGETS[count]}`, async () => {
      const { payouts, codes } = await loadFixture(deploy);
      const receipt = await (await payouts.payOut(codes)).wait();

      expect(receipt?.gasUsed).to.be.at.most(BUDGETS[count]);
      for (const code of codes) expect(await payouts.due(code)).to.equal(0n);
    });
  }
});
