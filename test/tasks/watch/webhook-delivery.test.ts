import { expect } from "chai";
import { createAlarms } from "../../../scripts/tasks/watch/alarms.ts";
import { delivered } from "../../../scripts/tasks/watch/webhook-delivery.ts";

describe("A webhook's delivery", () => {
  it("is tried again after longer and longer pauses, a minute at most", async () => {
    const stop = new AbortController();
    const pauses: number[] = [];
    const pause = async (ms: number) => {
      pauses.push(ms / 1_000);
      if (pauses.length === 9) stop.abort();
    };
    const alarms = createAlarms(
      () => {},
      () => {},
    );
    const closed = new URL("http://127.0.0.1:9/");
    expect(await delivered(closed, "id", {}, alarms, { signal: stop.signal, pause })).to.equal(
      false,
    );
    expect(pauses).to.deep.equal([1, 2, 4, 8, 16, 32, 60, 60, 60]);
    expect(alarms.open().join()).to.match(/has not accepted an event: .+The next try is in 60 s/);
  });
});
