import { expect } from "chai";
import { networks } from "../../../networks.ts";
import { withLinks } from "../../../scripts/tasks/cli/explorer.ts";

describe("withLinks", () => {
  const address = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
  const hash = `0x${"ab".repeat(32)}`;

  it("adds the explorer's page of each address and each transaction, once", () => {
    expect(withLinks("base", `Sent ${hash} to ${address}, from ${address}.`)).to.equal(
      `Sent ${hash} to ${address}, from ${address}.\n` +
        `  ${networks.base.explorer.url}/tx/${hash}\n  ${networks.base.explorer.url}/address/${address}`,
    );
  });

  it("adds nothing where there is no explorer", () => {
    for (const network of ["localhost", "rehearsal"]) {
      expect(withLinks(network, `Sent ${hash}.`)).to.equal(`Sent ${hash}.`);
    }
  });

  it("takes no part of longer data for either", () => {
    const data = `0x${"ab".repeat(36)}`;
    expect(withLinks("mainnet", `data ${data} ${data.slice(0, 10)}`)).not.to.contain("https:");
  });
});
