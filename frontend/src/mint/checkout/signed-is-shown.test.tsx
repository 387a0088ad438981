// @vitest-environment jsdom

import { act, fireEvent, render, screen } from "@testing-library/react";
import { getAddress, toQuantity } from "ethers";
import { expect, it, vi } from "vitest";
import * as collection from "../../../../collection.ts";
import { fakeSale } from "../../../../test/doubles/page/fake-ticket.ts";
import { fakeWallet } from "../../../../test/doubles/page/fake-wallet.ts";
import { honestAnswer } from "../../../../test/doubles/rpc/honest-endpoint.ts";
import { several } from "../../../../test/doubles/rpc/several.ts";
import { transportOf } from "../../../../test/doubles/rpc/transport-of.ts";
import { money } from "../../../../test/support/money.ts";
import { seededRandom } from "../../../../test/support/random.ts";
import { ITicket__factory } from "../../../../typechain-types/factories/contracts/interfaces/ITicket__factory.ts";
import { checkoutPorts, TICKET } from "../../../gallery/checkout-ports.ts";
import { pageOf } from "../../../gallery/page-of.tsx";
import { createPurchaser } from "../../chain/purchase/purchase.ts";
import type { TicketReader } from "../../chain/sale/reader.ts";
import type { Eip1193Provider } from "../../domain/mint/eip1193.ts";

const QUOTES = 40;
const BUYER = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const { maxPerPurchase, noun, priceStep } = collection;

const ticket = ITicket__factory.createInterface();

function open(search: string) {
  const chain = { priceOfOne: priceStep, estimate: 100_000n };
  const signed: Record<string, string>[] = [];

  const reader: TicketReader = {
    async readSale(query) {
      const activeCodes = query.affiliateCode === null ? [] : [query.affiliateCode];
      return fakeSale({ price: chain.priceOfOne, activeCodes }, query);
    },
  };
  const transport = transportOf(async (call, accept) => {
    const told = { eth_estimateGas: toQuantity(chain.estimate), eth_gasPrice: "0x1" };
    return accept(honestAnswer(call, { sale: { price: chain.priceOfOne }, told }));
  });
  const provider: Eip1193Provider = {
    async request({ method, params = [] }) {
      if (method === "eth_accounts") return [BUYER.toLowerCase()];
      if (method === "eth_chainId") return "0x1";
      if (method === "eth_sendTransaction") signed.push(params[0] as Record<string, string>);
      throw Object.assign(new Error("User rejected"), { code: 4001 });
    },
  };
  const { wallet } = fakeWallet(
    { status: "connected", address: BUYER },
    { getProvider: () => provider },
  );
  const ports = checkoutPorts({
    wallet,
    loadPurchaser: async () => createPurchaser(several(transport), TICKET, 1, 0),
  });
  const page = render(pageOf({ search, wallet, reader, ports }));
  const find = <Type extends Element>(selector: string): Type => {
    const element = page.container.querySelector<Type>(selector);
    if (element === null) throw new Error(`There is no ${selector}`);
    return element;
  };
  return { chain, signed, find };
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

it.each(["", "?a=welcome5"])(
  "signed is shown: random quotes for the link %o",
  async (search) => {
    vi.useFakeTimers();
    const random = seededRandom(search.length + 1);
    const below = (limit: number) => Math.floor(random() * limit);
    const { chain, signed, find } = open(search);
    await pass(0);

    for (let round = 1; round <= QUOTES; round += 1) {
      const quantity = 1 + below(maxPerPurchase);
      chain.priceOfOne = BigInt(1 + below(50_000_000)) * priceStep;
      chain.estimate = BigInt(21_000 + below(500_000));
      // The page asks the contract only after a change.
      for (const typed of [(quantity % maxPerPurchase) + 1, quantity]) {
        fireEvent.change(find("#quantity"), { target: { value: String(typed) } });
        await pass(130);
      }
      const shownPrice = find(".price").textContent;
      const shownLine = find(".summary-line").textContent;
      fireEvent.click(screen.getByText("Mint"));
      await pass(0);
      await pass(0);

      expect(signed).toHaveLength(round);
      const { from, to, value, data, gas, chainId } = signed.at(-1) ?? {};
      const call = ticket.parseTransaction({ data: data ?? "0x" });
      const wei = BigInt(value ?? 0);
      expect(shownPrice).toBe(money(wei));
      expect(wei % 10n ** 12n).toBe(0n);
      expect(shownLine).toBe(`you will buy ${call?.args.amount} x ${noun}`);
      expect(getAddress(to ?? "")).toBe(TICKET);
      expect(getAddress(from ?? "")).toBe(BUYER);
      expect(chainId).toBe("0x1");
      expect(call?.name).toBe(search === "" ? "buyTicket" : "buyTicketWithAffiliate");
      expect([...(call?.args ?? [])]).toEqual([
        BUYER,
        BigInt(quantity),
        ...(search === "" ? [] : ["welcome5"]),
      ]);
      expect(BigInt(gas ?? 0)).toBe(
        chain.estimate <= 300_000n ? 300_000n : (chain.estimate * 12n) / 10n,
      );
      fireEvent.click(screen.getByLabelText("Dismiss"));
    }
  },
  120_000,
);
