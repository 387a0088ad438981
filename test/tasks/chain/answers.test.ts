import { expect } from "chai";
import { id } from "ethers";
import { networks } from "../../../networks.ts";
import { difference } from "../../../scripts/tasks/chain/answers.ts";
import { Ticket__factory } from "../../../typechain-types/index.ts";

const ADDRESS = "0x000000000000000000000000000000000000bEEF";
const ABI = Ticket__factory.createInterface();
const HASHES = [id("one block"), id("another block")] as const;
const [OURS, THEIRS] = HASHES;

type View = "ticketPrice" | "paused" | "royaltyInfo" | "affiliateSales" | "multicall";

/** @param told what each of the two endpoints returns */
const call = (view: View, args: readonly unknown[], ...told: readonly (readonly unknown[])[]) =>
  [
    "eth_call",
    [{ to: ADDRESS, data: ABI.encodeFunctionData(view as "multicall", args as never) }],
    ...told.map((values) => ABI.encodeFunctionResult(view as "multicall", values as never)),
  ] as const;
const sales = (tickets: bigint) =>
  ABI.encodeFunctionResult("affiliateSales", [true, tickets, 30n, 1000n]);

describe("What two endpoints disagree on", () => {
  const asked = ABI.encodeFunctionData("affiliateSales", ["alice"]);
  const log = { address: ADDRESS, topics: [], data: "0x" };
  const cases: readonly (readonly [
    question: readonly [string, readonly unknown[], ...unknown[]],
    subject: string,
    ours: string | RegExp,
    theirs: string | RegExp,
  ])[] = [
    [call("ticketPrice", [], [2n], [3n]), "ticketPrice()", "2", "3"],
    [call("paused", [], [true], [false]), "paused()", "true", "false"],
    [
      call("royaltyInfo", [1n, 10_000n], [ADDRESS, 5n], [ADDRESS, 6n]),
      "royaltyInfo(1, 10000)",
      `${ADDRESS}, 5`,
      `${ADDRESS}, 6`,
    ],
    [
      call("multicall", [["0x", asked]], [["0x", sales(3n)]], [["0x", sales(4n)]]),
      "affiliateSales(alice)",
      "true, 3, 30, 1000",
      "true, 4, 30, 1000",
    ],
    [
      ["eth_call", [{ to: ADDRESS.toLowerCase(), data: "0x12345678" }], "0x01", "0x02"],
      `a call of ${ADDRESS}`,
      "0x01",
      "0x02",
    ],
    [
      ["eth_getBalance", [ADDRESS], 5n * 10n ** 17n, 0n],
      `the balance of ${ADDRESS}`,
      "0.5 POL",
      "0 POL",
    ],
    [
      ["eth_getCode", [ADDRESS.toLowerCase()], "0x", "0x6000"],
      `the code of ${ADDRESS}`,
      "none",
      /^2 bytes \(0x\w{64}\)$/,
    ],
    [
      ["eth_getTransactionCount", [ADDRESS, "0x9"], "0x1", "0x2"],
      `how much ${ADDRESS} had sent by block 9`,
      "1 transactions",
      "2 transactions",
    ],
    [["eth_getLogs", [{}], [], [log]], "the sale's events", /^0 \(0x\w{64}\)$/, /^1 \(0x\w{64}\)$/],
    [["eth_getBlockByNumber", ["0x9"], { hash: OURS }, { hash: THEIRS }], "block 9", OURS, THEIRS],
    [
      [
        ...(["eth_getTransactionReceipt", [OURS]] as const),
        ...HASHES.map((blockHash) => ({ status: "0x1", blockHash })),
      ],
      `the receipt of ${OURS}`,
      `status 1 in block ${OURS}`,
      `status 1 in block ${THEIRS}`,
    ],
  ];
  for (const [[method, params, own, other], subject, ours, theirs] of cases) {
    it(`is named with what each says: ${subject}`, () => {
      const [named, ...said] = difference(method, params, own, other, networks.polygon.currency);
      expect(named).to.equal(subject);
      for (const [i, expected] of [ours, theirs].entries()) {
        if (typeof expected === "string") expect(said[i]).to.equal(expected);
        else expect(said[i]).to.match(expected);
      }
    });
  }
});
