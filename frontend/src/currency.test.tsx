// @vitest-environment jsdom
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { parseEther, toQuantity } from "ethers";
import { describe, expect, it } from "vitest";
import { networks } from "../../networks.ts";
import { discounted } from "../../test/support/collection.ts";
import { money } from "../../test/support/money.ts";
import { fakesOf } from "../gallery/fakes.ts";
import { pageOf } from "../gallery/page-of.tsx";
import { describeBalance, describeTransaction } from "../local/describe-request.ts";
import type { MintFailure } from "./domain/mint/mint-failure.ts";

const TICKET = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
const BUYER = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const PRICE = parseEther("0.05");

const insufficient: MintFailure = {
  reason: "insufficientFunds",
  funds: { needed: 6n * 10n ** 16n, owned: 5n * 10n ** 16n, includesFee: true },
};

/** Every other network but this one has ether. */
const chain = networks.polygon;
const { symbol } = chain.currency;

describe("in the currency of the network", () => {
  it("is what the local test wallet tells of a balance and a transaction", () => {
    expect(describeBalance(parseEther("1.5"), symbol)).toBe(`1.5 ${symbol}`);
    expect(
      describeTransaction({ from: BUYER, to: TICKET, value: toQuantity(PRICE) }, symbol),
    ).toContainEqual({ label: "Value", value: `0.05 ${symbol}` });
  });

  it("are the prices of the page, its network fee and its failures", async () => {
    const user = userEvent.setup();
    const { container: page } = render(
      pageOf(
        fakesOf(
          {
            search: "?a=welcome5",
            wallet: { status: "connected", address: BUYER },
            mint: { until: "failed", failure: insufficient },
          },
          chain,
        ),
      ),
    );
    expect(await screen.findByRole("deletion")).toHaveTextContent(`0.050000 ${symbol}`);
    expect(page.querySelector(".price")).toHaveTextContent(money(discounted(PRICE), chain));
    expect(await screen.findByText(`plus about 0.000168 ${symbol} network fee`)).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Mint" }));
    expect(await screen.findByRole("alert")).toHaveTextContent(`about 0.060000 ${symbol} for`);

    const written = page.textContent?.match(/\d\.\d+ \w+/g) ?? [];
    expect(written).toHaveLength(5);
    expect(written.filter((sum) => !sum.endsWith(` ${symbol}`))).toEqual([]);
  });
});
