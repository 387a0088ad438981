// @vitest-environment jsdom
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { parseEther, toQuantity } from "ethers";
import { describe, expect, it } from "vitest";
import { type Chain, networks } from "../../networks.ts";
import { discounted } from "../../test/support/collection.ts";
import { money } from "../../test/support/money.ts";
import { fakesOf } from "../gallery/fakes.ts";
import type { GalleryState } from "../gallery/states.ts";
import { describeBalance, describeTransaction } from "../local/describe-request.ts";
import type { MintFailure } from "./domain/mint/mint-failure.ts";
import { parseLink } from "./domain/order/link.ts";
import { failureMessage } from "./domain/words/failure-words.ts";
import { feeMessage } from "./domain/words/fee-words.ts";
import { checkoutWith } from "./mint/checkout/Checkout.tsx";
import { MintPage } from "./mint/MintPage.tsx";
import { createMintStatus } from "./mint/purchases/mint-status.ts";

const TICKET = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
const BUYER = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const PRICE = parseEther("0.05");

const pol: Chain = {
  ...networks.mainnet,
  chainId: 137,
  title: "Polygon",
  nameInMessage: "POLYGON",
  currency: { name: "POL", symbol: "POL", decimals: 18 },
};
const chains: readonly [string, Chain][] = [...Object.entries(networks), ["another coin", pol]];

const insufficient: MintFailure = {
  reason: "insufficientFunds",
  funds: { needed: 6n * 10n ** 16n, owned: 5n * 10n ** 16n, includesFee: true },
};
const dearer = { kind: "priceChanged", price: 6n * 10n ** 16n } as const;

describe.each(chains)("in the currency of %s", (_name, chain) => {
  const { symbol } = chain.currency;
  const told = (failure: MintFailure) => failureMessage(failure, chain);

  it("are what a purchase needs, and what the wallet has", () => {
    expect(told(insufficient)).toBe(
      `Error sending transaction: not enough funds: you need about 0.060000 ${symbol} for the price and the network fee, and this account has 0.050000 ${symbol}. Nothing was sent.`,
    );
  });

  it("is a price that has changed, before and after sending", () => {
    expect(told({ reason: "refused", refusal: dearer })).toBe(
      `Error sending transaction: the price has changed to 0.060000 ${symbol}. Nothing was sent. Press Mint again to pay the new price.`,
    );
    expect(told({ reason: "reverted", refusal: dearer })).toBe(
      `Error sending transaction: the price has changed to 0.060000 ${symbol}. The contract refused the purchase, and you paid only the network fee.`,
    );
  });

  it("is the network fee, however small", () => {
    expect(feeMessage(1_234_567_000_000_000n, symbol, PRICE)).toBe(
      `plus about 0.001234 ${symbol} network fee`,
    );
    expect(feeMessage(10n ** 12n, symbol, PRICE)).toBe(`plus about 0.000001 ${symbol} network fee`);
    expect(feeMessage(10n ** 12n - 1n, symbol, PRICE)).toBe(
      `plus less than 0.000001 ${symbol} network fee`,
    );
  });

  it("is what the local test wallet tells of a balance and a transaction", () => {
    expect(describeBalance(parseEther("1.5"), symbol)).toBe(`1.5 ${symbol}`);
    expect(
      describeTransaction({ from: BUYER, to: TICKET, value: toQuantity(PRICE) }, symbol),
    ).toContainEqual({ label: "Value", value: `0.05 ${symbol}` });
  });

  it("are the prices of the page, its network fee and its failures", async () => {
    const user = userEvent.setup();
    const page = open(chain, {
      title: "",
      search: "?a=welcome5",
      wallet: { status: "connected", address: BUYER },
      mint: { until: "failed", failure: insufficient },
    });
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

function open(chain: Chain, state: GalleryState): HTMLElement {
  const { wallet, reader, ports } = fakesOf(state, chain);
  const status = createMintStatus();
  return render(
    <MintPage
      link={parseLink(state.search ?? "")}
      network={chain}
      ticketAddress={TICKET}
      wallet={wallet}
      phoneWallets
      reader={reader}
      mint={status}
      checkout={{ Part: checkoutWith(ports, status), preload: () => undefined }}
      resuming={() => false}
    />,
  ).container;
}
