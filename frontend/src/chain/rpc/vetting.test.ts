import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type ServedChain, servedAnswer } from "../../../../test/doubles/rpc/served.ts";
import { UnfitEndpoint } from "./endpoint-error.ts";
import { Reverted } from "./transport.ts";
import { asServed, isCurrent, servedCall, vet } from "./vetting.ts";

/** `test/frontend/vetting.test.ts` runs the call in an EVM. */

/** SHA-256 of 0xc0de. */
const CODE_SHA256 = "1b96011418a3675a82b529695daac30914827d65d2ff3e0bc6873526a1beefcf";
const base = { chainId: 8453, height: 16, timestamp: 0x6543, code: "0xc0de" };
const deployment = { chainId: 8453, codeSha256: CODE_SHA256 };

const servedBy = (told: Partial<ServedChain> = {}) => asServed(servedAnswer({ ...base, ...told }));

describe("servedCall", () => {
  it("asks for the same whatever the address is spelt like", () => {
    const address = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
    expect(servedCall(address.toLowerCase())).toEqual(servedCall(address));
  });
});

describe("asServed", () => {
  it("reads chain, the time of the newest block and the hash of the code", () => {
    expect(servedBy()).toEqual({
      chainId: 8453n,
      timestamp: 0x6543n,
      codeSha256: CODE_SHA256,
    });
  });

  it("reads capitals", () => {
    const upper = `0x${servedAnswer(base).slice(2).toUpperCase()}`;
    expect(asServed(upper)).toEqual(servedBy());
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
    expect(() => asServed(result)).toThrow("Not what an endpoint serves");
  });
});

describe("isCurrent", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 10, 20, 12) });
  });

  afterEach(() => {
    vi.useRealTimers();
  });

  it.each([
    [0, true],
    [90, true],
    [91, false],
    [-90, true],
    [-91, false],
    [3_600, false],
  ])("of a block that is %d s old is %o", (age, current) => {
    expect(isCurrent(BigInt(Date.now() / 1000 - age))).toBe(current);
  });

  it("is not true of a time that no clock can show", () => {
    expect(isCurrent(2n ** 256n - 1n)).toBe(false);
    expect(isCurrent(0n)).toBe(false);
  });
});

describe("vet", () => {
  it("takes an endpoint with the right chain and code", () => {
    expect(() => vet(servedBy(), deployment)).not.toThrow();
  });

  it("refuses another chain, and says which", () => {
    const unfit = () => vet(servedBy(), { ...deployment, chainId: 1 });
    expect(unfit).toThrow(UnfitEndpoint);
    expect(unfit).toThrow("It serves chain 8453, not 1");
  });

  it.each(["0x", "0xc0", "0xc0df", "0xbadc0de0"])("refuses the code %s", (code) => {
    const unfit = () => vet(servedBy({ code }), deployment);
    expect(unfit).toThrow(UnfitEndpoint);
    expect(unfit).toThrow("Its contract has other code");
  });

  it("takes any code where none is recorded", () => {
    const unrecorded = { ...deployment, codeSha256: null };
    expect(() => vet(servedBy({ code: "0xbadc0de0" }), unrecorded)).not.toThrow();
  });
});
