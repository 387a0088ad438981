import { expect } from "chai";
import type { Provider } from "ethers";
import { accountKind } from "../../../scripts/tasks/outbox/safe/account-kind.ts";

const ADDRESS = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";

describe("accountKind", () => {
  const kindOf = (code: string) =>
    accountKind({ getCode: async () => code } as unknown as Provider, ADDRESS);

  it("tells accounts that sign with a key of their own from contracts", async () => {
    expect(await kindOf("0x")).to.equal("plain");
    expect(await kindOf(`0xef0100${"ab".repeat(20)}`)).to.equal("delegating");
    expect(await kindOf("0x6080")).to.equal("contract");
    // EIP-3541 forbids other code that starts with 0xef, but a test chain can have it.
    expect(await kindOf("0xef0000")).to.equal("contract");
  });
});
