import type { HardhatEthersSigner } from "@nomicfoundation/hardhat-ethers/types";
import hre from "hardhat";
import type { Ticket } from "../../typechain-types/index.js";
import { deployTicketAndRenderer, type SaleTerms } from "./deploy-ticket.ts";

/** The hardfork of Ethereum's mainnet; `npm run test:amsterdam` names the next one. */
export const HARDFORK = process.env.HARDFORK === "amsterdam" ? "amsterdam" : "osaka";

/** What a purchase may cost by hardfork: new storage is about five times dearer on Amsterdam (EIP-8037). */
const BUDGETS = {
  osaka: { one: 86_000n, fifty: 180_400n, fiftyWithoutCode: 175_000n, pageLimit: 300_000n },
  amsterdam: { one: 248_000n, fifty: 342_500n, fiftyWithoutCode: 335_500n, pageLimit: 411_000n },
} as const;

/** `pageLimit` is the gas limit that the page sends with 50 tickets: 300000, or a fifth above an estimate beyond it. */
export const BUDGET = BUDGETS[HARDFORK];

/**
 * One simulated chain for all specs. `loadFixture` rewinds it. Deploying the renderer on Amsterdam takes more than a
 * transaction may carry on Osaka (EIP-7825): docs/gas.md has the figures.
 */
export const { ethers, networkHelpers } = await hre.network.create({
  override: {
    hardfork: HARDFORK,
    ...(HARDFORK === "amsterdam" ? { transactionGasCap: false } : {}),
  },
});

export const { loadFixture } = networkHelpers;

/** Wei for one ticket. */
export const PRICE = 50_000_000_000_000_000n;
export const ROYALTY_BPS = 500n;
/** Registered and active. */
export const CODE = "alice";

/** Deploys from Hardhat's artifacts and not from the bindings: mutation testing changes the artifacts alone. */
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

/** 95 % of it, computed another way than in the contract. */
export function discounted(price: bigint): bigint {
  return price - price / 20n;
}

/** Sells the whole collection but `remaining` tickets, at `PRICE`. */
export async function sellAllBut(ticket: Ticket, to: string, remaining: bigint): Promise<void> {
  let left = (await ticket.MAX_SUPPLY()) - (await ticket.totalSupply()) - remaining;
  while (left > 0n) {
    const quantity = left < 50n ? left : 50n;
    await ticket.buyTicket(to, quantity, { value: quantity * PRICE });
    left -= quantity;
  }
}

/** The hash by which `TicketsSold` and `AffiliateSet` name a code. */
export function affiliateHash(code: string): string {
  return ethers.keccak256(ethers.toUtf8Bytes(code));
}
