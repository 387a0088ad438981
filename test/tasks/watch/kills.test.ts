import { expect } from "chai";
import { startRpcProxy } from "../../doubles/rpc/rpc-proxy.ts";
import { seededInteger } from "../../support/random.ts";
import { testProject } from "../support/project.ts";
import { startWatchedChain, type WatchedChain } from "../support/watched-chain.ts";
import { startReceiver, startWatch } from "../support/watching.ts";

/** The number of kills; `npm run bench:scripts` makes fifty. */
const KILLS = Number(process.env.KILLS ?? 1);

interface Moment {
  readonly at: "post" | "taken" | "request";
  readonly number: number;
}

const REQUESTS = 60;
const AT = ["post", "taken", "request"] as const;

describe("ticket watch, killed", () => {
  let project: string;
  let chain: WatchedChain;

  before(async () => {
    project = await testProject();
    chain = await startWatchedChain();
  });

  after(() => chain.node.close());

  it(`${KILLS} kills at random points: the webhook misses no event, and gets one of them twice at most`, async function () {
    this.timeout(60_000 * KILLS);
    const next = seededInteger(1234);
    let repeated = 0;
    for (let kill = 0; kill < KILLS; kill += 1) {
      await chain.reset();
      await chain.buy(1, "alice");
      await chain.buy(2);
      const posts = (await chain.ids()).length;
      const at = AT[kill % AT.length] ?? "post";
      const moment: Moment = { at, number: 1 + next(at === "request" ? REQUESTS : posts) };
      const label = `at ${moment.at} ${moment.number}`;

      const receiver = await startReceiver();
      let requests = 0;
      let isKilled = false;
      const killAt = (what: Moment["at"], number: number) => {
        if (moment.at !== what || moment.number !== number || isKilled) return;
        isKilled = true;
        first.kill();
      };
      const proxy = await startRpcProxy(chain.node.url, {
        before() {
          requests += 1;
          killAt("request", requests);
          return undefined;
        },
      });
      receiver.onPost = (number) => killAt("post", number);
      receiver.onAnswered = (number) => killAt("taken", number);
      const command = { project, env: { REHEARSAL_RPC_URL: proxy.url } };
      const words = ["--network", "rehearsal", "--webhook", receiver.url];
      const from = ["--from", String(chain.deployed)];
      const first = startWatch(command, ...words, ...from);
      const { code } = await first.ended;
      expect(code, `${label}: ${first.output()}`).to.equal(null);
      await chain.buy(3, "bob");
      await (await chain.ticket.pause()).wait();

      const expected = await chain.ids();
      const again = startWatch(command, ...words, ...from);
      await again.saw(/ figures /);
      const duplicates = () => receiver.keys.length - new Set(receiver.keys).size;
      await receiver.took(expected.length);
      if (duplicates() > 0) await receiver.took(expected.length + duplicates());
      await again.stop();
      await proxy.close();
      await receiver.close();

      expect([...new Set(receiver.keys)], label).to.deep.equal(expected);
      expect(duplicates(), label).to.be.lessThanOrEqual(1);
      repeated += duplicates();
    }
    if (KILLS >= 50) console.log(`      ${repeated} of ${KILLS} kills repeated an event`);
  });
});
