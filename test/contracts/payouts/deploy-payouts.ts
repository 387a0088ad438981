import type { Payouts } from "../../../typechain-types/index.js";
import { buy, CODE, deployTicket, ethers, priceOf, type Sale } from "../fixture.ts";

export const COMMISSION_BPS = 500n;

export const COMMISSION = (priceOf(1n, CODE) * COMMISSION_BPS) / 10_000n;

export async function deployPayoutsWith(config: {
  readonly owner: string;
  readonly ticket: string;
  readonly commissionBps?: bigint;
}): Promise<Payouts> {
  const payouts = await ethers.deployContract("Payouts", [
    { commissionBps: COMMISSION_BPS, ...config },
  ]);
  return payouts as unknown as Payouts;
}

/** All codes have the same length, because calldata then costs the same for each. */
export function codesFor(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `code-${100 + index}`);
}

export async function sellOneEach(sale: Pick<Sale, "ticket" | "buyer">, codes: readonly string[]) {
  for (const code of codes) await buy(sale, 1n, { code });
}

export async function fund(payouts: Payouts, value: bigint) {
  const [account] = await ethers.getSigners();
  await account?.sendTransaction({ to: await payouts.getAddress(), value });
}

export async function deployPayouts() {
  const fixture = await deployTicket();
  const { ticket, owner } = fixture;
  const payouts = await deployPayoutsWith({
    owner: owner.address,
    ticket: await ticket.getAddress(),
  });
  const [payee, other] = (await ethers.getSigners()).slice(10, 12);
  if (payee === undefined || other === undefined) throw new Error("The chain has too few accounts");
  return { ...fixture, payouts, payee, other };
}

/**
 * @returns codes that each sold a ticket, their payees (the first ones from `payees`), and the
 * total in wei
 */
export async function deployWithSales(
  count: number,
  payees: Readonly<Record<number, string>> = {},
) {
  const fixture = await deployPayouts();
  const { ticket, payouts } = fixture;
  const codes = codesFor(count);
  const accounts = codes.map((_, index) => payees[index] ?? newAccount());
  await ticket.setAffiliates(codes, true);
  await payouts.setPayees(codes, accounts);
  await sellOneEach(fixture, codes);
  await fund(payouts, COMMISSION * BigInt(count));
  return { ...fixture, codes, accounts };
}

let accounts = 0;

/**
 * An unused address without a zero byte. A payment to an address that holds wei would cost less.
 */
function newAccount(): string {
  accounts += 1;
  return ethers.getAddress(
    `0x${"9a8b7c6d5e4f3a2b1c2d9e8f7a6b5c4d3e2f"}${(0x1111 + accounts).toString(16)}`,
  );
}
