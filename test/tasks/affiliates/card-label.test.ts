import { expect } from "chai";
import fc from "fast-check";
import { parseLink } from "../../../frontend/src/domain/order/link.ts";
import { parseCardLabel } from "../../../scripts/tasks/affiliates/card-label.ts";
import { TaskError } from "../../../scripts/tasks/cli/task.ts";

const shown = (label: string) => parseLink(`?card=${encodeURIComponent(label)}`).card;

function parsed(text: string): string | null {
  try {
    return parseCardLabel(text);
  } catch (error) {
    expect(error).to.be.instanceOf(TaskError);
    return null;
  }
}

describe("parseCardLabel", () => {
  const taken = ["Garden Flat", "Wohnung 3-B", "a", "Ä".repeat(40), "部屋", "A\u030A", "बगीचा फ्लैट"];
  const refused = [
    "",
    " ",
    " Flat",
    "Flat ",
    "Garden  Flat",
    "Flat!",
    "50 %",
    "<b>",
    "a_b",
    "a\nb",
    "a/b",
    "a\u200Bb",
    "a\u3164b",
    "Flat\u202E",
    "a\u00A0b",
    "\u0335a",
    `a${"\u0335".repeat(4)}`,
    "x".repeat(41),
  ];

  it("takes what the page shows as it is, and nothing that it would cut, clean or drop", () => {
    for (const text of [...taken, ...refused]) {
      const label = text.normalize("NFC");
      const isTaken = taken.includes(text);
      expect(parsed(text), JSON.stringify(text)).to.equal(isTaken ? label : null);
      expect(shown(text) === label, JSON.stringify(text)).to.equal(isTaken);
    }
  });

  it("agrees with the page on any text", () => {
    const unit = fc.constantFrom(..."ab9-  _!/é\u0301\u200B\u3164\u00A0\n部", "👩", "\u{E0041}");
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 45 }), (text) => {
        const label = text.normalize("NFC");
        expect(parsed(text)).to.equal(shown(text) === label ? label : null);
      }),
      { seed: 8, numRuns: 2_000 },
    );
  });
});
