import { expect } from "chai";
import { TaskError } from "../../../scripts/tasks/cli/task.ts";
import {
  canonicalCode,
  parseCodes,
  warnOfLookAlikes,
} from "../../../scripts/tasks/sale/affiliate-code.ts";
import { printedBy } from "../support/console.ts";

describe("canonicalCode", () => {
  it("takes 3 to 32 letters, digits, underscores and hyphens, in lower case", () => {
    for (const [text, code] of [
      ["abc", "abc"],
      ["ALICE", "alice"],
      ["aZ09_-", "az09_-"],
      ["__proto__", "__proto__"],
      ["a".repeat(32), "a".repeat(32)],
      ["Z".repeat(32), "z".repeat(32)],
    ] as const) {
      expect(canonicalCode(text)).to.equal(code);
    }
  });

  it("takes nothing else", () => {
    for (const text of [
      "",
      "ab",
      "a".repeat(33),
      "a b",
      " abc",
      "abc ",
      "abc\n",
      "\nabc",
      "a.b.c",
      "abcé",
      // The Kelvin sign becomes k in lower case.
      "abc\u212A",
    ]) {
      expect(canonicalCode(text), JSON.stringify(text)).to.equal(null);
    }
  });
});

describe("parseCodes", () => {
  it("gives each code once, in order", () => {
    expect(parseCodes(["Bob", "alice", "BOB", "constructor"])).to.deep.equal([
      "bob",
      "alice",
      "constructor",
    ]);
    expect(parseCodes([])).to.deep.equal([]);
  });

  it("says which one is no code", () => {
    expect(() => parseCodes(["alice", 'x "y"\n']))
      .to.throw(TaskError)
      .with.property(
        "message",
        'Not an affiliate code: "x \\"y\\"\\n". A code is 3 to 32 letters, digits, _ or -',
      );
  });
});

describe("warnOfLookAlikes", () => {
  const warnings = (codes: readonly string[], registered: readonly string[]) =>
    printedBy(() => warnOfLookAlikes(codes, registered)).errors;

  it("names the code and the one that it is mistaken for", () => {
    for (const [code, other] of [
      ["b1ll", "bill"],
      ["biii", "b1l1"],
      ["zoo", "z00"],
      ["a_b", "a-b"],
      ["o0o", "ooo"],
      ["barn", "bam"],
      ["vvest", "west"],
      ["clark", "dark"],
      ["ann-", "ann"],
      ["-ann", "ann"],
      ["ann--b", "ann_b"],
      ["5am", "sam"],
      ["2oe", "zoe"],
      ["6ob", "bob"],
    ] as const) {
      const line = `Warning: ${code} is easily mistaken for ${other}.`;
      expect(warnings([code], [other])).to.deep.equal([line]);
      expect(warnings([other, code], [])).to.deep.equal([line]);
    }
  });

  it("says nothing of codes that differ, nor of a code that is there already", () => {
    expect(warnings(["bill", "ball", "b2ll"], ["bull"])).to.deep.equal([]);
    expect(warnings(["bill"], ["bill"])).to.deep.equal([]);
    expect(warnings(["al-ice"], ["alice"])).to.deep.equal([]);
    expect(warnings([], ["bill", "b1ll"])).to.deep.equal([]);
  });

  it("warns of each", () => {
    expect(warnings(["b1ll", "bi1l", "other"], ["bill"])).to.deep.equal([
      "Warning: b1ll is easily mistaken for bill.",
      "Warning: bi1l is easily mistaken for bill.",
    ]);
  });
});
