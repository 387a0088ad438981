import { expect, it } from "vitest";
import { checkAborted } from "./check-aborted.ts";

it("lets what is not aborted go on", () => {
  checkAborted(null);
  checkAborted(undefined);
  checkAborted(new AbortController().signal);
});

it("throws the reason of what is aborted", () => {
  const reason = new Error("left");
  expect(() => checkAborted(AbortSignal.abort(reason))).toThrow(reason);
});

it("throws what fetch throws, if the browser knows no reasons", () => {
  const signal = { aborted: true } as AbortSignal;
  expect(() => checkAborted(signal)).toThrow(expect.objectContaining({ name: "AbortError" }));
});
