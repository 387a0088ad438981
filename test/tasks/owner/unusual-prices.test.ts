import { expect } from "chai";
import { priceStep } from "../../../collection.ts";
import { useLiveSale } from "../support/live-sale.ts";
import { literally, PRICE, printed, typed } from "../support/money.ts";
import { startInTerminal } from "../support/terminal.ts";

/** A thousandth of the price, like after a lost decimal point. */
const LOW = (PRICE / 1000n / priceStep) * priceStep;
const THIRD = PRICE / 3n - ((PRICE / 3n) % priceStep);

describe("A price that is far from the present one", () => {
  const sale = useLiveSale("unusual prices");
  const setPrice = (price: bigint) => `ticket set-price ${typed(price)}`;

  for (const [what, before, after, factor] of [
    ["a thousandth of", PRICE, LOW, `1/${(PRICE / LOW).toLocaleString("en-US")} of`],
    ["a thousand times", LOW, LOW * 1000n, "1,000 times"],
    ["three times", PRICE, 3n * PRICE, "3 times"],
    ["a third of", PRICE, THIRD, `${PRICE % THIRD === 0n ? "" : "less than "}1/3 of`],
    ["less than three times", PRICE, 3n * PRICE - priceStep, null],
    ["half of", PRICE, PRICE / 2n, null],
  ] as const) {
    it(`is ${factor === null ? "set" : "not set"} by --yes if it is ${what} the present one`, async () => {
      if (before !== PRICE) await (await sale.ticket.setTicketPrice(before)).wait();
      const { code, output, errors } = await sale.run(`${setPrice(after)} --yes`);
      const what = `The new price is ${factor} the present one`;
      if (factor === null) expect(code, errors).to.equal(0);
      else {
        expect(output).to.contain(`  Warning: ${what}.\n`);
        expect({ code, errors }).to.deep.equal({
          code: 1,
          errors: `Error: ${what}, so --yes is not enough: run the command in a terminal, without --yes. Nothing was sent.\n`,
        });
      }
      expect(await sale.ticket.ticketPrice()).to.equal(factor === null ? after : before);
    });
  }

  it("is set once it is typed again, and not by yes", async () => {
    const words = [...setPrice(LOW).split(" "), "--network", "mainnet"];
    const careless = startInTerminal(await sale.at(), ...words);
    await careless.answer(/Type \S+ ETH to go on: /, "yes");
    expect((await careless.ended).output).to.contain("Error: Not confirmed: nothing was sent\n");
    expect(await sale.ticket.ticketPrice()).to.equal(PRICE);

    const meant = startInTerminal(await sale.at(), ...words);
    await meant.answer(new RegExp(`Type ${literally(printed(LOW))} to go on: `), printed(LOW));
    const { code, output } = await meant.ended;
    expect(code, output).to.equal(0);
    expect(await sale.ticket.ticketPrice()).to.equal(LOW);
  });
});
