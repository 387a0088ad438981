import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect } from "chai";
import { id, parseEther, toQuantity, Wallet } from "ethers";
import { maxPerPurchase, size } from "../../../collection.ts";
import { deploySafeWallet } from "../../../scripts/dev/rehearse/safe-wallet.ts";
import { assertSaysWhatWasAsked } from "../../../scripts/tasks/outbox/ticket-call.ts";
import type { Ticket } from "../../../typechain-types/index.ts";
import {
  type Lie,
  type RpcProxy,
  type RpcRequest,
  startRpcProxy,
} from "../../doubles/rpc/rpc-proxy.ts";
import type { Ended } from "../../support/process.ts";
import { runTask } from "../support/command.ts";
import { literally, PRICE, printed, RAISED_PRICE, SYMBOL, typed } from "../support/money.ts";
import type { TestNode } from "../support/node.ts";
import { recordAsMainnet, startOwnedSale } from "../support/owned-sale.ts";
import { forgetDeployments, forgetKept } from "../support/project.ts";

const SOLD = Math.min(20, maxPerPurchase);
const ATTACKER = "0x000000000000000000000000000000000000bEEF";

describe("A lying endpoint", () => {
  let project: string;
  let node: TestNode;
  let signer: Wallet;
  let ticket: Ticket;
  let clean: string;
  let honest: string;

  before(async () => {
    const { address } = new Wallet(id("lying endpoints"));
    ({
      project,
      node,
      owner: signer,
      ticket,
    } = await startOwnedSale("lying endpoints", "--royalty-receiver", address));
    honest = `${node.url}/second`;
    await recordAsMainnet(project);
    const buyer = await node.provider.getSigner(5);
    const value = await ticket.getPriceForQuantity(SOLD);
    await (await ticket.connect(buyer).buyTicket(buyer.address, SOLD, { value })).wait();
    clean = await node.provider.send("evm_snapshot", []);
  });

  beforeEach(async () => {
    await node.provider.send("evm_revert", [clean]);
    clean = await node.provider.send("evm_snapshot", []);
    await recordAsMainnet(project);
  });

  after(async () => {
    await node.close();
    await forgetDeployments(project);
  });

  const taskAt = (url: string, second: string, ...words: string[]) =>
    runTask(
      {
        project,
        env: {
          MAINNET_RPC_URL: url,
          MAINNET_SECOND_RPC_URL: second,
          DEPLOYER_PRIVATE_KEY: signer.privateKey,
        },
      },
      ...[...words, "--network", "mainnet"],
    );

  type View =
    | "owner"
    | "royaltyInfo"
    | "ticketPrice"
    | "paused"
    | "totalSupply"
    | "multicall"
    | "affiliateSales";

  const fragment = (view: View) => ticket.interface.getFunction(view);
  const selector = (view: View) => fragment(view).selector;

  function dataOf(params: readonly unknown[]): string {
    const { data, input } = (params[0] ?? {}) as { data?: string; input?: string };
    return data ?? input ?? "";
  }

  function encodedAccount(active: boolean): string {
    return ticket.interface.encodeFunctionResult("affiliateSales", [active, 3n, 30n, 1000n]);
  }

  function lying(view: View, values: readonly unknown[], times = Number.POSITIVE_INFINITY) {
    let told = 0;
    return startRpcProxy(node.url, {
      before({ method, params }): Lie | undefined {
        if (method !== "eth_call" || !dataOf(params).startsWith(selector(view))) return undefined;
        told += 1;
        if (told > times) return undefined;
        return { result: ticket.interface.encodeFunctionResult(fragment(view), values) };
      },
    });
  }

  async function alone(proxy: RpcProxy, ...words: string[]): Promise<Ended> {
    const ended = await taskAt(proxy.url, "none", ...words);
    await proxy.close();
    return ended;
  }

  const proceeds = async () => node.provider.getBalance(await ticket.getAddress());

  for (const times of [1, 2, 3]) {
    it(`is not paid the proceeds by naming the owner, ${times} times, when it is the only one`, async () => {
      const due = await proceeds();
      await alone(await lying("owner", [ATTACKER], times), "ticket", "withdraw", "--yes");

      expect(await node.provider.getBalance(ATTACKER)).to.equal(0n);
      expect([0n, due]).to.include(await proceeds());
    });
  }

  it("is not paid as the treasury's Safe either: a Safe's payee has to be typed", async () => {
    const safe = await deploySafeWallet((await node.provider.listAccounts()).slice(1, 4), 2);
    const { code, output, errors } = await alone(
      await lying("owner", [await safe.getAddress()]),
      ...["ticket", "withdraw"],
    );
    expect({ code, output }).to.deep.equal({ code: 1, output: "" });
    expect(errors).to.match(/Error: Name the payee: --to 0xYourTreasury\. .+\n$/);
  });

  it("gets no royalty by a change of the share alone", async () => {
    const { code, errors } = await alone(
      await lying("royaltyInfo", [ATTACKER, 500n], 1),
      ...["ticket", "set-royalty", "--bps", "250", "--yes"],
    );
    expect(code).to.equal(1);
    expect(errors).to.contain(
      `Error: The receiver reads ${ATTACKER}, which an endpoint alone says. ` +
        "Type the one that you mean: --receiver 0xYourReceiver\n",
    );
    expect(await ticket.royaltyInfo(1, 10_000)).to.deep.equal([signer.address, 500n]);
  });

  it("gets nothing signed for more gas than a transaction may take", async () => {
    const proxy = await startRpcProxy(node.url, {
      before: ({ method }) =>
        method === "eth_estimateGas" ? { result: toQuantity(13_900_001) } : undefined,
    });
    const sent = await signer.getNonce();
    const { code, errors } = await alone(proxy, "ticket", "pause", "--yes");
    expect(code).to.equal(1);
    expect(errors).to.contain(
      "Error: The endpoint estimates 13,900,001 gas for one call, more than the 13,900,000 that a transaction may take. " +
        "Nothing was sent. Ask another endpoint.\n",
    );
    expect(await signer.getNonce()).to.equal(sent);
  });

  describe("A payee", () => {
    it("is the account that signs, when it is the owner and no other is named", async () => {
      const due = await proceeds();
      const before = await node.provider.getBalance(signer.address);
      const { code, output, errors } = await taskAt(
        node.url,
        honest,
        ...["ticket", "withdraw", "--yes"],
      );
      expect(code, errors).to.equal(0);
      expect(output).to.contain(
        `Withdraw the proceeds to ${signer.address}, the owner, which signs`,
      );
      expect(output).to.contain(`  call        withdraw(${signer.address})\n`);
      const paid = (await node.provider.getBalance(signer.address)) - before;
      expect(paid > due - parseEther("0.01") && paid <= due).to.equal(true);
    });

    it("is the recorded treasury, once the team has reviewed it", async () => {
      const treasury = new Wallet(id("treasury")).address;
      await recordAsMainnet(project, { treasury });
      const unseen = await taskAt(node.url, honest, "ticket", "withdraw", "--yes");
      expect(unseen.code).to.equal(1);
      expect(unseen.errors).to.equal(
        `Error: --yes skips the question that shows the payee. Name it: --to ${treasury} for the recorded treasury\n`,
      );
      const asked = await taskAt(node.url, honest, "ticket", "withdraw");
      expect(asked.errors).to.contain("Error: There is no terminal to confirm in");
      expect(asked.output).to.contain(
        `Withdraw the proceeds to ${treasury}, the treasury of deployments/mainnet/record.json`,
      );
      const due = await proceeds();
      const typed = await taskAt(node.url, honest, "ticket", "withdraw", "--to", treasury, "--yes");
      expect(typed.code, typed.errors).to.equal(0);
      expect(await node.provider.getBalance(treasury)).to.equal(due);
    });
  });

  describe("beside an honest one stops a task, which says what differs and what each of them says:", () => {
    type Answer = (request: RpcRequest) => Lie | undefined;

    const view =
      (name: View, values: readonly unknown[]): Answer =>
      ({ method, params }) =>
        method === "eth_call" && dataOf(params).startsWith(selector(name))
          ? { result: ticket.interface.encodeFunctionResult(fragment(name), values) }
          : undefined;
    const answer =
      (wanted: string, result: unknown): Answer =>
      ({ method }) =>
        method === wanted ? { result } : undefined;

    const cases: readonly (readonly [
      what: string,
      words: readonly string[],
      lie: () => Answer | Promise<Answer>,
      says: string | RegExp,
    ])[] = [
      [
        "the owner",
        ["ticket", "withdraw"],
        () => view("owner", [ATTACKER]),
        `owner() at first says ${ATTACKER}, then says `,
      ],
      [
        "the price",
        ["ticket", "set-price", typed(RAISED_PRICE)],
        () => view("ticketPrice", [RAISED_PRICE]),
        `ticketPrice() at first says ${RAISED_PRICE}, then says ${PRICE}`,
      ],
      [
        "the pause",
        ["ticket", "pause"],
        () => view("paused", [true]),
        "paused() at first says true, then says false",
      ],
      [
        "the supply",
        ["ticket", "status"],
        () => view("totalSupply", [size - 1]),
        `totalSupply() at first says ${size - 1}, then says ${SOLD}`,
      ],
      [
        "the royalty's receiver",
        ["ticket", "set-royalty", "--bps", "250"],
        () => view("royaltyInfo", [ATTACKER, 500n]),
        `royaltyInfo(1, 10000) at first says ${ATTACKER}, 500, then says `,
      ],
      [
        "a code's counters",
        ["affiliates", "add", "alice"],
        () => view("multicall", [[encodedAccount(true)]]),
        "affiliateSales(alice) at first says true, 3, 30, 1000, then says false, 0, 0, 0",
      ],
      [
        "the proceeds",
        ["ticket", "withdraw", "--to", ATTACKER],
        () => answer("eth_getBalance", toQuantity(parseEther("0.5"))),
        new RegExp(
          `the balance of 0x\\w{40} at first says 0\\.5 ${SYMBOL}, then says ${literally(printed(BigInt(SOLD) * PRICE))}`,
        ),
      ],
      [
        "the code",
        ["ticket", "status"],
        () => answer("eth_getCode", "0x"),
        /the code of 0x\w{40} at first says none, then says \d+ bytes \(0x\w{64}\)/,
      ],
      [
        "the sales",
        ["affiliates", "report"],
        () => answer("eth_getLogs", []),
        /the sale's events at first says 0 \(0x\w{64}\), then says 1 \(0x\w{64}\)/,
      ],
      [
        "the newest block",
        ["ticket", "status"],
        async () => {
          const block = await node.provider.send("eth_getBlockByNumber", ["latest", false]);
          const ahead = { ...block, number: toQuantity(1_000_000), hash: id("far ahead") };
          return ({ method, params }) =>
            method === "eth_getBlockByNumber" && params[0] === "latest"
              ? { result: ahead }
              : undefined;
        },
        /the newest block at first says 1000000, then says \d+/,
      ],
      [
        "a block's hash",
        ["ticket", "status"],
        async () => {
          await node.provider.send("hardhat_mine", [toQuantity(10)]);
          const block = await node.provider.send("eth_getBlockByNumber", ["latest", false]);
          return ({ method, params }) =>
            method === "eth_getBlockByNumber" && params[0] !== "0x0"
              ? { result: { ...block, hash: id("another block") } }
              : undefined;
        },
        new RegExp(`block \\d+ at first says ${id("another block")}, then says 0x\\w{64}`),
      ],
    ];

    for (const [what, words, lie, says] of cases) {
      for (const place of ["first", "second"] as const) {
        it(`${what}, when it is the ${place}`, async () => {
          await forgetKept("sale-events.json");
          const nonce = await signer.getNonce();
          const liar = await startRpcProxy(node.url, { before: await lie() });
          const urls = place === "first" ? [liar.url, honest] : [node.url, liar.url];
          const { code, output, errors } = await taskAt(urls[0] ?? "", urls[1] ?? "", ...words);
          await liar.close();

          expect({ code, output }).to.deep.equal({ code: 1, output: "" });
          const [, subject = "", ours = "", theirs = ""] =
            /^Error: The endpoints disagree on (.+): \S+ says (.+), \S+ says (.+)\. Find out which one is right before you go on\.\n$/.exec(
              errors,
            ) ?? [errors];
          const [lied, true_] = place === "first" ? [ours, theirs] : [theirs, ours];
          const told = `${subject} at first says ${lied}, then says ${true_}`;
          if (typeof says === "string") expect(told).to.contain(says);
          else expect(told).to.match(says);
          expect(await signer.getNonce()).to.equal(nonce);
        });
      }
    }

    it("a receipt of what was sent", async () => {
      const receipts = await startRpcProxy(node.url, {
        before: ({ method, params }) =>
          method === "eth_getTransactionReceipt" && params[0] !== creation
            ? { result: forged }
            : undefined,
      });
      const record = await readFile(
        path.join(project, "deployments/rehearsal/record.json"),
        "utf8",
      );
      const { transactionHash: creation } = JSON.parse(record);
      const forged = await node.provider.send("eth_getTransactionReceipt", [creation]);
      const { code, errors } = await taskAt(receipts.url, honest, ...["ticket", "pause", "--yes"]);
      await receipts.close();
      expect(code).to.equal(1);
      expect(errors).to.match(
        /^Error: The endpoints disagree on the receipt of 0x\w{64}: \S+ says status 1 in block 0x\w{64}, \S+ says status 1 in block 0x\w{64}\. /,
      );
    });
  });

  describe("A second endpoint", () => {
    it("has to answer, unless one is said to do", async () => {
      const silent = await taskAt(
        node.url,
        "http://127.0.0.1:9",
        "ticket",
        "set-price",
        typed(RAISED_PRICE),
        "--yes",
      );
      expect(silent).to.deep.equal({
        code: 1,
        output: "",
        errors:
          "Error: No second endpoint answers for mainnet, and tasks need two that agree. " +
          "Set MAINNET_SECOND_RPC_URL to another provider's, or to none to trust one endpoint.\n",
      });
      const said = await taskAt(
        node.url,
        "none",
        "ticket",
        "set-price",
        typed(RAISED_PRICE),
        "--yes",
      );
      expect(said.code, said.errors).to.equal(0);
      expect(said.errors).to.equal(
        `Warning: MAINNET_SECOND_RPC_URL is none, so what ${new URL(node.url).host} says is not checked.\n`,
      );
      expect(await ticket.ticketPrice()).to.equal(RAISED_PRICE);
    });

    it("is an http(s) URL or none, and a refusal does not repeat it", async () => {
      for (const second of ["eth.example/key", "ftp://eth.example/key", "None"]) {
        const refused = await taskAt(node.url, second, "ticket", "pause", "--yes");
        expect(refused).to.deep.equal({
          code: 1,
          output: "",
          errors: "Error: MAINNET_SECOND_RPC_URL is neither an http(s) URL nor none.\n",
        });
      }
    });

    it("that is some blocks behind is waited for: what was sent is read back from both", async () => {
      let sent = false;
      let asked = 0;
      const behind = await startRpcProxy(node.url, {
        before: ({ method, params }) => {
          if (method !== "eth_getBlockByNumber" || params[0] !== "latest" || !sent)
            return undefined;
          asked += 1;
          return asked <= 2 ? { result: block } : undefined;
        },
      });
      const head = await node.provider.getBlockNumber();
      const block = await node.provider.send("eth_getBlockByNumber", [toQuantity(head), false]);
      const first = await startRpcProxy(node.url, {
        before: ({ method }) => {
          sent ||= method === "eth_sendRawTransaction";
          return undefined;
        },
      });
      const { code, output, errors } = await taskAt(
        first.url,
        behind.url,
        ...["ticket", "set-price", typed(RAISED_PRICE), "--yes"],
      );
      await behind.close();
      await first.close();
      expect(code, errors).to.equal(0);
      expect(output).to.contain(`Done in block ${head + 1} `);
      expect(asked).to.be.greaterThan(2);
    });
  });

  it("What is signed says what was asked for: other data is refused", () => {
    const treasury = new Wallet(id("treasury")).address;
    const asked = `withdraw(${treasury})`;
    const pay = (to: string) => ticket.interface.encodeFunctionData("withdraw", [to]);
    assertSaysWhatWasAsked({ data: pay(treasury), asked });
    expect(() => assertSaysWhatWasAsked({ data: pay(ATTACKER), asked })).to.throw(
      `The call to sign is not the one that was asked for: it says withdraw(${ATTACKER}), not ${asked}. Nothing was sent.`,
    );
    const hand = ticket.interface.encodeFunctionData("transferOwnership", [treasury]);
    expect(() => assertSaysWhatWasAsked({ data: hand, asked })).to.throw(
      `it says transferOwnership(${treasury}), not`,
    );
    expect(() => assertSaysWhatWasAsked({ data: "0x12345678", asked })).to.throw(
      "it says an unknown call (0x12345678), not",
    );
  });
});
