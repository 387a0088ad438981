import type { ContractTransactionResponse } from "ethers";
import hre from "hardhat";

/**
 * What a purchase costs a buyer in gas, beside the bare token underneath and the usual way to mint. Exact, so the table
 * is the same on every machine. Run it with `hardhat run scripts/bench/gas.ts`.
 *
 * Each receiver is new: it never held a ticket. Another one bought first, so that no column carries the price of a slot
 * that only the very first purchase of a collection writes.
 */
const QUANTITIES = [1n, 2n, 5n, 10n, 20n, 50n];
const PRICE = 50_000_000_000_000_000n;
const CODE = "alice";

const { ethers } = await hre.network.create({ override: { hardfork: "osaka" } });
const [owner] = await ethers.getSigners();
if (owner === undefined) throw new Error("The simulated chain has no accounts");

const renderer = await ethers.deployContract("TicketRenderer");
const ticket = await ethers.deployContract("Ticket", [
  owner.address,
  PRICE,
  owner.address,
  500n,
  await renderer.getAddress(),
  false,
]);
await ticket.setAffiliates([CODE], true);
const bare = await ethers.deployContract("BareERC721A");
const loop = await ethers.deployContract("OpenZeppelinLoop");

type Purchase = (to: string, quantity: bigint) => Promise<ContractTransactionResponse>;

const buyWithCode: Purchase = async (to, quantity) =>
  ticket.buyTicketWithAffiliate(to, quantity, CODE, {
    value: await ticket.getAffiliatePriceForQuantity(quantity),
  });
const buy: Purchase = async (to, quantity) =>
  ticket.buyTicket(to, quantity, { value: await ticket.getPriceForQuantity(quantity) });
const mintBare: Purchase = (to, quantity) => bare.mint(to, quantity);
const mintInLoop: Purchase = (to, quantity) => loop.mint(to, quantity);

/** Addresses that nothing else uses, none with a zero byte, so that calldata costs the same for all. */
let receivers = 0;
function newReceiver(): string {
  receivers += 1;
  const digits = [...receivers.toString().padStart(4, "0")].map((digit) => `1${digit}`).join("");
  return `0x${digits.padStart(40, "7")}`;
}

async function gasOf(purchase: Purchase, quantity: bigint): Promise<bigint> {
  const receipt = await (await purchase(newReceiver(), quantity)).wait();
  if (receipt === null) throw new Error("The purchase was not mined");
  return receipt.gasUsed;
}

for (const purchase of [buyWithCode, buy, mintBare, mintInLoop]) {
  await (await purchase(newReceiver(), 1n)).wait();
}

const columns = ["quantity", "with code", "without", "bare ERC721A", "OZ loop", "× bare", "× loop"];
const rows: string[][] = [];
for (const quantity of QUANTITIES) {
  const withCode = await gasOf(buyWithCode, quantity);
  const without = await gasOf(buy, quantity);
  const bareMint = await gasOf(mintBare, quantity);
  const loopMint = await gasOf(mintInLoop, quantity);
  rows.push([
    quantity.toString(),
    grouped(withCode),
    grouped(without),
    grouped(bareMint),
    grouped(loopMint),
    ratio(withCode, bareMint),
    ratio(withCode, loopMint),
  ]);
}

console.log(
  "Gas of a purchase by a first-time holder (Osaka); × is the purchase with a code to it",
);
for (const row of [columns, ...rows]) {
  console.log(row.map((cell) => cell.padStart(13)).join(""));
}

function grouped(gas: bigint): string {
  return gas.toLocaleString("en-US");
}

function ratio(gas: bigint, ofGas: bigint): string {
  return (Number(gas) / Number(ofGas)).toFixed(3);
}
