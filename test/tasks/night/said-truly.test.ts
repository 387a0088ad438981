import path from "node:path";
import { expect } from "chai";
import { Transaction, toQuantity, type Wallet } from "ethers";
import { workAlone } from "../../../scripts/tasks/machine/one-at-a-time.ts";
import { senderName } from "../../../scripts/tasks/outbox/under-way.ts";
import type { Ticket } from "../../../typechain-types/index.ts";
import { type Interference, type RpcProxy, startRpcProxy } from "../../doubles/rpc/rpc-proxy.ts";
import { runTask, STATE_HOME, startTask } from "../support/command.ts";
import { printed, RAISED_PRICE, typed } from "../support/money.ts";
import type { TestNode } from "../support/node.ts";
import { recordAsMainnet, startOwnedSale } from "../support/owned-sale.ts";
import { type PaidSale, startPaidSale } from "../support/paid-sale.ts";
import { forgetDeployments, forgetKept } from "../support/project.ts";

describe("A task that can't go on", () => {
  let project: string;
  let node: TestNode;
  let owner: Wallet;
  let ticket: Ticket;
  let clean: string;
  let proxies: RpcProxy[];

  before(async () => {
    ({ project, node, owner, ticket } = await startOwnedSale("said truly"));
    await recordAsMainnet(project);
    clean = await node.provider.send("evm_snapshot", []);
  });

  beforeEach(async () => {
    proxies = [];
    await node.provider.send("evm_revert", [clean]);
    clean = await node.provider.send("evm_snapshot", []);
    await forgetKept("notes");
  });

  afterEach(() => Promise.all(proxies.map((proxy) => proxy.close())));

  after(async () => {
    await node.close();
    await forgetDeployments(project);
  });

  async function behind(interference: Interference): Promise<RpcProxy> {
    const proxy = await startRpcProxy(node.url, interference);
    proxies.push(proxy);
    return proxy;
  }

  const at = (first: string, second = `${node.url}/second`) => ({
    project,
    env: {
      MAINNET_RPC_URL: first,
      MAINNET_SECOND_RPC_URL: second,
      DEPLOYER_PRIVATE_KEY: owner.privateKey,
      ANSWER_WITHIN_SECONDS: "5",
    },
  });
  const setPrice = ["ticket", "set-price", typed(RAISED_PRICE), "--yes", "--network", "mainnet"];
  const lookFor = () =>
    `npm run hardhat -- ticket pending --account ${owner.address} --network mainnet`;

  const given = ({ requests }: RpcProxy) => {
    const sent = requests.find(({ method }) => method === "eth_sendRawTransaction");
    return Transaction.from(String(sent?.params[0])).hash;
  };

  it("because the answer to what it sent is lost says that it may have been sent, and finds it later", async () => {
    const cutting = await behind({
      after: ({ method }) => (method === "eth_sendRawTransaction" ? "drop" : undefined),
    });
    const { code, errors } = await runTask(at(cutting.url), ...setPrice);
    expect(code).to.equal(1);
    expect(errors).to.match(
      new RegExp(
        `^Error: It may have been sent: ${given(cutting)} \\(nonce 0\\)\\. .+ Or look: .+\n$`,
      ),
    );
    expect(errors).to.contain(lookFor());
    const again = await runTask(at(node.url), ...setPrice);
    expect(again.output).to.contain(`The price is already ${printed(RAISED_PRICE)}`);
  });

  it("because a gateway fails says so too", async () => {
    const gateway = await behind({
      before: ({ method }) =>
        method === "eth_sendRawTransaction" ? { status: 502, body: "Bad gateway" } : undefined,
    });
    const { errors } = await runTask(at(gateway.url), ...setPrice);
    expect(errors).to.contain(
      `Error: It may have been sent: ${given(gateway)} (nonce 0). The endpoint answers HTTP 502: it fails.`,
    );
  });

  it("because it was refused does not say so", async () => {
    const refusing = await behind({
      before: ({ method }) => (method === "eth_sendRawTransaction" ? "not today" : undefined),
    });
    const { errors } = await runTask(at(refusing.url), ...setPrice);
    expect(errors).to.equal("Error: not today\n");
  });

  it("because it is interrupted after a send names the transaction, and where to look for it", async () => {
    await node.provider.send("evm_setAutomine", [false]);
    let sent = false;
    const proxy = await behind({
      after({ method }) {
        sent ||= method === "eth_sendRawTransaction";
        if (sent && method === "eth_getTransactionReceipt") started.process.kill("SIGINT");
        return undefined;
      },
    });
    const started = startTask(at(proxy.url), ...setPrice);
    const { code, errors } = await started.ended;
    await node.provider.send("evm_setAutomine", [true]);
    expect(errors).to.equal(
      `Interrupted: ${given(proxy)} (nonce 0) may have been sent, and may still be mined. Look for it: ${lookFor()}\n`,
    );
    expect(code).to.equal(130);
  });

  const quota = (method: string): Interference => ({
    before: (request) =>
      request.method === method
        ? { status: 429, headers: { "retry-after": "1" }, body: "slow down" }
        : undefined,
  });

  it("because an endpoint's quota is used up says so, and not that it is silent", async () => {
    const proxy = await behind(quota("eth_getCode"));
    const { host } = new URL(proxy.url);
    const { errors } = await startTask(at(proxy.url), ...setPrice).ended;
    expect(errors).to.contain(`Waiting for ${host}, which answers HTTP 429 …\n`);
    expect(errors).to.match(
      new RegExp(
        `\nError: ${host} answers HTTP 429: too many requests, so its quota is used up\\. Wait for some minutes, .+\n$`,
      ),
    );
  });

  it("because the second one's quota is used up says so as well", async () => {
    const proxy = await behind(quota("eth_getCode"));
    const { errors } = await runTask(at(node.url, proxy.url), ...setPrice);
    expect(errors).to.equal(
      `Error: ${new URL(proxy.url).host} answers HTTP 429: too many requests, so its quota is used up, ` +
        "and no second opinion is given. Wait for some minutes, or set MAINNET_SECOND_RPC_URL to another one.\n",
    );
  });

  for (const [minutes, text] of [
    [5, "this machine's clock is 5 minutes behind the newest block"],
    [
      -30,
      "the newest block is \\d+ minutes older than this machine's clock, so the clock is fast, or",
    ],
  ] as const) {
    it(`or could, on a machine whose clock differs by ${minutes} minutes, says so before it signs`, async () => {
      const now = Math.round(Date.now() / 1000);
      const shifted: Interference = {
        edit: ({ method }, answer) => {
          if (method !== "eth_getBlockByNumber") return answer;
          const parsed = JSON.parse(answer);
          const timestamp = toQuantity(now + 60 * minutes);
          return JSON.stringify({ ...parsed, result: { ...parsed.result, timestamp } });
        },
      };
      const [first, second] = [await behind(shifted), await behind(shifted)];
      const { code, errors } = await runTask(at(first.url, second.url), ...setPrice);
      expect(code, errors).to.equal(0);
      expect(errors).to.match(new RegExp(`^Warning: ${text}.*\\.\n$`));
    });
  }

  it("because no endpoint shows the contract never says to deploy again on a live network", async () => {
    const empty: Interference = {
      before: ({ method }) => (method === "eth_getCode" ? { result: "0x" } : undefined),
    };
    const [first, second] = [await behind(empty), await behind(empty)];
    const { errors } = await runTask(at(first.url, second.url), ...setPrice);
    expect(errors).to.match(
      /^Error: There is no contract at 0x\w{40} on mainnet: the endpoint lies, /,
    );
    expect(errors).to.match(/ Don't deploy again\.\n$/);
  });

  it("because its account has too little says what it has and what it needs", async () => {
    await node.provider.send("hardhat_setBalance", [owner.address, toQuantity(1_000)]);
    const { errors } = await runTask(at(node.url), ...setPrice);
    expect(errors).to.match(
      /^Error: Insufficient funds: 0x\w{40} has 0\.000000000000001 ETH and needs up to 0\.\d+ ETH\. Send it some\.\n$/,
    );
  });

  it("because another task of this machine sends from the account says so; a pause goes out all the same", async () => {
    const state = path.join(STATE_HOME, "ticket-mint");
    const release = await workAlone(senderName({ chainId: 1 }, owner.address, state), "At work.");
    const refused = await runTask(at(node.url), ...setPrice);
    const deploying = await runTask(
      at(node.url),
      ...["ticket", "deploy-renderer", "ipfs://bafyother/", "--yes", "--network", "mainnet"],
    );
    const paused = await runTask(
      at(node.url),
      ...["ticket", "pause", "--yes", "--network", "mainnet"],
    );
    await release();
    expect(refused.errors).to.equal("Error: At work.\n");
    expect(deploying.errors).to.equal("Error: At work.\n");
    expect(paused.code, paused.errors).to.equal(0);
    expect(await ticket.paused()).to.equal(true);
  });
});

describe("A payout that its account can't fund", () => {
  let sale: PaidSale;

  before(async () => {
    sale = await startPaidSale(["alice"]);
    await sale.deployPayouts();
    await sale.namePayees({ alice: `0x${"11".repeat(20)}` });
    await sale.buy(4, "alice");
  });

  after(async () => {
    await sale.node.close();
    await forgetDeployments(sale.project);
  });

  it("says what the account has and what is missing", async () => {
    const owner = await sale.owner.getAddress();
    await sale.node.provider.send("hardhat_setBalance", [owner, toQuantity(1_000)]);
    // Geth's error does not contain the amount either.
    const poor = await startRpcProxy(sale.node.url, {
      before: ({ method, params }) => {
        const isPaid = BigInt((params[0] as { value?: string } | undefined)?.value ?? 0) > 0n;
        return method === "eth_estimateGas" && isPaid
          ? "insufficient funds for transfer"
          : undefined;
      },
    });
    const { code, errors } = await sale.taskAt(poor.url, "affiliates", "pay");
    await poor.close();
    expect(code).to.equal(1);
    expect(errors).to.match(
      /Error: Insufficient funds: 0x\w{40} has 0\.000000000000001 ETH and needs up to 0\.\d+ ETH\. Send it some\.\n$/,
    );
  });
});
