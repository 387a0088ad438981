import { expect } from "chai";
import { toQuantity } from "ethers";
import type { Books } from "../../../scripts/tasks/payouts/books.ts";
import { createPaidTotal } from "../../../scripts/tasks/payouts/paid-total.ts";
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
    record: { address: PAYEE, blockNumber: 10 },
  } as unknown as Books;
  return { asked, total: createPaidTotal(sale, books) };
}

describe("createPaidTotal", () => {
  it("sums up all payments, asks for old blocks once, and forgets a payment that the chain has exchanged", async () => {
    const payments = new Map([
      [136, 5n],
      [200, 7n],
    ]);
    const { asked, total } = watched(payments);
    expect(await total(200)).to.equal(12n);
    expect(await total(210)).to.equal(12n);
    expect(asked).to.deep.equal([
      [10, 200],
      [137, 210],
    ]);
    payments.delete(200);
    expect(await total(211)).to.equal(5n);
  });
});
