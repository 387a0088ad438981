import type { HardhatEthersSigner } from "@nomicfoundation/hardhat-ethers/types";
import hre from "hardhat";
import * as collection from "../../collection.ts";
import type { Ticket } from "../../typechain-types/index.js";
import { deployTicketAndRenderer, type SaleTerms } from "./deploy-ticket.ts";

/** The hardfork of Ethereum's mainnet; `npm run test:amsterdam` names the next one. */
export const HARDFORK = process.env.HARDFORK === "amsterdam" ? "amsterdam" : "osaka";

/** Tickets in all. */
export const MAX_SUPPLY = BigInt(collection.size);
/** Tickets in one purchase. The tests buy up to four at once, so the cap must be at least four. */
export const MAX_PER_PURCHASE = BigInt(collection.maxPerPurchase);
/** Wei. The highest valid price of one ticket. */
export const HIGHEST_PRICE = collection.maxPrice - (collection.maxPrice % collection.priceStep);
/**
 * Wei for one ticket: 0.05 ether at a step of 0.00002. The tests set up to three times as much, so `maxPrice` must be at
 * least 7,500 steps.
 */
export const PRICE = collection.priceStep * 2_500n;

/**
 * Gas budgets of a purchase with a code, by hardfork. New storage is about five times dearer on Amsterdam (EIP-8037). The
 * largest purchase's budget is on the line through those of one ticket and of fifty.
 */
const BUDGETS = {
  osaka: { one: 86_000n, fifty: 180_400n, fiftyWithoutCode: 175_000n },
  amsterdam: { one: 248_000n, fifty: 342_500n, fiftyWithoutCode: 335_500n },
} as const;
const { one, fifty, fiftyWithoutCode } = BUDGETS[HARDFORK];
const fewerThanFifty = ((fifty - one) * (50n - MAX_PER_PURCHASE)) / 49n;
const most = fifty - fewerThanFifty;
const aFifthAbove = (most * 6n) / 5n;

/** The gas limit of every purchase (P-28). */
const GAS_LIMIT = 300_000n;

/**
 * `pageLimit` is the gas limit that the page sends with the largest purchase. On Amsterdam the estimate exceeds the
 * limit of P-28, so the page sends the estimate and a fifth.
 */
export const BUDGET = {
  one,
  most,
  mostWithoutCode: fiftyWithoutCode - fewerThanFifty,
  pageLimit: HARDFORK === "amsterdam" && aFifthAbove > GAS_LIMIT ? aFifthAbove : GAS_LIMIT,
};

/** `loadFixture` rewinds it. On Amsterdam the renderer's deployment exceeds EIP-7825's cap: docs/costs.md has the figures. */
export const { ethers, networkHelpers } = await hre.network.create({
  override: {
    hardfork: HARDFORK,
    // Enough for any account to buy the whole collection, whatever the price.
    accounts: { accountsBalance: (2n ** 128n).toString() },
    ...(HARDFORK === "amsterdam" ? { transactionGasCap: false } : {}),
  },
});

export const { loadFixture } = networkHelpers;

export const ROYALTY_BPS = 500n;
export const CODE = "alice";

/** Deploys from Hardhat's artifacts, because mutation testing changes these and not the bindings. */
export async function deployWith(terms: SaleTerms) {
  const factories = {
    ticket: await ethers.getContractFactory("Ticket"),
    renderer: await ethers.getContractFactory("TicketRenderer"),
  };
  return await deployTicketAndRenderer(factories, {
    ticketPrice: PRICE,
    royaltyBps: ROYALTY_BPS,
    ...terms,
  });
}

/** The sale as it opens: unpaused, with one active affiliate code. */
export async function deployTicket() {
  // A simulated chain has twenty accounts.
  const [owner, buyer, holder, stranger, royaltyReceiver, newOwner] =
    (await ethers.getSigners()) as [
      HardhatEthersSigner,
      HardhatEthersSigner,
      HardhatEthersSigner,
      HardhatEthersSigner,
      HardhatEthersSigner,
      HardhatEthersSigner,
    ];
  const { ticket, renderer } = await deployWith({ royaltyReceiver });
  await ticket.setAffiliates([CODE], true);
  return { ticket, renderer, owner, buyer, holder, stranger, royaltyReceiver, newOwner };
}

export async function sellAllBut(ticket: Ticket, to: string, remaining: bigint): Promise<void> {
  let left = (await ticket.MAX_SUPPLY()) - (await ticket.totalSupply()) - remaining;
  while (left > 0n) {
    const quantity = left < MAX_PER_PURCHASE ? left : MAX_PER_PURCHASE;
    await ticket.buyTicket(to, quantity, { value: quantity * PRICE });
    left -= quantity;
  }
}

/** The hash of a code in `TicketsSold` and `AffiliateSet`. */
export function affiliateHash(code: string): string {
  return ethers.keccak256(ethers.toUtf8Bytes(code));
}
