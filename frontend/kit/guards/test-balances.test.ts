import { CoreHelperUtil } from "@reown/appkit-controllers";
import { expect, test, vi } from "vitest";
import { hideTestBalances } from "./test-balances.ts";

const REAL = { balance: "12.5", symbol: "ETH" };

function balanceOn(caipNetwork: object | undefined) {
  const getBalance = vi.fn((_given: object) => Promise.resolve(REAL));
  const adapter = { getBalance };
  hideTestBalances(adapter as never);
  const given = { address: "0x01", chainId: 1, caipNetwork };
  return { answer: adapter.getBalance(given), getBalance, given };
}

const network = { nativeCurrency: { name: "Test coin", symbol: "TST", decimals: 18 } };

test("is written with two decimals, unlike an empty account's balance", () => {
  balanceOn(undefined);
  expect(CoreHelperUtil.formatBalance("0.00", "TST")).toBe("0.00 TST");
  expect(CoreHelperUtil.formatBalance("0.0", "ETH")).toBe("0.000 ETH");
  expect(CoreHelperUtil.formatBalance("12.34567", "ETH")).toBe("12.345 ETH");
});

test("shows 0.00 of a testnet's coin, and does not ask for the amount", async () => {
  const { answer, getBalance } = balanceOn({ ...network, testnet: true });
  await expect(answer).resolves.toEqual({ balance: "0.00", symbol: "TST" });
  expect(getBalance).not.toHaveBeenCalled();
});

test.each([{ ...network, testnet: false }, network, undefined])(
  "shows the amount on other networks: %j",
  async (caipNetwork) => {
    const { answer, getBalance, given } = balanceOn(caipNetwork);
    await expect(answer).resolves.toEqual(REAL);
    expect(getBalance).toHaveBeenCalledExactlyOnceWith(given);
  },
);
