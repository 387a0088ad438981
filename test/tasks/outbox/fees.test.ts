import { expect } from "chai";
import { currencyOf } from "../../../networks.ts";
import { TaskError } from "../../../scripts/tasks/cli/task.ts";
import { emergencyFees } from "../../../scripts/tasks/outbox/emergency.ts";
import {
  assertAffordable,
  costNow,
  currentFees,
  dearer,
  type Fees,
  feesWithin,
  offerOf,
  replacing,
  urgentFees,
  wholeGwei,
} from "../../../scripts/tasks/outbox/fees.ts";

const GWEI = 1_000_000_000n;

/** Wei per unit of gas: the base fee, the tip, and the most. */
const fees = (baseFee: bigint, tip: bigint, most: bigint): Fees => ({
  baseFee,
  maxPriorityFeePerGas: tip,
  maxFeePerGas: most,
});
const offer = (tip: bigint, most: bigint) => ({ maxPriorityFeePerGas: tip, maxFeePerGas: most });

function refusal(call: () => unknown): string {
  try {
    call();
  } catch (error) {
    expect(error).to.be.instanceOf(TaskError);
    return (error as Error).message;
  }
  return "none";
}

describe("currentFees", () => {
  const endpoint = (answers: Readonly<Record<string, unknown>>) => {
    const asked: unknown[] = [];
    return {
      asked,
      request: async (method: string, params: readonly unknown[]) => {
        asked.push([method, params]);
        if (!(method in answers)) throw new Error(`no ${method}`);
        return answers[method];
      },
    };
  };

  it("are the newest block's base fee and the endpoint's tip, with room for the base fee to double", async () => {
    const source = endpoint({
      eth_getBlockByNumber: { baseFeePerGas: "0x64" },
      eth_maxPriorityFeePerGas: "0x7",
    });
    expect(await currentFees(source)).to.deep.equal(fees(100n, 7n, 207n));
    expect(source.asked).to.deep.equal([
      ["eth_getBlockByNumber", ["latest", false]],
      ["eth_maxPriorityFeePerGas", []],
    ]);
  });

  it("have a tip of 1 gwei where the endpoint has no opinion", async () => {
    const found = await currentFees(endpoint({ eth_getBlockByNumber: { baseFeePerGas: "0x1" } }));
    expect(found).to.deep.equal(fees(1n, GWEI, GWEI + 2n));
  });

  it("have no base fee where a chain has none", async () => {
    for (const block of [{}, null]) {
      const answers = { eth_getBlockByNumber: block, eth_maxPriorityFeePerGas: "0x5" };
      expect(await currentFees(endpoint(answers))).to.deep.equal(fees(0n, 5n, 5n));
    }
  });
});

describe("The fee of a transaction", () => {
  it("is read from any type of transaction", () => {
    const cases = [
      [{ maxFeePerGas: "0x9", maxPriorityFeePerGas: "0x2", gasPrice: "0x7" }, offer(2n, 9n)],
      [{ gasPrice: "0x7" }, offer(7n, 7n)],
      [{}, offer(0n, 0n)],
    ] as const;
    for (const [sent, expected] of cases) expect(offerOf(sent)).to.deep.equal(expected);
  });

  it("is, of two, the higher in each part", () => {
    expect(dearer(offer(2n, 9n), offer(3n, 8n))).to.deep.equal(offer(3n, 9n));
    expect(dearer(offer(3n, 8n), offer(2n, 9n))).to.deep.equal(offer(3n, 9n));
  });

  it("costs its gas at the base fee and the tip", () => {
    expect(costNow(3n, fees(100n, 7n, 207n))).to.equal(321n);
  });

  it("is 13 % above what it replaces, or the current one if that is higher", () => {
    const now = fees(100n, 7n, 207n);
    const cases = [
      [null, now],
      [offer(7n, 207n), fees(100n, 8n, 234n)],
      [offer(100n, 1_000n), fees(100n, 114n, 1_131n)],
      [offer(1n, 100n), now],
    ] as const;
    for (const [replaced, expected] of cases) {
      expect(replacing(replaced, now)).to.deep.equal(expected);
      const { maxFeePerGas } = expected;
      expect(feesWithin({ feeCap: 0n }, now, replaced, maxFeePerGas)).to.deep.equal(expected);
    }
  });

  it("stays below --max-fee, whole tip included", () => {
    const now = fees(100n, 7n, 207n);
    const within = (maxFee: bigint | null, current = now) =>
      feesWithin({ feeCap: undefined }, current, null, maxFee);
    for (const [maxFee, expected] of [
      [null, now],
      [300n, now],
      [207n, now],
      [206n, fees(100n, 7n, 206n)],
      [100n, fees(100n, 7n, 100n)],
    ] as const) {
      expect(within(maxFee)).to.deep.equal(expected);
    }
    expect(within(5n, fees(1n, 7n, 9n))).to.deep.equal(fees(1n, 5n, 5n));
    expect(refusal(() => within(2n * GWEI, fees(3n * GWEI, 1n, 9n * GWEI)))).to.equal(
      "The base fee is 3 gwei, above --max-fee 2 gwei: the transaction would wait. Nothing was sent.",
    );
    const old = offer(GWEI, 100n * GWEI);
    expect(refusal(() => feesWithin({ feeCap: undefined }, now, old, 113n * GWEI))).to.equal(
      "Replacing the pending transactions takes 113 gwei, above --max-fee 113 gwei. Nothing was sent.",
    );
  });

  it("is below the network's cap, unless a person typed a limit", () => {
    const cap = { feeCap: 10n * GWEI };
    const [fits, above] = [fees(1n, 1n, 10n * GWEI), fees(1n, 1n, 10n * GWEI + 1n)];
    expect(feesWithin(cap, fits, null, null)).to.deep.equal(fits);
    expect(feesWithin(cap, above, null, 11n * GWEI)).to.deep.equal(above);
    expect(feesWithin({ feeCap: undefined }, above, null, null)).to.deep.equal(above);
    expect(refusal(() => feesWithin(cap, above, null, null))).to.equal(
      "The fee would be up to 10 gwei, above the cap of 10 gwei in networks.ts. Nothing was sent. " +
        "Wait for a quieter hour, ask another endpoint, or name a limit of your own: --max-fee 11.",
    );
  });

  it("is named in whole gwei, rounded up", () => {
    for (const [wei, expected] of [
      [0n, 0n],
      [1n, 1n],
      [GWEI, 1n],
      [GWEI + 1n, 2n],
    ] as const) {
      expect(wholeGwei(wei)).to.equal(expected);
    }
  });
});

describe("The fee of a call that can't wait", () => {
  const now = fees(800n, 70n, 1_670n);
  const free = { tip: undefined, most: null, held: null };
  const cases: readonly (readonly [
    what: string,
    replaced: ReturnType<typeof offer> | null,
    bounds: Parameters<typeof urgentFees>[2],
    lowest: bigint,
    expected: Fees,
  ])[] = [
    ["covers twice the base fee", null, free, 970n, fees(800n, 70n, 1_670n)],
    ["caps the tip", null, { ...free, tip: 50n }, 950n, fees(800n, 50n, 1_650n)],
    ["keeps a tip below the cap", null, { ...free, tip: 90n }, 970n, fees(800n, 70n, 1_670n)],
    ["stays in the budget", null, { ...free, most: 1_000n }, 970n, fees(800n, 70n, 1_000n)],
    ["lowers the tip to the budget", null, { ...free, most: 60n }, 970n, fees(800n, 60n, 60n)],
    ["is what the balance pays", null, { ...free, held: 1_200n }, 970n, fees(800n, 70n, 1_200n)],
    ["is at least the lowest", null, { ...free, held: 5n }, 970n, fees(800n, 70n, 970n)],
    ["ignores a large balance", null, { ...free, held: 9_999n }, 970n, fees(800n, 70n, 1_670n)],
    ["replaces a low offer", offer(1n, 900n), free, 1_018n, fees(800n, 70n, 1_670n)],
    ["replaces a high offer", offer(80n, 2_000n), free, 2_261n, fees(800n, 91n, 2_261n)],
  ];
  for (const [what, replaced, bounds, lowest, expected] of cases) {
    it(what, () => {
      expect(urgentFees(now, replaced, bounds)).to.deep.equal({ lowest, fees: expected });
    });
  }
});

describe("emergencyFees", () => {
  it("shares the balance between the transactions that it replaces", () => {
    const place = { nonces: [7, 8], replaced: null } as const;
    const sale = { feeCap: undefined, currency: currencyOf(1) };
    const { maxFeePerGas } = emergencyFees(
      sale,
      place,
      fees(800n, 70n, 1_670n),
      null,
      10n,
      24_000n,
    );
    expect(maxFeePerGas).to.equal(1_200n);
  });
});

describe("assertAffordable", () => {
  const sale = { currency: currencyOf(1) };

  it("takes a balance of what is needed", () => {
    assertAffordable(sale, "0xabc", 5n, 5n);
    assertAffordable(sale, "0xabc", 6n, 5n);
  });

  it("says what is there and what is needed", () => {
    expect(refusal(() => assertAffordable(sale, "0xabc", 4n, 5n))).to.equal(
      "Insufficient funds: 0xabc has 0.000000000000000004 ETH and needs up to 0.000000000000000005 ETH. Send it some.",
    );
  });
});
