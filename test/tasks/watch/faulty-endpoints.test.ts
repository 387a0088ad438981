import { expect } from "chai";
import { id } from "ethers";
import {
  type Interference,
  type RpcProxy,
  type RpcRequest,
  startRpcProxy,
  type Verdict,
} from "../../doubles/rpc/rpc-proxy.ts";
import { testProject } from "../support/project.ts";
import { startWatchedChain, type WatchedChain } from "../support/watched-chain.ts";
import { type Receiver, startReceiver, startWatch, type Watching } from "../support/watching.ts";

describe("ticket watch, while an endpoint", function () {
  this.timeout(120_000);
  let project: string;
  let chain: WatchedChain;
  let receiver: Receiver;
  let watching: Watching | undefined;
  let bad: RpcProxy;
  let fault: Interference | null;

  before(async () => {
    project = await testProject();
    chain = await startWatchedChain();
  });

  beforeEach(async () => {
    await chain.reset();
    receiver = await startReceiver();
    fault = null;
    bad = await startRpcProxy(chain.node.url, {
      before: (request, number) => fault?.before?.(request, number),
      edit: (request, answer) => fault?.edit?.(request, answer) ?? answer,
    });
  });

  afterEach(async () => {
    watching?.kill();
    await watching?.ended;
    await bad.close();
    await receiver.close();
  });

  after(() => chain.node.close());

  function watch(others: readonly string[], ...words: string[]): Watching {
    const [second = "", ...more] = others;
    const env = {
      REHEARSAL_RPC_URL: bad.url,
      REHEARSAL_SECOND_RPC_URL: second,
      VITE_RPC_URLS: more.join(","),
    };
    watching = startWatch(
      { project, env },
      ...["--network", "rehearsal", "--webhook", receiver.url, ...words],
    );
    return watching;
  }

  const two = () => [chain.node.url, `${chain.node.url}/second`];

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

  const cases: readonly (readonly [what: string, fault: Interference, says: RegExp])[] = [
    ["dies", always("drop"), /can't be reached/],
    ["is silent", always("silent"), /is silent/],
    [
      "answers HTML",
      always({ status: 200, body: "<h1>Welcome</h1>" }),
      /answers with something that is not JSON/,
    ],
    [
      "refuses all",
      always("slow down, https://a.example/key"),
      /gives an error: slow down, https:\/\/a\.example\/…/,
    ],
    [
      "gives blocks that are none",
      telling("eth_getBlockByNumber", () => ({ number: "0x-1" })),
      /gives an invalid block/,
    ],
    ["is behind", later(-75), /is 75 s behind the others, at block \d+/],
    ["is ahead of the chain", later(75), /is 75 s ahead of the others, at block \d+/],
    [
      "has other blocks",
      telling("eth_getBlockByNumber", (block: object) => ({ ...block, hash: id("another") })),
      new RegExp(`says that block \\d+ is ${id("another")}`),
    ],
    [
      "leaves out sales",
      telling("eth_getLogs", () => []),
      /says 0 \(0x\w{8}…\) for the sale's events, and the others [12] \(0x\w{8}…\)/,
    ],
    [
      "tells of other figures",
      telling("eth_call", (result: string) => result.replace(/0(?=0*$)/, "1")),
      /says .+ for \w+\(.*\), and the others /,
    ],
  ];

  for (const [what, wrong, says] of cases) {
    it(`${what}, says so to the team and to the webhook, and tells each event once by the others; and when it is back`, async () => {
      const running = watch(two());
      const { host } = new URL(bad.url);
      await running.saw(/; 3 endpoints: .+\n/);
      await chain.buy(1);
      await receiver.took(1);
      fault = wrong;
      await chain.buy(2, "alice");
      await receiver.took(2);
      // An alarm follows the second failure in a row.
      await running.saw(new RegExp(`ALARM +${host} ${says.source}`));
      fault = null;
      await chain.buy(3);
      await running.saw(new RegExp(`all clear +${host} agrees again\n`));
      await receiver.took(3);
      await receiver.tookAlarms(2);
      const { code } = await running.stop();
      expect(code).to.equal(0);
      expect(receiver.keys).to.deep.equal((await chain.ids()).slice(-3));
      const [raised, cleared, ...more] = receiver.alarms.filter(
        ({ alarm }) => alarm === `endpoint ${host}`,
      );
      const of = { network: "rehearsal", chainId: 1, address: await chain.ticket.getAddress() };
      expect(raised).to.deep.include({ type: "alarm", key: raised?.id, ...of });
      expect(raised?.text).to.match(new RegExp(`^${host} ${says.source}`));
      expect(cleared).to.deep.include({
        ...{ type: "cleared", raised: raised?.id, text: `${host} agrees again`, ...of },
        key: cleared?.id,
      });
      expect(cleared?.id).not.to.equal(raised?.id);
      expect(more).to.deep.equal([]);
    });
  }

  it("contradicts the only other one, tells nothing until they agree", async () => {
    const running = watch([chain.node.url]);
    await running.saw(/; 2 endpoints: .+\n/);
    await chain.buy(1);
    await receiver.took(1);
    fault = telling("eth_getLogs", () => []);
    await chain.buy(2);
    await running.saw(
      /ALARM +nothing is read since block \d+: The endpoints disagree on the sale's events: .+\n/,
    );
    expect(receiver.taken).to.have.length(1);
    const disagreement = () => receiver.alarms.filter(({ alarm }) => alarm === "reading");
    fault = null;
    await receiver.took(2);
    await running.saw(/all clear +the sale is read again, at block \d+\n/);
    // Disagreeing endpoints raise alarms too.
    await receiver.tookAlarms(6);
    await running.stop();
    expect(disagreement().map(({ type }) => type)).to.deep.equal(["alarm", "cleared"]);
    expect(disagreement()[0]?.text).to.match(
      /^nothing is read since block \d+: The endpoints disagree on the sale's events: /,
    );
    expect(receiver.keys).to.deep.equal((await chain.ids()).slice(-2));
  });

  it("and the only other one are gone, says that nothing is read, and misses nothing", async () => {
    const running = watch([`${bad.url}/second`]);
    await running.saw(/; 2 endpoints: .+\n/);
    await chain.buy(1);
    await receiver.took(1);
    fault = always("drop");
    await chain.buy(2);
    await running.saw(
      /ALARM +nothing is read since block \d+: 0 of 2 endpoints answer, and 2 have to\n/,
    );
    fault = null;
    await receiver.took(2);
    await running.saw(/all clear +the endpoints agree on a new block\n/);
    await receiver.tookAlarms(6);
    await running.stop();
    const [raised, cleared] = receiver.alarms.filter(({ alarm }) => alarm === "endpoints");
    expect(raised?.text).to.match(
      /^nothing is read since block \d+: 0 of 2 endpoints answer, and 2 have to$/,
    );
    expect(cleared).to.deep.include({ type: "cleared", raised: raised?.id });
    expect(receiver.keys).to.deep.equal((await chain.ids()).slice(-2));
  });

  it("is silent from the start, says within seconds what it waits for", async () => {
    fault = always("silent");
    const running = watch(two());
    const { host } = new URL(bad.url);
    await running.saw(new RegExp(`Waiting for ${host} to answer eth_chainId …\n`));
    await running.saw(/; 3 endpoints: .+\n/);
    const { code } = await running.stop();
    expect(code).to.equal(0);
  });

  it("serves another chain, leaves it out", async () => {
    fault = telling("eth_chainId", () => "0x539");
    const running = watch(two());
    const { host } = new URL(bad.url);
    await running.saw(new RegExp(`ALARM +${host} serves chain 1337, not 1\n`));
    await chain.buy(1);
    await receiver.took(1);
    await running.stop();
    expect(receiver.keys).to.deep.equal((await chain.ids()).slice(-1));
  });

  it("and the only other one serve another chain, ends in one line", async () => {
    fault = telling("eth_chainId", () => "0x539");
    const { code, errors } = await watch([`${bad.url}/second`]).ended;
    expect(code).to.equal(1);
    expect(errors).to.match(
      /^Error: The sale can't be read: 0 of 2 endpoints answer, and 2 have to; 127\.0\.0\.1:\d+ serves chain 1337, not 1; 127\.0\.0\.1:\d+ \(2\) serves chain 1337, not 1\n$/,
    );
  });

  it("is no URL in the page's settings, ends in one line", async () => {
    const { code, output, errors } = await watch([chain.node.url, "eth.example/key"]).ended;
    expect({ code, output, errors }).to.deep.equal({
      code: 1,
      output: "",
      errors: "Error: VITE_RPC_URLS has an entry that is not an http(s) URL: eth.example/key\n",
    });
  });
});
