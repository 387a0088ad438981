import { expect } from "chai";
import { parseEther } from "ethers";
import {
  eth,
  grouped,
  gwei,
  parseAddress,
  parsePrice,
  parseRoyaltyBps,
  plural,
  roughEth,
} from "../../../scripts/tasks/shared/amounts.ts";
import { TaskError } from "../../../scripts/tasks/shared/task-action.ts";

const ADDRESS = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";

function expectRefusal(run: () => unknown, message: string): void {
  expect(run).to.throw(TaskError).with.property("message", message);
}

describe("parseAddress", () => {
  it("gives the address with its checksum", () => {
    for (const text of [ADDRESS, ADDRESS.toLowerCase(), `0x${ADDRESS.slice(2).toUpperCase()}`]) {
      expect(parseAddress("--to", text)).to.equal(ADDRESS);
    }
  });

  it("refuses a wrong checksum and what is none", () => {
    for (const text of [ADDRESS.replace("f", "F"), "0x12", "alice.eth", ""]) {
      expectRefusal(() => parseAddress("--to", text), `--to is not an address: ${text}`);
    }
  });

  it("refuses the zero address", () => {
    const zero = `0x${"0".repeat(40)}`;
    expectRefusal(() => parseAddress("--owner", zero), `--owner is the zero address: ${zero}`);
  });
});

describe("parsePrice", () => {
  it("takes multiples of 0.00002 ETH, from one to 1000 ETH", () => {
    for (const text of ["0.00002", "0.05", "1", "999.99998", "1000", "1000.000000000000000000"]) {
      expect(parsePrice("The price", text)).to.equal(parseEther(text));
    }
  });

  it("refuses amounts off the step, nothing, and too much", () => {
    for (const text of ["0", "0.0", "0.00001", "0.00003", "1000.00002", "0.000020000000000001"]) {
      expectRefusal(
        () => parsePrice("The price", text),
        `The price must be a multiple of 0.00002 ETH, above 0 and at most 1000: ${text}`,
      );
    }
  });

  it("refuses what is no plain amount", () => {
    for (const text of [
      ...["", "cheap", "-1", "+1", "1.", ".5", "1,5", "1e3", " 1", "1 ", "1\n", "0x1", "1.2.3"],
      "1.0000000000000000000",
      "٣",
    ]) {
      expectRefusal(() => parsePrice("--price", text), `--price is not an amount in ETH: ${text}`);
    }
  });
});

describe("parseRoyaltyBps", () => {
  it("takes 0 to 1000", () => {
    expect(["0", "5", "1000", "00010"].map((text) => parseRoyaltyBps("--bps", text))).to.deep.equal(
      [0n, 5n, 1000n, 10n],
    );
  });

  it("refuses the rest", () => {
    for (const text of ["1001", "99999", "000001", "", "-1", "1.5", "5 %", "x5", "5x"]) {
      expectRefusal(
        () => parseRoyaltyBps("--bps", text),
        `--bps must be basis points, 0 to 1000: ${text}`,
      );
    }
  });
});

describe("Amounts as text", () => {
  it("are exact, without a decimal that says nothing", () => {
    expect(eth(0n)).to.equal("0 ETH");
    expect(eth(1n)).to.equal("0.000000000000000001 ETH");
    expect(eth(parseEther("0.05"))).to.equal("0.05 ETH");
    expect(eth(parseEther("10"))).to.equal("10 ETH");
    expect(eth(parseEther("10.01"))).to.equal("10.01 ETH");
  });

  it("are rough for costs: four digits, to the nearest", () => {
    expect(roughEth(0n)).to.equal("0 ETH");
    expect(roughEth(9_999n)).to.equal("0.000000000000009999 ETH");
    expect(roughEth(12_344n)).to.equal("about 0.00000000000001234 ETH");
    expect(roughEth(12_345n)).to.equal("about 0.00000000000001235 ETH");
    expect(roughEth(99_996n)).to.equal("about 0.0000000000001 ETH");
    expect(roughEth(parseEther("1.23449"))).to.equal("about 1.234 ETH");
    expect(roughEth(parseEther("1.2346"))).to.equal("about 1.235 ETH");
  });

  it("are gwei for fees: three decimals, without those that say nothing", () => {
    expect(gwei(0n)).to.equal("0 gwei");
    expect(gwei(500_000_000n)).to.equal("0.5 gwei");
    expect(gwei(1_000_000_000n)).to.equal("1 gwei");
    expect(gwei(100_000_000_000n)).to.equal("100 gwei");
    expect(gwei(1_234_567_890n)).to.equal("1.235 gwei");
    expect(gwei(1_010_000_000n)).to.equal("1.01 gwei");
  });

  it("group thousands, and count one or several", () => {
    expect(grouped(999)).to.equal("999");
    expect(grouped(1_234_567n)).to.equal("1,234,567");
    expect(plural(1, "code")).to.equal("1 code");
    expect(plural(0, "code")).to.equal("0 codes");
    expect(plural(2000, "code")).to.equal("2,000 codes");
    expect(plural(2, "entry", "entries")).to.equal("2 entries");
  });
});
