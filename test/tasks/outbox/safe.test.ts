import { expect } from "chai";
import { Interface, type Provider } from "ethers";
import { describeOwner, findSafe } from "../../../scripts/tasks/outbox/safe/safe.ts";

const ADDRESS = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
const OWNERS = [
  "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
  "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC",
];
const SAFE = new Interface([
  "function getOwners() view returns (address[])",
  "function getThreshold() view returns (uint256)",
  "function VERSION() view returns (string)",
  "function nonce() view returns (uint256)",
]);

/** @param answers of the contract, by function; it reverts for the others */
const chain = (code: string, answers: Readonly<Record<string, unknown>> = {}) =>
  ({
    getCode: async () => code,
    async call({ data = "" }: { readonly data?: string }) {
      const called = SAFE.getFunction(data.slice(0, 10));
      if (called === null || !(called.name in answers)) throw new Error("reverted");
      return SAFE.encodeFunctionResult(called, [answers[called.name]]);
    },
  }) as unknown as Provider;

const DELEGATED = `0xef0100${"ab".repeat(20)}`;
const ANSWERS = { getOwners: OWNERS, getThreshold: 2n, VERSION: "1.4.1", nonce: 7n };

describe("findSafe", () => {
  it("finds a Safe: its owners, threshold, version and nonce", async () => {
    expect(await findSafe(chain("0x60", ANSWERS), ADDRESS.toLowerCase())).to.deep.equal({
      address: ADDRESS,
      threshold: 2,
      owners: OWNERS,
      version: "1.4.1",
      nonce: 7n,
    });
  });

  it("finds none where there is no code, or that of an account (EIP-7702)", async () => {
    for (const code of ["0x", DELEGATED]) {
      expect(await findSafe(chain(code, ANSWERS), ADDRESS)).to.equal(null);
    }
  });

  it("finds none in another contract, whatever one of its functions is called", async () => {
    expect(await findSafe(chain("0x60"), ADDRESS)).to.equal(null);
    for (const name of Object.keys(ANSWERS)) {
      const answers = Object.fromEntries(Object.entries(ANSWERS).filter(([key]) => key !== name));
      expect(await findSafe(chain("0x60", answers), ADDRESS), name).to.equal(null);
    }
  });
});

describe("describeOwner", () => {
  const contract = { what: "a contract, but not a Safe", isSound: false };
  const account = { what: "a single account", isSound: false };
  for (const [what, provider, expected] of [
    ["a Safe of two", chain("0x60", ANSWERS), { what: "a Safe (2 of 2)", isSound: true }],
    [
      "a Safe that one key can use",
      chain("0x60", { ...ANSWERS, getThreshold: 1n }),
      { what: "a Safe (1 of 2)", isSound: false },
    ],
    ["another contract", chain("0x60"), contract],
    // EIP-3541 forbids other code that starts with 0xef, but a test chain can have it.
    ["code that starts with 0xef", chain("0xef0000"), contract],
    ["an account", chain("0x"), account],
    ["an account that delegates (EIP-7702)", chain(DELEGATED), account],
  ] as const) {
    it(`tells ${what}`, async () => {
      expect(await describeOwner(provider, ADDRESS)).to.deep.equal(expected);
    });
  }
});
