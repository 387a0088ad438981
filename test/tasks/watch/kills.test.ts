import { expect } from "chai";
import { startRpcProxy } from "../../doubles/rpc/rpc-proxy.ts";
import { seededInteger } from "../../support/random.ts";
import { useWatchedSale } from "../support/watching.ts";

/** The number of kills; `npm run bench:scripts` makes fifty. */
const KILLS = Number(process.env.KILLS ?? 1);
const REQUESTS = 60;
const AT = ["post", "taken", "request"] as const;

describe("ticket watch, after kills at random points", function () {
  this.timeout(60_000);
  const sale = useWatchedSale();
  const next = seededInteger(1234);

  for (let kill = 0; kill < KILLS; kill += 1) {
    const at = AT[kill % AT.length];
    it(`at a ${at} (${kill + 1}): the webhook misses no event, and gets one of them twice at most`, async () => {
      const { receiver } = sale;
      await sale.buy(1, "alice");
      await sale.buy(2);
      const number = 1 + next(at === "request" ? REQUESTS : (await sale.ids()).length);
      const label = `${at} ${number}`;
      let requests = 0;
      const killAt = (what: string, count: number) => {
        if (what === at && count === number) void first.kill();
      };
      const proxy = await startRpcProxy(sale.node.url, {
        before() {
          requests += 1;
          killAt("request", requests);
          return undefined;
        },
      });
      receiver.onPost = (count) => killAt("post", count);
      receiver.onAnswered = (count) => killAt("taken", count);
      const watch = () =>
        sale.watchWith(
          { REHEARSAL_RPC_URL: proxy.url },
          ...["--webhook", receiver.url, "--from", "0"],
        );
      const first = watch();
      const { code } = await first.ended;
      expect(code, `${label}: ${first.text}`).to.equal(null);
      await sale.buy(3, "bob");
      await (await sale.ticket.pause()).wait();

      const expected = await sale.ids();
      const again = watch();
      await again.saw(/ figures /);
      const duplicates = () => receiver.keys.length - new Set(receiver.keys).size;
      await receiver.took(expected.length);
      if (duplicates() > 0) await receiver.took(expected.length + duplicates());
      await again.stop();
      await proxy.close();
      expect([...new Set(receiver.keys)], label).to.deep.equal(expected);
      expect(duplicates(), label).to.be.lessThanOrEqual(1);
    });
  }
});
