import { expect } from "chai";
import { Transaction, toQuantity } from "ethers";
import { workAlone } from "../../../scripts/tasks/machine/one-at-a-time.ts";
import { senderName } from "../../../scripts/tasks/outbox/outbox.ts";
import type { Interference, RpcProxy, Verdict } from "../../doubles/rpc/rpc-proxy.ts";
import { startTask } from "../support/command.ts";
import { answers, useLiveSale } from "../support/live-sale.ts";
import { printed, RAISED_PRICE, typed } from "../support/money.ts";

describe("A task that can't go on", () => {
  const sale = useLiveSale("said truly");
  const setPrice = `ticket set-price ${typed(RAISED_PRICE)} --yes`;
  const lookFor = () =>
    `npm run hardhat -- ticket pending --account ${sale.owner.address} --network mainnet`;

  const given = ({ requests }: RpcProxy) => {
    const sent = requests.find(({ method }) => method === "eth_sendRawTransaction");
    return Transaction.from(String(sent?.params[0])).hash;
  };
  const sending = (verdict: Verdict): Interference => ({
    before: ({ method }) => (method === "eth_sendRawTransaction" ? verdict : undefined),
  });

  it("because the answer to what it sent is lost says that it may have been sent, and finds it later", async () => {
    const cutting = await sale.proxy({
      after: ({ method }) => (method === "eth_sendRawTransaction" ? "drop" : undefined),
    });
    const { code, errors } = await sale.run(setPrice, { first: cutting });
    expect(code).to.equal(1);
    expect(errors).to.match(
      new RegExp(
        `^Error: The transaction may have been sent: ${given(cutting)} \\(nonce 0\\)\\. .+ Or look: .+\n$`,
      ),
    );
    expect(errors).to.contain(lookFor());
    const again = await sale.run(setPrice);
    expect(again.output).to.contain(`The price is already ${printed(RAISED_PRICE)}`);
  });

  it("because its connection was closed before it asked asks again, for all but what it sends", async () => {
    let isClosed = false;
    const closing: Interference = {
      before({ method }) {
        if (method !== "eth_estimateGas" || isClosed) return undefined;
        isClosed = true;
        return "drop";
      },
    };
    const { code, errors } = await sale.run(setPrice, { first: closing });
    expect(code, errors).to.equal(0);
    expect(isClosed).to.equal(true);
    const refusing = await sale.proxy(sending("drop"));
    const { errors: lost } = await sale.run(`ticket set-price ${typed(2n * RAISED_PRICE)} --yes`, {
      first: refusing,
    });
    expect(lost).to.contain("The transaction may have been sent: ");
    const sends = refusing.requests.filter(({ method }) => method === "eth_sendRawTransaction");
    expect(sends).to.have.length(1);
  });

  it("because a gateway fails says so too, and because it was refused does not", async () => {
    const gateway = await sale.proxy(sending({ status: 502, body: "Bad gateway" }));
    const failed = await sale.run(setPrice, { first: gateway });
    expect(failed.errors).to.contain(
      `Error: The transaction may have been sent: ${given(gateway)} (nonce 0). The endpoint answers HTTP 502: a server error.`,
    );
    const refused = await sale.run(setPrice, { first: sending("not today") });
    expect(refused.errors).to.equal("Error: not today\n");
  });

  it("because it is interrupted after a send names the transaction, and where to look for it", async () => {
    await sale.node.provider.send("evm_setAutomine", [false]);
    let sent = false;
    const proxy = await sale.proxy({
      after({ method }) {
        sent ||= method === "eth_sendRawTransaction";
        if (sent && method === "eth_getTransactionReceipt") started.process.kill("SIGINT");
        return undefined;
      },
    });
    const words = [...setPrice.split(" "), "--network", "mainnet"];
    const started = startTask(await sale.at({ first: proxy }), ...words);
    const { code, errors } = await started.ended;
    await sale.node.provider.send("evm_setAutomine", [true]);
    expect(errors).to.equal(
      `Interrupted: ${given(proxy)} (nonce 0) may have been sent, and may still be mined. Look for it: ${lookFor()}\n`,
    );
    expect(code).to.equal(130);
  });

  const overQuota: Interference = {
    before: ({ method }) =>
      method === "eth_getCode"
        ? { status: 429, headers: { "retry-after": "1" }, body: "slow down" }
        : undefined,
  };

  it("because an endpoint's quota is used up says so, and not that it is silent", async () => {
    const proxy = await sale.proxy(overQuota);
    const host = `${new URL(proxy.url).host}`;
    const quota = `${host} answers HTTP 429: too many requests, so its quota is used up`;
    const command = await sale.at({ first: proxy, env: { ANSWER_WITHIN_SECONDS: "5" } });
    const words = [...setPrice.split(" "), "--network", "mainnet"];
    const { errors } = await startTask(command, ...words).ended;
    expect(errors).to.contain(`Waiting for ${host}, which answers HTTP 429 …\n`);
    expect(errors).to.contain(`\nError: ${quota}. Wait a few minutes, `);

    const second = await sale.run(setPrice, { second: proxy });
    expect(second.errors).to.equal(
      `Error: ${quota}, and nothing checks the first endpoint. Wait a few minutes, or set MAINNET_SECOND_RPC_URL to another one.\n`,
    );
  });

  for (const [minutes, text] of [
    [5, "this machine's clock is 5 minutes behind the newest block"],
    [
      -30,
      "the newest block is \\d+ minutes older than this machine's clock, so the clock is fast or",
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
      const { code, errors } = await sale.run(setPrice, { first: shifted, second: shifted });
      expect(code, errors).to.equal(0);
      expect(errors).to.match(new RegExp(`^Warning: ${text}.*\\.\n$`));
    });
  }

  it("because no endpoint shows the contract never says to deploy again on a live network", async () => {
    const empty = answers("eth_getCode", "0x");
    const { errors } = await sale.run(setPrice, { first: empty, second: empty });
    expect(errors).to.match(
      /^Error: There is no contract at 0x\w{40} on mainnet: the endpoint is wrong or incomplete, .+ Don't deploy again\.\n$/,
    );
  });

  it("because another task of this machine sends from the account says so; a pause goes out all the same", async () => {
    const release = await workAlone(senderName({ chainId: 1 }, sale.owner.address), "At work.");
    for (const task of [setPrice, "ticket deploy-renderer ipfs://bafyother/ --yes"]) {
      expect((await sale.run(task)).errors, task).to.equal("Error: At work.\n");
    }
    const paused = await sale.run("ticket pause --yes");
    await release();
    expect(paused.code, paused.errors).to.equal(0);
    expect(await sale.ticket.paused()).to.equal(true);
  });
});
