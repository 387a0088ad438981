import { expect } from "chai";
import { TaskError } from "../../../scripts/tasks/cli/task.ts";
import { assertAffordable, costNow, currentFees } from "../../../scripts/tasks/outbox/fees.ts";

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
    expect(await currentFees(source)).to.deep.equal({
      baseFee: 100n,
      maxPriorityFeePerGas: 7n,
      maxFeePerGas: 207n,
    });
    expect(source.asked).to.deep.equal([
      ["eth_getBlockByNumber", ["latest", false]],
      ["eth_maxPriorityFeePerGas", []],
    ]);
  });

  it("have a tip of 1 gwei where the endpoint has no opinion", async () => {
    const fees = await currentFees(endpoint({ eth_getBlockByNumber: { baseFeePerGas: "0x1" } }));
    expect(fees).to.deep.equal({
      baseFee: 1n,
      maxPriorityFeePerGas: 1_000_000_000n,
      maxFeePerGas: 1_000_000_002n,
    });
  });

  it("have no base fee where a chain has none", async () => {
    for (const block of [{}, null]) {
      const { baseFee, maxFeePerGas } = await currentFees(
        endpoint({ eth_getBlockByNumber: block, eth_maxPriorityFeePerGas: "0x5" }),
      );
      expect({ baseFee, maxFeePerGas }).to.deep.equal({ baseFee: 0n, maxFeePerGas: 5n });
    }
  });
});

describe("costNow", () => {
  it("is the gas at the base fee and the tip", () => {
    const fees = { baseFee: 100n, maxPriorityFeePerGas: 7n, maxFeePerGas: 207n };
    expect(costNow(3n, fees)).to.equal(321n);
  });
});

describe("assertAffordable", () => {
  const text = (wei: bigint) => `${wei} wei`;

  it("takes a balance of what is needed", () => {
    assertAffordable("0xabc", 5n, 5n, text);
    assertAffordable("0xabc", 6n, 5n, text);
  });

  it("says what is there and what is needed", () => {
    expect(() => assertAffordable("0xabc", 4n, 5n, text))
      .to.throw(TaskError)
      .with.property(
        "message",
        "Insufficient funds: 0xabc has 4 wei and needs up to 5 wei. Send it some.",
      );
  });
});
