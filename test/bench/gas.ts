import type { ContractTransactionResponse, TransactionReceipt } from "ethers";
import hre from "hardhat";
import * as collection from "../../collection.ts";
import { deployTicketAndRenderer } from "../contracts/deploy-ticket.ts";

/**
 * Compares a purchase's gas with a hand-written minimum, plain ERC721A and the usual ways to mint,
 * on the current and the next hardfork. Each receiver is new. Another account buys first, because a
 * collection's first purchase costs more.
 */
const MOST = BigInt(collection.maxPerPurchase);
const QUANTITIES = [...[1n, 2n, 5n, 10n, 20n].filter((quantity) => quantity < MOST), MOST];
const CODE = "alice";
const PAGE_LIMIT = 300_000n;
const LONGEST_CODE = "z".repeat(32);

type Purchase = (to: string, quantity: bigint) => Promise<ContractTransactionResponse>;

/** No receiver's address has a zero byte, because calldata must cost the same for all. */
let receivers = 0;
function newReceiver(): string {
  receivers += 1;
  const digits = [...receivers.toString().padStart(4, "0")].map((digit) => `1${digit}`).join("");
  return `0x${digits.padStart(40, "7")}`;
}

async function measure(hardfork: "osaka" | "amsterdam"): Promise<void> {
  const { ethers, networkHelpers } = await hre.network.create({
    override: { hardfork, transactionGasCap: false },
  });
  const gasOfMined = (mined: TransactionReceipt | null) => {
    if (mined === null) throw new Error("The transaction was not mined");
    return mined.gasUsed;
  };
  const gasOf = async (sent: Promise<ContractTransactionResponse>) =>
    gasOfMined(await (await sent).wait());
  const [owner] = await ethers.getSigners();
  if (owner === undefined) throw new Error("The simulated chain has no accounts");

  const { ticket, renderer } = await deployTicketAndRenderer({
    ticket: await ethers.getContractFactory("Ticket"),
    renderer: await ethers.getContractFactory("TicketRenderer"),
  });
  await ticket.setAffiliates([CODE, LONGEST_CODE], true);
  const floor = await ethers.deployContract("HandWrittenFloor");
  const bare = await ethers.deployContract("BareERC721A");
  const openZeppelin = await ethers.deployContract("OpenZeppelinLoop");

  const withCode =
    (code: string): Purchase =>
    async (to, quantity) =>
      ticket.buyTicketWithAffiliate(to, quantity, code, {
        value: await ticket.getAffiliatePriceForQuantity(quantity),
      });
  const purchases: Readonly<Record<string, Purchase>> = {
    "with code": withCode(CODE),
    without: async (to, quantity) =>
      ticket.buyTicket(to, quantity, { value: await ticket.getPriceForQuantity(quantity) }),
    floor: (to, quantity) => floor.mint(to, quantity),
    "bare ERC721A": (to, quantity) => bare.mint(to, quantity),
    // Without this limit, a loop of fifty would not fit in a block on Amsterdam.
    "OpenZeppelin loop": (to, quantity) =>
      openZeppelin.mint(to, quantity, { gasLimit: 50_000_000n }),
  };
  for (const purchase of Object.values(purchases)) {
    await (await purchase(newReceiver(), 1n)).wait();
  }

  console.log(`\nGas of a purchase by a first-time holder, ${hardfork}`);
  printRow(["quantity", ...Object.keys(purchases)]);
  for (const quantity of QUANTITIES) {
    const cells: string[] = [];
    for (const purchase of Object.values(purchases)) {
      cells.push(grouped(await gasOf(purchase(newReceiver(), quantity))));
    }
    printRow([quantity.toString(), ...cells]);
  }

  const first = withCode(LONGEST_CODE);
  console.log(`\nAround it, ${hardfork}`);
  printFigure(`${MOST}, the longest code's first sale`, await gasOf(first(newReceiver(), MOST)));
  const holder = newReceiver();
  await (await first(holder, 1n)).wait();
  printFigure(`${MOST} with a code, to a returning holder`, await gasOf(first(holder, MOST)));
  const start = (await ticket.totalSupply()) + 1n;
  // Starts at `Ticket`'s first id, because calldata with equal ids costs the same.
  await (await bare.mint(newReceiver(), start - (await bare.totalSupply()))).wait();
  const returning = newReceiver();
  await (await first(owner.address, MOST)).wait();
  await (await first(returning, 1n)).wait();
  await (await bare.mint(owner.address, MOST)).wait();
  await (await bare.mint(returning, 1n)).wait();
  const middle = (MOST * 37n) / 50n;
  const untouched = await networkHelpers.takeSnapshot();
  printFigure(
    `initializeOwnershipAt, ticket ${middle} of a batch`,
    await gasOf(ticket.initializeOwnershipAt(start + middle - 1n)),
  );
  await untouched.restore();
  for (const [name, contract] of [
    ["deployment of Ticket", ticket],
    ["deployment of TicketRenderer", renderer],
  ] as const) {
    printFigure(name, await gasOfMined((await contract.deploymentTransaction()?.wait()) ?? null));
  }

  console.log(`\nGas of a transfer out of a batch of ${MOST}, ${hardfork}`);
  printRow(["ticket of the batch", "to a new holder", "bare", "to a returning one", "bare"]);
  for (const nth of new Set([1n, 2n, MOST / 2n, MOST - 2n, MOST - 1n, MOST])) {
    const cells: string[] = [];
    for (const to of [newReceiver(), returning]) {
      for (const transfer of [
        ticket.transferFrom(owner.address, to, start + nth - 1n),
        bare.transferFrom(owner.address, to, start + nth - 1n),
      ]) {
        cells.push(grouped(await gasOf(transfer)));
      }
      await untouched.restore();
    }
    printRow([nth.toString(), ...cells]);
  }

  let fitting = 0n;
  for (let next = 1n; next <= MOST; next++) {
    const gas = await gasOf(purchases["with code"]?.(newReceiver(), next) ?? Promise.reject());
    if (gas > PAGE_LIMIT) break;
    fitting = next;
  }
  printFigure(`the most that fit in ${grouped(PAGE_LIMIT)}, with code`, fitting);
  const imported = Array.from({ length: 100 }, (_, i) => `${"z".repeat(29)}${100 + i}`);
  printFigure(
    `${imported.length} codes of \`affiliates import\``,
    await gasOf(ticket.setAffiliates(imported, true)),
  );

  console.log(`\nGas of the affiliates' payouts, ${hardfork}`);
  const payouts = await ethers.deployContract("Payouts", [{ owner, ticket, commissionBps: 500n }]);
  const deployed = (await payouts.deploymentTransaction()?.wait()) ?? null;
  printFigure("deployment of Payouts", await gasOfMined(deployed));
  for (const count of [1, 50, 200]) {
    const codes = Array.from({ length: count }, (_, i) => `${"z".repeat(26)}${count}${100 + i}`);
    for (let start = 0; start < count; start += 100) {
      const some = codes.slice(start, start + 100);
      await (await ticket.setAffiliates(some, true)).wait();
      const named = payouts.setPayees(some, some.map(newReceiver));
      printFigure(`naming ${some.length} payees`, await gasOf(named));
    }
    for (const code of codes) await (await withCode(code)(owner.address, 1n)).wait();
    const value = (await ticket.ticketPrice()) * BigInt(count);
    await (await owner.sendTransaction({ to: payouts, value })).wait();
    printFigure(`first payout to ${count} new accounts`, await gasOf(payouts.payOut(codes)));
    for (const code of codes) await (await withCode(code)(owner.address, 1n)).wait();
    printFigure(`next payout to these ${count}`, await gasOf(payouts.payOut(codes)));
    printFigure(`payOut with nothing due to ${count}`, await gasOf(payouts.payOut(codes)));
  }
}

function printRow(cells: readonly string[]): void {
  console.log(cells.map((cell) => cell.padStart(20)).join(""));
}

function printFigure(name: string, gas: bigint): void {
  console.log(`${name.padEnd(42)}${grouped(gas).padStart(12)}`);
}

function grouped(gas: bigint): string {
  return gas.toLocaleString("en-US");
}

await measure("osaka");
await measure("amsterdam");
