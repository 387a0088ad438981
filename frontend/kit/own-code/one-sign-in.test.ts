import { expect, it } from "vitest";
import { refuseTwoSignIns } from "./one-sign-in.ts";

type Options = Parameters<typeof refuseTwoSignIns>[0];

const siwx = {} as NonNullable<Options["siwx"]>;
const siweConfig = {} as NonNullable<Options["siweConfig"]>;

it("refuses two ways of signing in", () => {
  expect(() => refuseTwoSignIns({ siwx, siweConfig })).toThrow(
    "Cannot set both `siweConfig` and `siwx` options",
  );
});

it.each([{}, { siwx }, { siweConfig }])("accepts one or none", (options) => {
  expect(() => refuseTwoSignIns(options)).not.toThrow();
});
