import { expect } from "chai";
import { formatEther, parseEther } from "ethers";
import { maxPrice, priceStep } from "../../../collection.ts";
import { networks } from "../../../networks.ts";
import { parseCommission, parseLeast } from "../../../scripts/tasks/affiliates/commission.ts";
import {
  amountText,
  grouped,
  gwei,
  parseAddress,
  parseBaseUri,
  parseGwei,
  parsePrice,
  parseRoyaltyBps,
  plural,
  roughAmountText,
} from "../../../scripts/tasks/cli/amounts.ts";
import { coins } from "../../../scripts/tasks/cli/coins.ts";
import { TaskError } from "../../../scripts/tasks/cli/task.ts";
import { PRICE, typed } from "../support/money.ts";

const ether = { name: "Ether", symbol: "ETH", decimals: 18 } as const;
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

  it("refuses what is none, and shows what can't be seen in it", () => {
    for (const [text, shown] of [
      ["0x12", "0x12"],
      ["alice.eth", "alice.eth"],
      ["", ""],
      [`${ADDRESS}\u200b`, `${ADDRESS}\\u200b`],
      [`\u00a0${ADDRESS}`, `\\u00a0${ADDRESS}`],
      [`0x${"f".repeat(1_000_000)}`, `0x${"f".repeat(98)}… (1,000,002 characters)`],
    ] as const) {
      expectRefusal(() => parseAddress("--to", text), `--to is not an address: ${shown}`);
    }
  });

  it("says of a wrong checksum that the address is misspelt", () => {
    for (const text of [ADDRESS.replace("f", "F"), ADDRESS.replace(/6$/, "7")]) {
      expectRefusal(
        () => parseAddress("--to", text),
        `--to has a wrong checksum, so it is misspelt: ${text}. Copy the address again`,
      );
    }
  });

  it("refuses the zero address", () => {
    const zero = `0x${"0".repeat(40)}`;
    expectRefusal(() => parseAddress("--owner", zero), `--owner is the zero address: ${zero}`);
  });

  it("refuses what no one has the key of", () => {
    for (const text of [
      `0x${"0".repeat(36)}dEaD`,
      `0x${"0".repeat(39)}1`,
      `0x${"0".repeat(37)}100`,
      `0x${"f".repeat(40)}`,
      `0xdead${"0".repeat(36)}`,
      "0xdead000000000000000042069420694206942069",
    ]) {
      expectRefusal(
        () => parseAddress("--to", text),
        `--to is an address without a known key: ${text}`,
      );
    }
  });
});

describe("parsePrice", () => {
  const step = typed(priceStep);
  const most = typed(maxPrice);

  it(`takes multiples of ${step}, from one to ${most}`, () => {
    for (const text of [step, typed(PRICE), typed(maxPrice - priceStep), most]) {
      expect(parsePrice("The price", text, ether)).to.equal(parseEther(text));
    }
    expect(parsePrice("The price", `${typed(maxPrice)}.000000000000000000`, ether)).to.equal(
      maxPrice,
    );
  });

  it("refuses amounts off the step, nothing, and too much, in the network's currency", () => {
    const wrong = [priceStep / 2n, (3n * priceStep) / 2n, maxPrice + priceStep, priceStep + 1n];
    for (const currency of [ether, networks.polygon.currency]) {
      for (const text of ["0", "0.0", ...wrong.map(typed)]) {
        expectRefusal(
          () => parsePrice("The price", text, currency),
          `The price must be a multiple of ${step} ${currency.symbol}, above 0 and at most ${most}: ${text}`,
        );
      }
    }
  });

  it("refuses a zero too many before the point, in commissions and least amounts too", () => {
    for (const [name, parse] of [
      ["The price", () => parsePrice("The price", "00.05", ether)],
      ["--commission", () => parseCommission("05")],
      ["--min", () => parseLeast("00.05", ether)],
    ] as const) {
      expectRefusal(
        parse,
        `${name} has a superfluous leading zero: ${name === "--commission" ? "05" : "00.05"}`,
      );
    }
  });

  it("refuses what is no plain amount, in the network's currency", () => {
    for (const text of [
      "",
      "cheap",
      "-1",
      "+1",
      "1.",
      ".5",
      "1,5",
      "1e3",
      " 1",
      "1 ",
      "1\n",
      "0x1",
      "1.2.3",
      "1.0000000000000000000",
      "٣",
    ]) {
      expectRefusal(
        () => parsePrice("--price", text, ether),
        `--price is not an amount in ETH: ${text.replace("\n", "\\u000a")}`,
      );
    }
    expectRefusal(
      () => parsePrice("--price", "cheap", networks.polygon.currency),
      "--price is not an amount in POL: cheap",
    );
  });
});

describe("parseCommission and parseLeast", () => {
  it("take percent with two decimals, and coins", () => {
    for (const [text, bps] of [
      ["0.01", 1n],
      ["7.25", 725n],
      ["100", 10_000n],
    ] as const) {
      expect(parseCommission(text)).to.equal(bps);
    }
    expect(parseLeast("0.05", ether)).to.equal(parseEther("0.05"));
  });

  it("refuse the rest", () => {
    for (const text of ["", "0", "0.00", "100.01", "1000", "5.125", "five", "5 %", "-5"]) {
      expectRefusal(
        () => parseCommission(text),
        `--commission must be a percentage above 0 and at most 100, with at most two decimals, for example 7.25: ${text}`,
      );
    }
    for (const text of ["", "a lot", "1.", ".5", "-1", "1x"]) {
      expectRefusal(
        () => parseLeast(text, ether),
        `--min is not an amount in ETH, for example 0.01: ${text}`,
      );
    }
  });
});

describe("parseGwei", () => {
  it("takes plain amounts above nothing", () => {
    for (const [text, wei] of [
      ["1.5", 1_500_000_000n],
      ["100", 100_000_000_000n],
      ["0.000000001", 1n],
      ["123456789", 123_456_789_000_000_000n],
    ] as const) {
      expect(parseGwei("--max-fee", text)).to.equal(wei);
    }
  });

  it("refuses the rest", () => {
    for (const text of ["", "0", "0.0", "x1", "1x", "-1", "1.", "1.0000000001", "1234567890"]) {
      expectRefusal(
        () => parseGwei("--max-fee", text),
        `--max-fee is not an amount in gwei, for example 1.5: ${text}`,
      );
    }
  });
});

describe("parseBaseUri", () => {
  it("takes a folder's address, which ends with a slash", () => {
    expect(parseBaseUri("--base-uri", "ipfs://bafy/")).to.equal("ipfs://bafy/");
    expectRefusal(
      () => parseBaseUri("--base-uri", "ipfs://bafy"),
      "--base-uri must be ipfs://<cid>/ or https://<host>/<folder>/, with a slash at the end " +
        "and only letters, digits and -._~%:/: ipfs://bafy",
    );
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
    expect(amountText(0n, ether)).to.equal("0 ETH");
    expect(amountText(1n, ether)).to.equal("0.000000000000000001 ETH");
    expect(amountText(parseEther("0.05"), ether)).to.equal("0.05 ETH");
    expect(amountText(parseEther("10"), ether)).to.equal("10 ETH");
    expect(amountText(parseEther("10.01"), ether)).to.equal("10.01 ETH");
    expect(amountText(parseEther("100000"), networks.polygon.currency)).to.equal("100000 POL");
  });

  it("are the same coins as ethers counts", () => {
    const wei = [0n, 1n, 10n ** 17n, 10n ** 18n - 1n, 10n ** 18n, 10n ** 18n + 1n, 2n ** 128n];
    for (const each of wei) {
      expect(coins(each)).to.equal(formatEther(each).replace(/\.0$/, ""));
      expect(parseEther(coins(each))).to.equal(each);
    }
  });

  it("are rough for costs: four digits, to the nearest", () => {
    expect(roughAmountText(0n, ether)).to.equal("0 ETH");
    expect(roughAmountText(9_999n, ether)).to.equal("0.000000000000009999 ETH");
    expect(roughAmountText(12_344n, ether)).to.equal("about 0.00000000000001234 ETH");
    expect(roughAmountText(12_345n, ether)).to.equal("about 0.00000000000001235 ETH");
    expect(roughAmountText(99_996n, ether)).to.equal("about 0.0000000000001 ETH");
    expect(roughAmountText(parseEther("1.23449"), ether)).to.equal("about 1.234 ETH");
    expect(roughAmountText(parseEther("1.2346"), networks.polygon.currency)).to.equal(
      "about 1.235 POL",
    );
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
