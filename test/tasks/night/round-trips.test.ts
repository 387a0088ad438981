import { expect } from "chai";
import { startSlowEndpoints } from "../../doubles/rpc/slow-endpoints.ts";
import { useLiveSale } from "../support/live-sale.ts";
import { RAISED_PRICE, typed } from "../support/money.ts";

/** Counts a task's sequential requests. */
describe("Behind slow endpoints", () => {
  const sale = useLiveSale("slow endpoints");

  before(async () => {
    await (await sale.ticket.pause()).wait();
  });

  for (const [what, task, rounds] of [
    ["an unpause", "ticket unpause", 6],
    ["a pause", "ticket pause", 9],
    ["a change of price", `ticket set-price ${typed(RAISED_PRICE)}`, 7],
  ] as const) {
    it(`${what} takes ${rounds} round trips`, async () => {
      if (task === "ticket pause") await (await sale.ticket.unpause()).wait();
      const slow = await startSlowEndpoints([sale.node.url, `${sale.node.url}/second`]);
      const [first = "", second = ""] = slow.urls;
      const { code, errors } = await sale.run(`${task} --yes`, { first, second });
      await slow.close();
      expect(code, errors).to.equal(0);
      const shown = slow.rounds.map((methods, i) => `${i + 1}. ${methods.join(", ")}`);
      expect(slow.rounds.length, shown.join("\n")).to.equal(rounds);
    });
  }
});
