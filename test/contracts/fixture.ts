import type { HardhatEthersSigner } from "@nomicfoundation/hardhat-ethers/types";
import { expect } from "chai";
import type { BaseContract, ContractTransactionResponse } from "ethers";
import hre from "hardhat";
import * as collection from "../../collection.ts";
import { discounted } from "../support/collection.ts";
import { deployTicketAndRenderer, type SaleTerms } from "./deploy-ticket.ts";

/** Mainnet's hardfork; `npm run test:amsterdam` selects the next one. */
export const HARDFORK = process.env.HARDFORK === "amsterdam" ? "amsterdam" : "osaka";

export const MAX_SUPPLY = BigInt(collection.size);
/** The tests buy up to four tickets at once, so this must be at least four. */
export const MAX_PER_PURCHASE = BigInt(collection.maxPerPurchase);
/** Wei per ticket. */
export const HIGHEST_PRICE = collection.maxPrice - (collection.maxPrice % collection.priceStep);
/**
 * Wei per ticket. The tests set prices up to three times as high, so `maxPrice` must be at least
 * 7,500 steps.
 */
export const PRICE = collection.priceStep * 2_500n;

/**
 * Gas budgets by hardfork. New storage costs about five times more on Amsterdam (EIP-8037). If
 * `maxPerPurchase` is below 50, `most` is interpolated between one ticket and fifty.
 */
const BUDGETS = {
  osaka: { one: 86_000n, fifty: 180_400n, fiftyWithoutCode: 175_000n },
  amsterdam: { one: 248_000n, fifty: 342_500n, fiftyWithoutCode: 335_500n },
} as const;
const { one, fifty, fiftyWithoutCode } = BUDGETS[HARDFORK];
const fewerThanFifty = ((fifty - one) * (50n - MAX_PER_PURCHASE)) / 49n;
const most = fifty - fewerThanFifty;
const aFifthAbove = (most * 6n) / 5n;

const GAS_LIMIT = 300_000n;

/**
 * `pageLimit` is the gas limit that the page sets for the largest purchase. It is 300,000 (P-28). On
 * Amsterdam such a purchase needs more, so the page sets 1.2 times the estimate.
 */
export const BUDGET = {
  one,
  most,
  mostWithoutCode: fiftyWithoutCode - fewerThanFifty,
  pageLimit: HARDFORK === "amsterdam" && aFifthAbove > GAS_LIMIT ? aFifthAbove : GAS_LIMIT,
};

/**
 * Turns the gas cap of a transaction (EIP-7825) off on Amsterdam, because deploying the renderer
 * exceeds it there (docs/costs.md).
 */
export const { ethers, networkHelpers } = await hre.network.create({
  override: {
    hardfork: HARDFORK,
    accounts: { accountsBalance: (2n ** 128n).toString() },
    ...(HARDFORK === "amsterdam" ? { transactionGasCap: false } : {}),
  },
});

export const { loadFixture } = networkHelpers;

export const ROYALTY_BPS = 500n;
export const CODE = "alice";

/**
 * Deploys from Hardhat's artifacts, because mutation tests change the artifacts and not the
 * bindings.
 */
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

type Signer = HardhatEthersSigner;
type Six = [Signer, Signer, Signer, Signer, Signer, Signer];

export async function deployTicket() {
  const signers = await ethers.getSigners();
  const [owner, buyer, holder, stranger, royaltyReceiver, newOwner] = signers as Six;
  const { ticket, renderer } = await deployWith({ royaltyReceiver });
  await ticket.setAffiliates([CODE], true);
  return { ticket, renderer, owner, buyer, holder, stranger, royaltyReceiver, newOwner };
}

export type Sale = Awaited<ReturnType<typeof deployTicket>>;

interface Purchase {
  readonly by?: Signer;
  readonly to?: string;
  readonly code?: string | undefined;
  readonly value?: bigint;
}

/** Buys as the buyer, for the buyer, at the price in `PRICE`, unless the purchase says otherwise. */
export function buy(
  sale: Pick<Sale, "ticket" | "buyer">,
  quantity: bigint,
  purchase: Purchase = {},
) {
  const { by = sale.buyer, to = sale.buyer.address, code } = purchase;
  const ticket = sale.ticket.connect(by);
  const { value = priceOf(quantity, code) } = purchase;
  return code === undefined
    ? ticket.buyTicket(to, quantity, { value })
    : ticket.buyTicketWithAffiliate(to, quantity, code, { value });
}

export function priceOf(quantity: bigint, code?: string): bigint {
  return code === undefined ? PRICE * quantity : discounted(PRICE * quantity);
}

export async function sellAllBut(sale: Pick<Sale, "ticket" | "buyer">, remaining: bigint) {
  let left = MAX_SUPPLY - (await sale.ticket.totalSupply()) - remaining;
  while (left > 0n) {
    const quantity = left < MAX_PER_PURCHASE ? left : MAX_PER_PURCHASE;
    await buy(sale, quantity);
    left -= quantity;
  }
}

/** Expects this error, with these arguments if there are any. */
export async function expectError(
  sent: Promise<unknown>,
  contract: BaseContract,
  error: string,
  ...args: readonly unknown[]
): Promise<void> {
  const refused = expect(sent).to.be.revertedWithCustomError(contract, error);
  await (args.length > 0 ? refused.withArgs(...args) : refused);
}

export async function expectEvent(
  sent: unknown,
  contract: BaseContract,
  event: string,
  ...args: readonly unknown[]
): Promise<void> {
  await expect(sent)
    .to.emit(contract, event)
    .withArgs(...args);
}

/** All events of the contract itself: from Amsterdam on, the chain logs transfers of wei too. */
export async function eventsOf(
  sent: Promise<ContractTransactionResponse>,
  contract: BaseContract,
): Promise<(readonly [name: string, ...args: unknown[]])[]> {
  const receipt = await (await sent).wait();
  const address = await contract.getAddress();
  const own = (receipt?.logs ?? []).filter((log) => log.address === address);
  return own.map((log) => {
    const event = contract.interface.parseLog(log);
    return [event?.name ?? "", ...(event?.args ?? [])];
  });
}

export function affiliateHash(code: string): string {
  return ethers.keccak256(ethers.toUtf8Bytes(code));
}
