import { expect, it } from "vitest";
import { traitsOf } from "./traits.ts";

const trait = (trait_type: unknown, value: unknown) => ({ trait_type, value });

it("are names and values, in their order", () => {
  expect(
    traitsOf({
      attributes: [trait("Hour", "Golden hour"), trait("Lights on", 4), trait("É", "A-frame")],
    }),
  ).toEqual([
    { name: "Hour", value: "Golden hour" },
    { name: "Lights on", value: "4" },
    { name: "É", value: "A-frame" },
  ]);
});

it.each([
  ["no metadata", null],
  ["a text", "attributes"],
  ["no attributes", {}],
  ["attributes that are no list", { attributes: { length: 3 } }],
  ["entries that are none", { attributes: [null, 7, "Hour", []] }],
])("are none of %s", (_, metadata) => {
  expect(traitsOf(metadata)).toEqual([]);
});

it.each([
  ["an object", {}],
  ["nothing", undefined],
  ["an empty text", ""],
  ["a text of 41 letters", "x".repeat(41)],
  ["a line break", "a\nb"],
  ["letters that turn their neighbours", "a\u202eb"],
  ["letters without width", "a\u200bb"],
])("leave out a name or a value that is %s", (_, bad) => {
  const attributes = [trait("Hour", bad), trait(bad, "Dawn"), trait("Sky", "Kite")];
  expect(traitsOf({ attributes })).toEqual([{ name: "Sky", value: "Kite" }]);
});

it("have each name once, and are 32 at most", () => {
  const many = Array.from({ length: 1_000 }, (_, index) => trait(`T${index % 40}`, index));
  const traits = traitsOf({ attributes: many });
  expect(traits).toHaveLength(32);
  expect(new Set(traits.map(({ name }) => name)).size).toBe(32);
  expect(traitsOf({ attributes: [trait("A", 1), trait("A", 2)] })).toEqual([
    { name: "A", value: "2" },
  ]);
});
