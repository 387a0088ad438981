import { expect } from "chai";
import { createAlarms } from "../../../scripts/tasks/watch/alarms.ts";
import { delivered } from "../../../scripts/tasks/watch/webhook-delivery.ts";
import { journalFile } from "../../../scripts/tasks/watch/webhook-journal.ts";
import { fakeSale } from "../support/fake-sale.ts";

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

describe("A webhook's journal", () => {
  const fileOf = (webhook: string, record: { chainId: number; transactionHash: string }) =>
    journalFile(fakeSale({ record }), webhook);

  it("is another file for another webhook, chain or deployment", () => {
    const record = { chainId: 1, transactionHash: "0x01" };
    const files = [
      fileOf("https://a.example/", record),
      fileOf("https://b.example/", record),
      fileOf("https://a.example/", { ...record, chainId: 10 }),
      fileOf("https://a.example/", { ...record, transactionHash: "0x02" }),
    ];
    expect(new Set(files).size).to.equal(4);
    expect(fileOf("https://a.example/", record)).to.equal(files[0]);
  });
});
