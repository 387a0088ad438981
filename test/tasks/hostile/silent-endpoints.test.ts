import { expect } from "chai";
import type { Interference } from "../../doubles/rpc/rpc-proxy.ts";
import { startTask } from "../support/command.ts";
import { type Places, useLiveSale } from "../support/live-sale.ts";
import { RAISED_PRICE, typed } from "../support/money.ts";

describe("An endpoint that is silent", () => {
  const sale = useLiveSale("silent endpoints");
  const raise = `ticket set-price ${typed(RAISED_PRICE)} --yes`;

  /** Starts a new process, because the configuration reads the limit when it loads. */
  async function runAt(silent: Interference, task: string, place: "first" | "second" = "first") {
    const proxy = await sale.proxy(silent);
    const places: Places = { [place]: proxy, env: { ANSWER_WITHIN_SECONDS: "5" } };
    const words = [...task.split(" "), "--network", "mainnet"];
    const ended = await startTask(await sale.at(places), ...words).ended;
    expect(ended.code, ended.errors).to.equal(1);
    return { ...ended, host: new URL(proxy.url).host };
  }

  const silentFrom = (method: string): Interference => {
    let dead = false;
    return {
      before: (request) => {
        dead ||= request.method === method;
        return dead ? "silent" : undefined;
      },
    };
  };

  it("from the first request on is named, and ends what only reads", async () => {
    const { output, errors, host } = await runAt(silentFrom("eth_chainId"), "ticket status");
    expect(output).to.equal("");
    expect(errors).to.match(
      new RegExp(
        `^Waiting for ${host} to answer eth_chainId …\nError: ${host} has not answered eth_chainId within 5 s\\. Try again later .+\n$`,
      ),
    );
  });

  it("when events are read is not asked for fewer and fewer of them", async () => {
    const { errors, host } = await runAt(silentFrom("eth_getLogs"), "affiliates list");
    expect(errors.match(/Waiting for/g)).to.have.length(1);
    expect(errors).to.contain(`Error: ${host} has not answered eth_getLogs within 5 s. `);
  });

  it("right after it took a transaction leaves the hash, and the next run goes on", async () => {
    const nonce = await sale.owner.getNonce();
    let sent = false;
    const { output, errors } = await runAt(
      {
        before: ({ method }) => {
          if (sent) return "silent";
          sent = method === "eth_sendRawTransaction";
          return undefined;
        },
      },
      raise,
    );
    const hash = /^Sent (0x[0-9a-f]{64}), waiting for it to be mined\.$/m.exec(output)?.[1];
    expect(hash, output + errors).to.not.equal(undefined);
    expect(errors).to.contain(`Waiting for ${hash} to be mined …\n`);
    expect(errors).to.match(
      new RegExp(
        `\nError: ${hash} was sent. The endpoint then stopped answering, .+ Run the same command again later: .+\n$`,
      ),
    );
    const again = await sale.run(raise);
    expect(again.code, again.errors).to.equal(0);
    expect(await sale.ticket.ticketPrice()).to.equal(RAISED_PRICE);
    expect((await sale.owner.getNonce()) - nonce).to.equal(1);
  });

  it("for a second opinion is named too", async () => {
    const { errors, host } = await runAt(silentFrom("eth_getCode"), "ticket status", "second");
    expect(errors).to.contain(`Waiting for ${host} to answer eth_getCode …\n`);
    expect(errors).to.match(/\nError: \S+, the second endpoint, fails at eth_getCode: .+\n$/);
  });
});
