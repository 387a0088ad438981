import { expect } from "chai";
import { AbiCoder, parseEther, toQuantity } from "ethers";
import hre from "hardhat";
import { networks } from "../../../networks.ts";
import type { Ask } from "../../../scripts/tasks/chain/endpoint.ts";
import type { Check } from "../../../scripts/tasks/deploy/check.ts";
import { costChecks } from "../../../scripts/tasks/deploy/cost-checks.ts";
import type { Plan } from "../../../scripts/tasks/deploy/plan.ts";
import type { Ended } from "../../support/process.ts";
import { useDeployments } from "../support/deployments.ts";
import { KNOWN_ACCOUNT } from "../support/known-key.ts";
import { ALICE, PRICE } from "../support/money.ts";
import type { NodeRules } from "../support/node.ts";

const { symbol: SYMBOL } = networks.localhost.currency;
const GWEI = 10n ** 9n;
const askedIn = (line: string) => parseEther(/needs ([\d.]+) /.exec(line)?.[1] ?? "0");

/** Ethereum's block gas limit; the largest Amsterdam creation takes 35 million. */
const blockGasLimit = 60_000_000n;
const RULES: Readonly<Record<"osaka" | "amsterdam", NodeRules>> = {
  osaka: { hardfork: "osaka", blockGasLimit },
  // EIP-8037 allows gas for new state above the cap, but Hardhat does not.
  amsterdam: { hardfork: "amsterdam", blockGasLimit, transactionGasCap: false },
};

function lineOf({ output }: Ended, name: string): string {
  const found = new RegExp(`^(pass|warn|fail) +${name} +(.+)$`, "m").exec(output);
  return found === null ? "none" : `${found[1]} ${found[2]}`;
}

for (const fork of ["osaka", "amsterdam"] as const) {
  describe(`What a deployment costs, on a chain with ${fork}'s rules,`, () => {
    const on = useDeployments({ rules: RULES[fork] });
    const setBaseFee = async (wei: bigint) => {
      const fee = toQuantity(wei);
      await on.node.provider.send("hardhat_setNextBlockBaseFeePerGas", [fee]);
    };
    const rehearse = (...words: string[]) => on.rehearse("ticket", "deploy", ...words);

    it("is known before the first transaction, to 2 %", async () => {
      // So low that its change between two blocks is negligible beside the tip.
      await setBaseFee(1_000n);
      await on.node.provider.send("evm_mine", []);
      const balance = await on.node.provider.getBalance(KNOWN_ACCOUNT);
      const ended = await rehearse();
      expect(ended.code, ended.errors).to.equal(0);
      const used = await Promise.all(
        [2, 3].map(async (number) => (await on.node.provider.getBlock(number))?.gasUsed ?? 0n),
      );
      const paid = balance - (await on.node.provider.getBalance(KNOWN_ACCOUNT));
      const [renderer, ticket] = used.map((gas) => gas.toLocaleString("en-US"));
      expect(lineOf(ended, "gas")).to.equal(`pass TicketRenderer ${renderer}; Ticket ${ticket}`);
      const [, ether = "0", gas = ""] =
        /^pass about ([\d.]+) ETH \(([\d,]+) gas,/.exec(lineOf(ended, "cost")) ?? [];
      const sum = used.reduce((all, each) => all + each, 0n);
      expect(Number(gas.replaceAll(",", "")) / Number(sum)).to.be.within(0.98, 1.02);
      expect(Number(parseEther(ether)) / Number(paid)).to.be.within(0.98, 1.02);
      expect(await on.sent()).to.equal(2);
    });

    it("can be paid with what was asked for, to the wei, if the base fee doubles before the last creation", async () => {
      const baseFee = 20n * GWEI;
      await setBaseFee(baseFee);
      await on.node.provider.send("evm_mine", []);
      const setBalance = (wei: bigint) =>
        on.node.provider.send("hardhat_setBalance", [KNOWN_ACCOUNT, toQuantity(wei)]);
      await setBalance(1n);
      const folder = ["--base-uri", "ipfs://bafy/"];
      const short = await rehearse(...folder);
      expect(short.errors).to.equal("Error: The preflight fails (balance). Nothing was sent.\n");
      expect(await on.sent()).to.equal(0);
      await setBalance(askedIn(lineOf(short, "balance")));
      await setBaseFee(2n * baseFee);
      const ended = await rehearse(...folder);
      expect(ended.code, ended.errors).to.equal(0);
      expect(lineOf(ended, "cost")).to.contain("base fee 20 gwei");
      expect(await on.sent()).to.equal(2);
      const head = await on.node.provider.getBlock("latest", true);
      const [last] = head?.prefetchedTransactions ?? [];
      const tip = BigInt(await on.node.provider.send("eth_maxPriorityFeePerGas", []));
      expect(last?.maxFeePerGas).to.equal(4n * baseFee + tip);
    });
  });
}

describe("The checks of a deployment's cost", () => {
  const ORACLE = "0x420000000000000000000000000000000000000F";
  const BASE_FEE = 10n * GWEI;
  const TIP = GWEI;
  /** Twice the base fee plus the tip, after the base fee has doubled. */
  const SIGNED = 4n * BASE_FEE + TIP;
  const PAID = 2n * BASE_FEE + TIP;

  interface Chain {
    /** What the estimates answer, in the order of the creations; an error's message if a text. */
    readonly gas: readonly (bigint | string)[];
    readonly balance?: bigint;
    readonly cap?: bigint;
    /** Wei per byte that a rollup takes for a transaction's data; `null` if it does not tell. */
    readonly l1Fee?: bigint | null;
    readonly hasRenderer?: boolean;
  }

  async function checksOn(chain: Chain): Promise<Record<string, string>> {
    const { gas, balance = 1n, cap, l1Fee, hasRenderer = false } = chain;
    const estimates = [...gas];
    const request: Ask = async (method, params) => {
      const [first] = params as readonly [{ data: string }];
      switch (method) {
        case "eth_getBlockByNumber":
          return { baseFeePerGas: toQuantity(BASE_FEE) };
        case "eth_maxPriorityFeePerGas":
          return toQuantity(TIP);
        case "eth_estimateGas": {
          const estimate = estimates.shift() ?? 0n;
          if (typeof estimate === "string") throw new Error(estimate);
          return toQuantity(estimate);
        }
        case "eth_getCode":
          expect(params).to.deep.equal([ORACLE, "latest"]);
          return l1Fee === undefined ? "0x" : "0x00";
        default:
          expect(first).to.deep.include({ to: ORACLE });
          expect(first.data.slice(0, 10)).to.equal("0x49948e0e");
          if (l1Fee == null) throw new Error("execution reverted");
          return AbiCoder.defaultAbiCoder().encode(["uint256"], [l1Fee]);
      }
    };
    const provider = { getBalance: async () => balance, getTransactionCount: async () => 7 };
    const networkConfig = { ignition: { maxFeePerGasLimit: cap } };
    const terms = { ticketPrice: PRICE, royaltyBps: 500n, startPaused: false };
    const checks = await costChecks({
      hre,
      connection: { networkConfig },
      chain: { chainId: 1, request, provider },
      deployer: ALICE,
      arguments: { ...terms, owner: ALICE, royaltyReceiver: ALICE },
      baseUri: null,
      made: { renderer: hasRenderer ? { nonce: 3 } : null },
    } as unknown as Plan);
    const line = (check: Check | null) => (check === null ? "" : `${check.result} ${check.text}`);
    return Object.fromEntries(Object.entries(checks).map(([name, check]) => [name, line(check)]));
  }

  for (const [what, gas, needed, hasRenderer] of [
    ["that the first needs", [5n, 2n], 5n * SIGNED, false],
    ["that the last needs after the first", [3n, 5n], 3n * PAID + 5n * SIGNED, false],
    ["of the one that is left", [5n], 5n * SIGNED, true],
  ] as const) {
    it(`ask for the money ${what}, and for no wei more`, async () => {
      const { gas: each, balance } = await checksOn({ gas, balance: needed - 1n, hasRenderer });
      const estimates =
        gas.length === 1 ? ["Ticket 5"] : [`TicketRenderer ${gas[0]}`, `Ticket ${gas[1]}`];
      expect(each).to.equal(`pass ${estimates.join("; ")}`);
      expect(balance).to.match(
        new RegExp(
          `^fail 0\\.\\d+ ${SYMBOL} is insufficient\\. The deployer needs 0\\.\\d+ ${SYMBOL} to sign each creation even if the base fee doubles\\. ` +
            `The rest stays in the account\\. Send some to ${ALICE}\\.$`,
        ),
      );
      expect(askedIn(`${balance}`)).to.equal(needed);
      const enough = await checksOn({ gas, balance: needed, hasRenderer });
      expect(enough.balance).to.match(/^pass .+ is enough even if the base fee doubles$/);
    });
  }

  it("ask for no more than a fee cap lets Ignition sign, and refuse a fee above it", async () => {
    const atMost = 2n * BASE_FEE + TIP;
    const capped = await checksOn({ gas: [5n], cap: atMost, hasRenderer: true });
    expect(askedIn(`${capped.balance}`)).to.equal(5n * atMost);
    expect(capped.fee).to.equal("pass 21 gwei at most, cap 21 gwei");
    const { fee } = await checksOn({ gas: [5n, 5n], cap: atMost - 1n });
    expect(fee).to.match(/^fail up to 21 gwei, above the cap of /);
  });

  it("fail if the endpoint refuses an estimate, because a creation that it refuses is never sent", async () => {
    for (const [gas, name] of [
      [["gas required exceeds allowance"], "TicketRenderer"],
      [[5n, "gas required exceeds allowance"], "Ticket"],
    ] as const) {
      const { cost, gas: each } = await checksOn({ gas });
      expect(cost).to.equal(
        `fail the endpoint gives no gas estimate for ${name}, which sending needs: gas required exceeds allowance. ` +
          "If it has a limit of its own, use another endpoint.",
      );
      expect(each).to.equal(undefined);
    }
  });

  it("count what a rollup of the OP Stack takes for data, twice in what the deployer has to have", async () => {
    const gas = [5n, 2n];
    const l1Fee = 10n ** 12n;
    const without = await checksOn({ gas });
    expect(without.cost).to.match(/^pass .+ gas, base fee 10 gwei\)$/);
    const { cost, balance } = await checksOn({ gas, l1Fee });
    expect(cost).to.contain(`, of which about 0.000002 ${SYMBOL} for posting data to Ethereum`);
    expect(askedIn(`${balance}`) - askedIn(`${without.balance}`)).to.equal(4n * l1Fee);
    expect((await checksOn({ gas, l1Fee: null })).cost).to.contain(
      "; this leaves out the rollup's fee for posting data to Ethereum, which it does not report: have some more",
    );
  });
});
