import { expect } from "chai";
import hre from "hardhat";
import { TaskError } from "../../../scripts/tasks/cli/task.ts";
import {
  cappedGas,
  configuredRules,
  estimatedRules,
  type Fork,
  SIZE_LIMITS,
  TRANSACTION_GAS_CAP,
} from "../../../scripts/tasks/deploy/chain-rules.ts";
import type { Ask } from "../../../scripts/tasks/record/prove-record.ts";

const BUILDERS = {
  BUILDER_DEPOSIT_CONTRACT_ADDRESS: "0x0000bff46984e3725691fa540a8c7589300d8282",
};
const BEACON = { BEACON_ROOTS_ADDRESS: "0x000f3df6d732807ef1319fb7b8bb8522d0beac02" };
const config = (activationTime: number, systemContracts: object) => ({
  activationTime,
  blobSchedule: { baseFeeUpdateFraction: 5007716, max: 9, target: 6 },
  chainId: "0xaa36a7",
  forkId: "0x0929e24e",
  precompiles: { P256VERIFY: "0x0000000000000000000000000000000000000100" },
  systemContracts,
});
const osaka = config(1_760_427_360, BEACON);
const blobs = config(1_761_017_184, BEACON);
const amsterdam = config(1_791_294_816, { ...BEACON, ...BUILDERS });

const answering =
  (answer: unknown): Ask =>
  async (method, params) => {
    expect({ method, params }).to.deep.equal({ method: "eth_config", params: [] });
    return answer;
  };

describe("The rules of a chain, by eth_config", () => {
  it("are Osaka's before the builders' contracts, and say when Amsterdam comes", async () => {
    const shownBy = "eth_config";
    for (const [next, last, amsterdamAt] of [
      [null, null, null],
      [amsterdam, amsterdam, 1_791_294_816],
      [blobs, amsterdam, 1_791_294_816],
      [blobs, blobs, null],
    ] as const) {
      expect(await configuredRules(answering({ current: osaka, next, last }))).to.deep.equal({
        fork: "osaka",
        shownBy,
        amsterdamAt,
      });
    }
  });

  it("are Amsterdam's with the builders' contracts", async () => {
    expect(
      await configuredRules(answering({ current: amsterdam, next: null, last: null })),
    ).to.deep.equal({ fork: "amsterdam", shownBy: "eth_config", amsterdamAt: null });
  });

  it("are not known from what is no configuration", async () => {
    for (const answer of [
      null,
      "0x",
      [],
      {},
      { current: null },
      { current: { activationTime: 1 } },
    ]) {
      expect(await configuredRules(answering(answer))).to.equal(null);
    }
    const unknown: Ask = async () => {
      throw new Error("the method eth_config does not exist/is not available");
    };
    expect(await configuredRules(unknown)).to.equal(null);
  });

  it("are not guessed when the endpoint has stopped answering", async () => {
    const stopped = new TaskError("it has not answered eth_config within 60 s");
    const silent: Ask = () => Promise.reject(stopped);
    expect(await configuredRules(silent).catch((error) => error)).to.equal(stopped);
  });
});

/**
 * Hardhat's Amsterdam has the sizes of an earlier draft of EIP-7954. Delete this table once Hardhat
 * has the final sizes.
 */
const HARDHATS_LIMITS: typeof SIZE_LIMITS = {
  osaka: SIZE_LIMITS.osaka,
  amsterdam: { runtime: 32_768, initcode: 65_536 },
};

for (const fork of ["osaka", "amsterdam"] as const) {
  describe(`The rules of a chain, as Hardhat has ${fork}`, () => {
    const connected = async () => {
      const connection = await hre.network.create({
        override: { hardfork: fork, blockGasLimit: 300_000_000n, transactionGasCap: false },
      });
      const ask: Ask = (method, params) =>
        connection.provider.request({ method, params: [...params] });
      const [from = ""] = (await ask("eth_accounts", [])) as string[];
      return { ask, from };
    };

    it("are told by its estimates", async () => {
      const { ask, from } = await connected();
      expect(await estimatedRules(ask, from)).to.deep.equal({
        fork,
        shownBy: "estimates",
        amsterdamAt: null,
      });
    });

    it("bound a contract's code where it does", async () => {
      const { ask, from } = await connected();
      const { runtime, initcode } = HARDHATS_LIMITS[fork];
      const creates = (data: string) =>
        ask("eth_estimateGas", [{ from, data }]).then(
          () => true,
          () => false,
        );
      // PUSH3 size PUSH0 RETURN
      const code = (size: number) => `0x62${size.toString(16).padStart(6, "0")}5ff3`;
      expect(await creates(code(runtime))).to.equal(true);
      expect(await creates(code(runtime + 1))).to.equal(false);
      const made = (size: number) => `0x${"00".repeat(size)}`;
      expect(await creates(made(initcode))).to.equal(true);
      expect(await creates(made(initcode + 1))).to.equal(false);
    });
  });
}

describe("What counts towards the cap of a transaction", () => {
  const cases: readonly [Fork, bigint, number, bigint][] = [
    ["osaka", 4_900_278n, 22_416, 4_900_278n],
    // 1,530 gas for each byte of code, and for 120 bytes of the account.
    ["amsterdam", 34_878_364n, 22_416, 398_284n],
    ["amsterdam", 183_600n + 1n, 0, 1n],
  ];
  for (const [fork, gas, bytes, counted] of cases) {
    it(`is ${counted} of ${gas} for ${bytes} bytes on ${fork}`, () => {
      expect(cappedGas(fork, gas, bytes)).to.equal(counted);
    });
  }

  it("is bounded as Hardhat bounds a transaction on Osaka", async () => {
    const { ethers } = await hre.network.create({ override: { hardfork: "osaka" } });
    const [sender] = await ethers.getSigners();
    const send = async (gasLimit: bigint) =>
      sender?.sendTransaction({ to: sender.address, gasLimit }).then(
        () => true,
        () => false,
      );
    expect(await send(TRANSACTION_GAS_CAP)).to.equal(true);
    expect(await send(TRANSACTION_GAS_CAP + 1n)).to.equal(false);
  });
});
