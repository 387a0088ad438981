import { expect } from "chai";
import { toQuantity } from "ethers";
import type { Books } from "../../../scripts/tasks/payouts/books.ts";
import { createCommissionTotal } from "../../../scripts/tasks/payouts/commission-total.ts";
import { Payouts__factory } from "../../../typechain-types/index.ts";
import { fakeSale } from "../support/fake-sale.ts";

const ABI = Payouts__factory.createInterface();
const PAYEE = "0x00000000000000000000000000000000000A11cE";

/** Payments by block; a test changes them like a reorg. */
function watched(payments: Map<number, bigint>) {
  const asked: (readonly [number, number])[] = [];
  const sale = fakeSale({
    request: async (_, [filter]) => {
      const range = filter as { fromBlock: string; toBlock: string };
      const [from, to] = [Number(range.fromBlock), Number(range.toBlock)];
      asked.push([from, to]);
      return [...payments]
        .filter(([block]) => block >= from && block <= to)
        .map(([block, amount]) => ({
          ...ABI.encodeEventLog("PaidOut", [`0x${"11".repeat(32)}`, PAYEE, amount]),
          blockNumber: toQuantity(block),
        }));
    },
  });
  const books = {
    payouts: { interface: ABI },
    record: { address: PAYEE, blockNumber: 10, arguments: { commissionBps: 500 } },
  } as unknown as Books;
  return { asked, total: createCommissionTotal(sale, books) };
}

describe("createCommissionTotal", () => {
  it("sums up all payments and what is due by code, asks for old blocks once, and forgets a payment that the chain has exchanged", async () => {
    const payments = new Map([
      [136, 5n],
      [200, 7n],
    ]);
    const { asked, total } = watched(payments);
    const sellers = [{ paid: 1_510n }, { paid: 519n }, { paid: 0n }];
    expect(await total(sellers, 200)).to.deep.equal({ paid: 12n, due: 88n });
    expect(await total(sellers, 210)).to.deep.equal({ paid: 12n, due: 88n });
    expect(asked).to.deep.equal([
      [10, 200],
      [137, 210],
    ]);
    payments.delete(200);
    expect(await total(sellers, 211)).to.deep.equal({ paid: 5n, due: 95n });
  });
});
