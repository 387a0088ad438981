import { expect } from "chai";
import { concat, Interface, type Provider, ZeroAddress, zeroPadValue } from "ethers";
import {
  payoutData,
  payoutMark,
  readPayout,
} from "../../../scripts/tasks/affiliates/payout-call.ts";
import type { SafeAccount } from "../../../scripts/tasks/send/safe.ts";
import { safeExecutions } from "../../../scripts/tasks/send/safe-executions.ts";
import { type Call, safeHashes } from "../../../scripts/tasks/send/safe-transaction.ts";
import { fakeSale } from "../support/fake-sale.ts";

const TICKET = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
const ALICE = "0x00000000000000000000000000000000000A11cE";
const BOB = "0x0000000000000000000000000000000000000B0b";
const CHAIN = 8453;
const SAFE: SafeAccount = {
  address: "0x9fE46736679d2D9a65F0992F2272dE9f3c7fa6e0",
  threshold: 2,
  owners: [ALICE, BOB],
  version: "1.4.1",
  nonce: 7n,
};
/** Of the transaction that was executed. */
const NONCE = 4n;
const HASH = `0x${"ab".repeat(32)}`;
const ABI = new Interface([
  "function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures)",
  "function multiSend(bytes transactions)",
  "function relay(address to, bytes data)",
]);
const PAYMENTS: readonly Call[] = [
  { to: ALICE, value: 5n, data: payoutData(TICKET, { code: "alice", total: 5n }) },
  { to: BOB, value: 7n, data: payoutData(TICKET, { code: "bob", total: 9n }) },
];
const hex = (number: number | bigint, bytes: number) =>
  zeroPadValue(`0x${number.toString(16).padStart(2 * bytes, "0")}`, bytes);

/** @returns the data of what the Safe's owners sent, and the hash that the Safe's event names */
async function executed(
  calls: readonly Call[],
  nonce = NONCE,
): Promise<{ input: string; safeTxHash: string }> {
  const provider = { getCode: async () => "0x60" } as unknown as Provider;
  const hashes = await safeHashes(provider, CHAIN, SAFE, nonce, calls);
  if (hashes === null) throw new Error("No hashes");
  const [only] = calls;
  const packed = calls.map(({ to, value = 0n, data }) =>
    concat(["0x00", to, hex(value, 32), hex((data.length - 2) / 2, 32), data]),
  );
  const [to, value, data, operation] =
    hashes.multiSend === null
      ? [only?.to, only?.value ?? 0n, only?.data, 0]
      : [hashes.multiSend, 0n, ABI.encodeFunctionData("multiSend", [concat(packed)]), 1];
  const input = ABI.encodeFunctionData("execTransaction", [
    ...[to, value, data, operation, 0, 0, 0, ZeroAddress, ZeroAddress, "0x1234"],
  ]);
  return { input, safeTxHash: hashes.safeTxHash };
}

/** A chain with one transaction, in which the Safe has told of these executions. */
function saleWith(input: string, events: readonly (readonly string[])[], data = hex(0, 32)) {
  return fakeSale({
    chainId: CHAIN,
    request: async (method) =>
      method === "eth_getLogs"
        ? events.map((topics) => ({
            ...{ transactionHash: HASH, blockNumber: "0x10" },
            ...{ topics: ["0x00", ...topics], data },
          }))
        : { input },
  });
}

function paymentsIn(sale: ReturnType<typeof fakeSale>) {
  const isWanted = (call: Call) => readPayout(TICKET, call.data) !== null;
  return safeExecutions(sale, SAFE, { from: 1, to: 20 }, { isWanted, mark: payoutMark(TICKET) });
}

function found(input: string, topics: readonly string[], data?: string) {
  return paymentsIn(saleWith(input, [topics], data));
}

describe("safeExecutions", () => {
  it("gives the calls of a single transaction and of a batch, at whatever nonce", async () => {
    for (const calls of [PAYMENTS.slice(0, 1), PAYMENTS]) {
      const { input, safeTxHash } = await executed(calls);
      expect(await found(input, [safeTxHash])).to.deep.equal([{ hash: HASH, block: 16, calls }]);
    }
  });

  it("knows the hash in the event's data, as Safes before 1.4 write it", async () => {
    const { input, safeTxHash } = await executed(PAYMENTS);
    const [first] = await found(input, [], concat([safeTxHash, hex(0, 32)]));
    expect(first?.calls).to.deep.equal(PAYMENTS);
  });

  it("finds what came through another contract", async () => {
    const { input, safeTxHash } = await executed(PAYMENTS);
    const relayed = ABI.encodeFunctionData("relay", [SAFE.address, input]);
    const [first] = await found(relayed, [safeTxHash]);
    expect(first?.calls).to.deep.equal(PAYMENTS);
  });

  it("counts a batch once for each time that it was executed, however often it stands in the data", async () => {
    const { input, safeTxHash } = await executed(PAYMENTS);
    const later = await executed(PAYMENTS, NONCE + 1n);
    expect(later.input).to.equal(input);
    const twice = ABI.encodeFunctionData("relay", [SAFE.address, concat([input, input])]);
    const [once] = await found(twice, [safeTxHash]);
    expect(once?.calls).to.deep.equal(PAYMENTS);

    const sale = saleWith(twice, [[safeTxHash], [later.safeTxHash]]);
    const [both] = await paymentsIn(sale);
    expect(both?.calls).to.deep.equal([...PAYMENTS, ...PAYMENTS]);
  });

  it("fails for what seems to pay and is not what the Safe's event names", async () => {
    const { input, safeTxHash } = await executed(PAYMENTS);
    const other = await executed(PAYMENTS.slice(0, 1));
    for (const [data, hash] of [
      [other.input, safeTxHash],
      [input, other.safeTxHash],
    ] as const) {
      const error = await found(data, [hash]).catch(({ message }: Error) => message);
      expect(error).to.equal(
        `${HASH} seems to hold payments of the Safe ${SAFE.address}, and can't be read. Nothing was sent.`,
      );
    }
  });

  it("leaves out what pays no affiliate", async () => {
    const { input, safeTxHash } = await executed([{ to: ALICE, value: 5n, data: "0x" }]);
    expect(await found(input, [safeTxHash])).to.deep.equal([]);
  });
});
