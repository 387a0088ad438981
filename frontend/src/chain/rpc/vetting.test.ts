import { describe, expect, it } from "vitest";
import { servedAnswer } from "../../../../test/doubles/rpc/served.ts";
import { Reverted } from "./transport.ts";
import { asServed, servedCall } from "./vetting.ts";

/** `test/frontend/vetting.test.ts` runs the call in an EVM. */

/** SHA-256 of 0xc0de. */
const CODE_SHA256 = "1b96011418a3675a82b529695daac30914827d65d2ff3e0bc6873526a1beefcf";
const base = { chainId: 8453, timestamp: 0x6543, code: "0xc0de" };

describe("servedCall", () => {
  it("asks for the same whatever the address is spelt like", () => {
    const address = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
    expect(servedCall(address.toLowerCase())).toEqual(servedCall(address));
  });
});

describe("asServed", () => {
  it("reads chain, the time of the newest block and the hash of the code, in any spelling", () => {
    const served = { chainId: 8453n, timestamp: 0x6543n, codeSha256: CODE_SHA256 };
    expect(asServed(servedAnswer(base))).toEqual(served);
    const hash = "7".padStart(64, "0");
    expect(asServed(servedAnswer(base).slice(0, -64) + hash)).toMatchObject({ codeSha256: hash });
    expect(asServed(`0x${servedAnswer(base).slice(2).toUpperCase()}`)).toEqual(served);
  });

  it.each([
    null,
    undefined,
    {},
    5,
    "0x",
    "<html>",
    servedAnswer(base).slice(2),
    servedAnswer(base).slice(0, -1),
    `${servedAnswer(base)}00`,
    servedAnswer(base).replace(/.$/, "g"),
    new Reverted(servedAnswer(base)),
  ])("refuses %o", (result) => {
    expect(() => asServed(result)).toThrow(TypeError);
  });
});
