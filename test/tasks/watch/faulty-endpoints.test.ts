import { setImmediate as turn } from "node:timers/promises";
import { expect } from "chai";
import { askEndpoint, hostAt } from "../../../scripts/tasks/chain/endpoint.ts";
import { createPanel } from "../../../scripts/tasks/chain/panel.ts";
import {
  type Interference,
  type RpcProxy,
  type RpcRequest,
  startRpcProxy,
  type Verdict,
} from "../../doubles/rpc/rpc-proxy.ts";
import { createChanges } from "../../support/changes.ts";
import { recordAsMainnet } from "../support/owned-sale.ts";
import { refusal } from "../support/sale.ts";
import { useWatchedSale, type Watching } from "../support/watching.ts";

describe("ticket watch, while an endpoint", function () {
  this.timeout(120_000);
  const sale = useWatchedSale();
  let bad: RpcProxy;
  let host: string;
  let fault: Interference | null;

  beforeEach(async () => {
    fault = null;
    bad = await startRpcProxy(sale.node.url, {
      before: (request, number) => fault?.before?.(request, number),
      edit: (request, answer) => fault?.edit?.(request, answer) ?? answer,
    });
    host = new URL(bad.url).host;
  });

  afterEach(() => bad.close());

  const two = () => [sale.node.url, `${sale.node.url}/second`] as const;

  function watch(second: string, ...more: string[]): Watching {
    const env = {
      REHEARSAL_RPC_URL: bad.url,
      REHEARSAL_SECOND_RPC_URL: second,
      VITE_RPC_URLS: more.join(","),
    };
    return sale.watchWith(env, "--webhook", sale.receiver.url);
  }

  const always = (verdict: Verdict): Interference => ({ before: () => verdict });
  const telling = (method: string, change: (result: never, request: RpcRequest) => unknown) => ({
    edit(request: RpcRequest, answer: string) {
      if (request.method !== method) return answer;
      const parsed = JSON.parse(answer);
      return JSON.stringify({ ...parsed, result: change(parsed.result as never, request) });
    },
  });
  const later = (seconds: number) =>
    telling("eth_getBlockByNumber", (block: { timestamp: string; number: string }, { params }) =>
      params[0] === "latest"
        ? {
            ...block,
            timestamp: `0x${(Number(block.timestamp) + seconds).toString(16)}`,
            number: `0x${(Number(block.number) + Math.sign(seconds)).toString(16)}`,
          }
        : block,
    );

  const faults: readonly (readonly [what: string, fault: Interference, says: RegExp])[] = [
    ["dies", always("drop"), /^can't be reached$/],
    ["is silent", always("silent"), /^is silent$/],
    [
      "answers HTML",
      always({ status: 200, body: "<h1>Welcome</h1>" }),
      /^answers with something that is not JSON$/,
    ],
    [
      "refuses all",
      always("slow down, https://a.example/key"),
      /^gives an error: slow down, https:\/\/a\.example\/…$/,
    ],
    ["serves another chain", telling("eth_chainId", () => "0x539"), /^serves chain 1337, not 1$/],
    [
      "gives blocks that are none",
      telling("eth_getBlockByNumber", () => ({ number: "0x-1" })),
      /^gives an invalid block$/,
    ],
    ["is behind", later(-75), /^is 75 s behind the others, at block \d+$/],
    ["is ahead of the chain", later(75), /^is 75 s ahead of the others, at block \d+$/],
  ];
  for (const [what, wrong, says] of faults) {
    it(`${what}, names what is wrong with it, and nothing once it is well`, async () => {
      const asked: Promise<unknown>[] = [];
      const endpoints = [bad.url, ...two()].map((url) => ({
        host: hostAt(url),
        request(method: string, params: readonly unknown[]) {
          const answer = askEndpoint(url, method, params, AbortSignal.timeout(3_000));
          asked.push(answer);
          return answer;
        },
      }));
      const panel = createPanel(endpoints, { chainId: 1 });
      const look = async () => {
        await panel.look();
        // Two answers suffice, so the third may come later.
        await Promise.allSettled(asked);
        await turn();
        return panel.health()[0]?.problem;
      };
      fault = wrong;
      expect(await look()).to.match(says);
      fault = null;
      await look();
      expect(await look()).to.equal(null);
    });
  }

  it("dies, says so to the team and to the webhook, and tells each event once by the others; and when it is back", async () => {
    const running = watch(...two());
    await running.saw(/; 3 endpoints: .+\n/);
    await sale.buy(1);
    await sale.receiver.took(1);
    fault = always("drop");
    await sale.buy(2, "alice");
    await sale.receiver.took(2);
    // An alarm follows the second failure in a row.
    await running.saw(new RegExp(`ALARM +${host} can't be reached\n`));
    fault = null;
    await sale.buy(3);
    await running.saw(new RegExp(`all clear +${host} agrees again\n`));
    await sale.receiver.took(3);
    await sale.receiver.tookAlarms(2);
    const { code } = await running.stop();
    expect(code).to.equal(0);
    expect(sale.receiver.keys).to.deep.equal((await sale.ids()).slice(-3));
    const [raised, cleared, ...more] = sale.receiver.alarms;
    const of = { network: "rehearsal", chainId: 1, address: await sale.ticket.getAddress() };
    const about = { alarm: `endpoint ${host}`, ...of };
    expect(raised).to.deep.include({
      type: "alarm",
      key: raised?.id,
      text: `${host} can't be reached`,
      ...about,
    });
    expect(cleared).to.deep.include({
      type: "cleared",
      raised: raised?.id,
      text: `${host} agrees again`,
      ...about,
      key: cleared?.id,
    });
    expect(cleared?.id).not.to.equal(raised?.id);
    expect(more).to.deep.equal([]);
  });

  for (const [what, second, wrong, alarm, says, over] of [
    [
      "contradicts the only other one, tells nothing until they agree",
      () => sale.node.url,
      telling("eth_getLogs", () => []),
      "reading",
      "The endpoints disagree on the sale's events: .+",
      "the sale is read again, at block \\d+",
    ],
    [
      "and the only other one are gone, says that nothing is read, and misses nothing",
      () => `${bad.url}/second`,
      always("drop"),
      "endpoints",
      "0 of 2 endpoints answer, and 2 have to",
      "the endpoints agree on a new block",
    ],
  ] as const) {
    it(what, async () => {
      const running = watch(second());
      await running.saw(/; 2 endpoints: .+\n/);
      await sale.buy(1);
      await sale.receiver.took(1);
      fault = wrong;
      await sale.buy(2);
      const problem = `nothing is read since block \\d+: ${says}`;
      await running.saw(new RegExp(`ALARM +${problem}\n`));
      expect(sale.receiver.taken).to.have.length(1);
      fault = null;
      await sale.receiver.took(2);
      await running.saw(new RegExp(`all clear +${over}\n`));
      // The endpoints raise alarms too.
      await sale.receiver.tookAlarms(6);
      await running.stop();
      const [raised, cleared, ...more] = sale.receiver.alarms.filter((one) => one.alarm === alarm);
      expect(raised?.text).to.match(new RegExp(`^${problem}$`));
      expect(cleared).to.deep.include({ type: "cleared", raised: raised?.id });
      expect(more).to.deep.equal([]);
      expect(sale.receiver.keys).to.deep.equal((await sale.ids()).slice(-2));
    });
  }

  it("and the only other one make no blocks on a live network, says so once, and when blocks come again", async () => {
    await recordAsMainnet(sale.project);
    let looks = 0;
    const { changed, until } = createChanges();
    fault = telling("eth_getBlockByNumber", (block: object) => {
      looks += 1;
      changed();
      return { ...block, timestamp: "0x1" };
    });
    const env = { MAINNET_RPC_URL: bad.url, MAINNET_SECOND_RPC_URL: `${bad.url}/second` };
    const running = sale.watchOn("mainnet", env, "--confirmations", "0");
    await running.saw(/; 0 confirmations; 2 endpoints: .+\n/);
    await running.saw(/ {2}ALARM +the newest block is \d+ s old\n/);
    const seen = looks;
    await until(() => looks > seen + 6);
    fault = null;
    await running.saw(/ {2}all clear +new blocks come again\n/);
    const { code, output } = await running.stop();
    expect(output.match(/ALARM/g)).to.have.length(1);
    expect(code).to.equal(0);
  });

  it("is silent from the start, says within seconds what it waits for", async () => {
    fault = always("silent");
    const running = watch(...two());
    await running.saw(new RegExp(`Waiting for ${host} to answer eth_chainId …\n`));
    await running.saw(/; 3 endpoints: .+\n/);
    const { code } = await running.stop();
    expect(code).to.equal(0);
  });

  it("and the only other one serve another chain, ends in one line", async () => {
    fault = telling("eth_chainId", () => "0x539");
    const { code, errors } = await watch(`${bad.url}/second`).ended;
    expect(code).to.equal(1);
    expect(errors).to.match(
      /^Error: The sale can't be read: 0 of 2 endpoints answer, and 2 have to; 127\.0\.0\.1:\d+ serves chain 1337, not 1; 127\.0\.0\.1:\d+ \(2\) serves chain 1337, not 1\n$/,
    );
  });

  it("is no URL in the page's settings, ends in one line", async () => {
    const { sent: _, ...refused } = refusal(
      "VITE_RPC_URLS has an entry that is not an http(s) URL: eth.example/key",
    );
    expect(await watch(sale.node.url, "eth.example/key").ended).to.deep.equal(refused);
  });
});
