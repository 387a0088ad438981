import { expect } from "chai";
import { type JsonRpcSigner, parseEther, toQuantity } from "ethers";
import { endpointVariable, networks, secondEndpointVariable } from "../../../networks.ts";
import { type Interference, startRpcProxy } from "../../doubles/rpc/rpc-proxy.ts";
import type { Ended } from "../../support/process.ts";
import { runTask } from "../support/command.ts";
import { PRICE, typed } from "../support/money.ts";
import { type NodeRules, startHardhatNode, type TestNode } from "../support/node.ts";
import { forgetDeployments, testProject } from "../support/project.ts";

/** Ethereum's block gas limit; the largest Amsterdam creation takes 35 million. */
const blockGasLimit = 60_000_000n;
const RULES: Readonly<Record<"osaka" | "amsterdam", NodeRules>> = {
  osaka: { hardfork: "osaka", blockGasLimit },
  // EIP-8037 allows gas for new state above the cap, but Hardhat does not.
  amsterdam: { hardfork: "amsterdam", blockGasLimit, transactionGasCap: false },
};

/** Wei. So low that its change between two blocks is negligible beside the tip. */
const BASE_FEE = 1_000n;
const { symbol: SYMBOL } = networks.localhost.currency;

function lineOf({ output }: Ended, name: string): string {
  const found = new RegExp(`^(pass|warn|fail) +${name} +(.+)$`, "m").exec(output);
  return found === null ? "none" : `${found[1]} ${found[2]}`;
}

const grouped = (gas: bigint | undefined) => gas?.toLocaleString("en-US");

function figuresOf(ended: Ended) {
  const [, sum = "0", gas = ""] =
    /^pass about ([\d.]+) ETH \(([\d,]+) gas,/.exec(lineOf(ended, "cost")) ?? [];
  return { gas: BigInt(gas.replaceAll(",", "")), wei: parseEther(sum) };
}

function gasOfEach(ended: Ended): bigint[] {
  const each = lineOf(ended, "gas").match(/\d[\d,]*/g) ?? [];
  return each.map((gas) => BigInt(gas.replaceAll(",", "")));
}

describe("What a deployment costs", () => {
  let project: string;
  before(async () => {
    project = await testProject();
  });

  const rehearse = (url: string, ...words: string[]): Promise<Ended> =>
    runTask(
      { project, env: { REHEARSAL_RPC_URL: url } },
      ...["ticket", "deploy", "--network", "rehearsal", ...words],
    );

  for (const fork of ["osaka", "amsterdam"] as const) {
    describe(`on a chain with ${fork}'s rules`, () => {
      let node: TestNode;
      let deployer: JsonRpcSigner;
      let clean: string;
      before(async () => {
        node = await startHardhatNode(1, undefined, RULES[fork]);
        deployer = await node.provider.getSigner(0);
        await node.provider.send("hardhat_setNextBlockBaseFeePerGas", [toQuantity(BASE_FEE)]);
        await node.provider.send("evm_mine", []);
        clean = await node.provider.send("evm_snapshot", []);
      });
      beforeEach(async () => {
        await forgetDeployments(project);
        await node.provider.send("evm_revert", [clean]);
        clean = await node.provider.send("evm_snapshot", []);
      });
      after(() => node.close());

      const setBalance = (wei: bigint) =>
        node.provider.send("hardhat_setBalance", [deployer.address, toQuantity(wei)]);
      const sent = () => node.provider.getTransactionCount(deployer.address);

      async function rehearseThrough(interference: Interference): Promise<Ended> {
        const proxy = await startRpcProxy(node.url, interference);
        const ended = await rehearse(proxy.url);
        await proxy.close();
        return ended;
      }

      /**
       * Wei that the deployer needs before the first creation: it signs each at twice the base fee,
       * which may double before that.
       */
      async function neededFor(...gas: readonly bigint[]) {
        const block = await node.provider.getBlock("latest");
        const tip = BigInt(await node.provider.send("eth_maxPriorityFeePerGas", []));
        const baseFee = block?.baseFeePerGas ?? 0n;
        const signed = 4n * baseFee + tip;
        const [first = 0n, second = 0n] = gas;
        const toSignFirst = first * signed;
        const toSignSecond = first * (2n * baseFee + tip) + second * signed;
        const needed = second === 0n || toSignFirst > toSignSecond ? toSignFirst : toSignSecond;
        return { needed, oneGas: signed };
      }

      it("is known before the first transaction, to 2 %", async () => {
        const balance = await node.provider.getBalance(deployer.address);
        const ended = await rehearse(node.url);
        expect(ended.code, ended.errors).to.equal(0);
        const [first, second] = await Promise.all(
          [0, 1].map(async (number) => {
            const block = await node.provider.getBlock(2 + number);
            return node.provider.getTransactionReceipt(block?.transactions[0] ?? "");
          }),
        );
        const used = (first?.gasUsed ?? 0n) + (second?.gasUsed ?? 0n);
        const paid = balance - (await node.provider.getBalance(deployer.address));
        expect(lineOf(ended, "gas")).to.equal(
          `pass TicketRenderer ${grouped(first?.gasUsed)}; Ticket ${grouped(second?.gasUsed)}`,
        );
        const { gas, wei } = figuresOf(ended);
        expect(Number(gas) / Number(used)).to.be.within(0.98, 1.02);
        expect(Number(wei) / Number(paid)).to.be.within(0.98, 1.02);
        expect(await sent()).to.equal(2);
      });

      it("is refused before the first transaction if the deployer is short of it by 1 gas", async () => {
        await setBalance(1n);
        const { needed, oneGas } = await neededFor(...gasOfEach(await rehearse(node.url)));
        await setBalance(needed - oneGas);
        const short = await rehearse(node.url);
        expect(short.code).to.equal(1);
        expect(short.errors).to.equal("Error: The preflight fails (balance). Nothing was sent.\n");
        expect(lineOf(short, "balance")).to.match(
          new RegExp(
            `^fail 0\\.\\d+ ${SYMBOL} is insufficient: have 0\\.\\d+ ${SYMBOL}, which is enough to sign each creation even if the base fee doubles\\. ` +
              "What they don't use stays in the account\\. Send some to 0x\\w{40}\\.$",
          ),
        );
        expect(await sent()).to.equal(0);

        await setBalance(needed);
        const ended = await rehearse(node.url);
        expect(ended.code, ended.errors).to.equal(0);
        expect(await sent()).to.equal(2);
      });

      it("can be paid with what was asked for, to the wei, if the base fee doubles before the last creation", async () => {
        const baseFee = 20n * 10n ** 9n;
        const setNextBaseFee = (wei: bigint) =>
          node.provider.send("hardhat_setNextBlockBaseFeePerGas", [toQuantity(wei)]);
        await setNextBaseFee(baseFee);
        await node.provider.send("evm_mine", []);
        await setBalance(1n);
        const folder = ["--base-uri", "ipfs://bafy/"];
        await setBalance(askedIn(lineOf(await rehearse(node.url, ...folder), "balance")));
        await setNextBaseFee(2n * baseFee);
        const ended = await rehearse(node.url, ...folder);
        expect(ended.code, ended.errors).to.equal(0);
        expect(lineOf(ended, "cost")).to.contain("base fee 20 gwei");
        expect(await sent()).to.equal(2);
        const head = await node.provider.getBlock("latest", true);
        const [last] = head?.prefetchedTransactions ?? [];
        const tip = BigInt(await node.provider.send("eth_maxPriorityFeePerGas", []));
        expect(last?.maxFeePerGas).to.equal(4n * baseFee + tip);
      });

      it("has nothing in it that an interrupted run has made", async () => {
        let creations = 0;
        const interrupted = await rehearseThrough({
          before: ({ method }) => {
            if (method !== "eth_sendTransaction") return undefined;
            creations += 1;
            return creations === 2 ? "the node is out of order" : undefined;
          },
        });
        expect(interrupted.code).to.equal(1);
        expect(await sent()).to.equal(1);
        const [, left = 0n] = gasOfEach(interrupted);

        const { needed, oneGas } = await neededFor(left);
        await setBalance(needed - oneGas);
        const short = await rehearse(node.url);
        expect(short.errors).to.equal("Error: The preflight fails (balance). Nothing was sent.\n");
        expect(figuresOf(short).gas).to.equal(left);
        await setBalance(needed);
        const ended = await rehearse(node.url);
        expect(ended.code, ended.errors).to.equal(0);
        expect(await sent()).to.equal(2);
      });
    });
  }

  describe("and what a chain takes", () => {
    let node: TestNode;
    before(async () => {
      node = await startHardhatNode(1, undefined, RULES.osaka);
    });
    beforeEach(() => forgetDeployments(project));
    after(() => node.close());

    async function preflightOf(interference: Interference, network = "rehearsal"): Promise<Ended> {
      const proxy = await startRpcProxy(node.url, interference);
      const owner = (await node.provider.getSigner(0)).address;
      const ended = await runTask(
        {
          project,
          env: {
            [endpointVariable(network)]: proxy.url,
            [secondEndpointVariable(network)]: "none",
            DEPLOYER_PRIVATE_KEY: `0x${"11".repeat(32)}`,
          },
        },
        ...["ticket", "deploy", "--network", network, "--price", typed(PRICE)],
        ...["--owner", owner, "--royalty-receiver", owner, "--royalty-bps", "500"],
      );
      await proxy.close();
      expect(await node.provider.getBlockNumber()).to.equal(0);
      return ended;
    }

    it("is what it estimates: a creation that it refuses is never sent", async () => {
      const ended = await preflightOf({
        before: ({ method, params }) =>
          method === "eth_estimateGas" && (params[0] as { data: string }).data.length > 30_000
            ? "gas required exceeds allowance (25000000)"
            : undefined,
      });
      expect(lineOf(ended, "cost")).to.match(
        /^fail the endpoint gives no estimate of TicketRenderer, and sending takes one: .*gas required exceeds allowance \(25000000\)\. If it has a limit of its own, use another endpoint\.$/,
      );
      expect(ended.errors).to.equal("Error: The preflight fails (cost). Nothing was sent.\n");
    });

    it("is not guessed if the endpoint gives no estimates", async () => {
      const silent: Interference = {
        before: ({ method }) =>
          method === "eth_estimateGas" ? "estimates cost a subscription" : undefined,
      };
      const ended = await preflightOf(silent);
      expect(ended.errors).to.equal("Error: The preflight fails (cost). Nothing was sent.\n");
      expect(lineOf(ended, "cost")).to.match(
        /^fail the endpoint gives no estimate of TicketRenderer, and sending takes one: .*estimates cost a subscription\. /,
      );
    });

    describe("for its data, on a rollup of the OP Stack", () => {
      const ORACLE = "0x420000000000000000000000000000000000000F";
      const WEI_A_BYTE = 1_000_000_000n;

      afterEach(() => node.provider.send("hardhat_setCode", [ORACLE, "0x"]));

      it("is in the cost, and twice in what the deployer has to have", async () => {
        const without = await preflightOf({ before: poor });
        // Returns CALLDATASIZE times WEI_A_BYTE: PUSH4 CALLDATASIZE MUL PUSH0 MSTORE PUSH1 32 PUSH0
        // RETURN
        const code = `0x63${WEI_A_BYTE.toString(16).padStart(8, "0")}36025f5260205ff3`;
        await node.provider.send("hardhat_setCode", [ORACLE, code]);
        let asked = 0n;
        const ended = await preflightOf({
          before: (request, number) => {
            const { to, data = "" } = (request.params[0] ?? {}) as { to?: string; data?: string };
            if (request.method === "eth_call" && to?.toLowerCase() === ORACLE.toLowerCase()) {
              expect(data.slice(0, 10)).to.equal("0x49948e0e");
              asked += BigInt(data.length / 2 - 1);
            }
            return poor(request, number);
          },
        });
        expect(asked > 30_000n).to.equal(true);
        const l1Fee = asked * WEI_A_BYTE;
        expect(lineOf(ended, "cost")).to.match(
          new RegExp(
            `gas, base fee .+\\), of it about 0\\.0000\\d+ ${SYMBOL} for posting the data to Ethereum$`,
          ),
        );
        expect(askedIn(lineOf(ended, "balance")) - askedIn(lineOf(without, "balance"))).to.equal(
          2n * l1Fee,
        );
      });

      it("is said to be missing if the chain does not tell it", async () => {
        // PUSH0 PUSH0 REVERT
        await node.provider.send("hardhat_setCode", [ORACLE, "0x5f5ffd"]);
        expect(lineOf(await preflightOf({ before: poor }), "cost")).to.contain(
          "; without what the rollup takes for posting the data to Ethereum, which it does not report: have some more",
        );
      });
    });
  });
});

const poor: NonNullable<Interference["before"]> = ({ method }) =>
  method === "eth_getBalance" ? { result: "0x1" } : undefined;

function askedIn(line: string): bigint {
  return parseEther(/have ([\d.]+) /.exec(line)?.[1] ?? "0");
}
