import { JsonRpcProvider } from "ethers";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { maxPerPurchase } from "../../collection.ts";
import {
  createHeldTickets,
  NUMBERS_PER_CALL,
} from "../../frontend/src/chain/purchase/held-tickets.ts";
import { createPictureReader } from "../../frontend/src/chain/purchase/pictures.ts";
import { createUnsoldTickets } from "../../frontend/src/chain/purchase/unsold-tickets.ts";
import { createTransport } from "../../frontend/src/chain/rpc/create-transport.ts";
import { networks } from "../../networks.ts";
import { Ticket__factory } from "../../typechain-types/factories/contracts/Ticket__factory.ts";

/** Which tickets an account holds, by the contract itself: the program runs in a real EVM. */

const rpcUrl = inject("rpcUrl");
const ticketAddress = inject("ticketAddress");
const { chainId } = networks.localhost;

const provider = new JsonRpcProvider(rpcUrl, undefined, { cacheTimeout: -1 });
provider.pollingInterval = 20;
const transport = createTransport([rpcUrl], { chainId, ticketAddress, codeSha256: null });
const held = createHeldTickets(transport, ticketAddress);
const { signal } = new AbortController();

async function signed(index: number) {
  const signer = await provider.getSigner(index);
  return { address: signer.address, ticket: Ticket__factory.connect(ticketAddress, signer) };
}

async function buy(index: number, quantity: number): Promise<bigint> {
  const { address, ticket } = await signed(index);
  const first = (await ticket.totalSupply()) + 1n;
  const value = await ticket.getPriceForQuantity(quantity);
  await (await ticket.buyTicket(address, quantity, { value })).wait();
  return first;
}

/** What `ownerOf` says of every ticket. */
async function heldBy(account: string): Promise<bigint[]> {
  const { ticket } = await signed(0);
  const all = Array.from({ length: Number(await ticket.totalSupply()) }, (_, i) => BigInt(i + 1));
  const owners = await Promise.all(all.map((tokenId) => ticket.ownerOf(tokenId)));
  return all.filter((_, index) => owners[index] === account);
}

let snapshot: string;
beforeAll(async () => {
  snapshot = await provider.send("evm_snapshot", []);
});
afterAll(async () => {
  await provider.send("evm_revert", [snapshot]);
  provider.destroy();
});

it("is none for an account that has bought none, while others have", async () => {
  await buy(2, 3);
  const { address } = await signed(3);
  expect(await held.count(address, signal)).toBe(0);
  expect(await held.find(address, signal)).toEqual([]);
});

it("is what was bought, in as many purchases as it took", async () => {
  const [first, , third] = [await buy(4, 5), await buy(5, 2), await buy(4, 1)];
  const { address } = await signed(4);
  expect(await held.count(address, signal)).toBe(6);
  expect(await held.find(address, signal)).toEqual([
    ...[0n, 1n, 2n, 3n, 4n].map((index) => first + index),
    third,
  ]);
  // An address is the same whatever its letters' case.
  expect(await held.find(address.toLowerCase(), signal)).toHaveLength(6);
});

it("follows a transfer out of the middle of a purchase, and in", async () => {
  const first = await buy(6, 5);
  const [from, to] = [await signed(6), await signed(7)];
  await (await from.ticket.transferFrom(from.address, to.address, first + 2n)).wait();
  expect(await held.find(from.address, signal)).toEqual([0n, 1n, 3n, 4n].map((i) => first + i));
  expect(await held.find(to.address, signal)).toEqual([first + 2n]);
  expect(await held.count(to.address, signal)).toBe(1);
});

it("finds those of a contract, as a Safe is one", async () => {
  const first = await buy(8, 2);
  const from = await signed(8);
  const contract = await from.ticket.renderer();
  await (await from.ticket.transferFrom(from.address, contract, first)).wait();
  expect(await held.find(contract, signal)).toEqual([first]);
});

it("agrees with ownerOf for every ticket, on both sides of the border between two calls", async () => {
  const { ticket } = await signed(0);
  for (let index = 0; Number(await ticket.totalSupply()) <= NUMBERS_PER_CALL; index += 1) {
    await buy(9 + (index % 2), maxPerPurchase);
  }
  const border = BigInt(NUMBERS_PER_CALL);
  const from = await ticket.ownerOf(border);
  const owner = Ticket__factory.connect(ticketAddress, await provider.getSigner(from));
  const { address } = await signed(12);
  await (await owner.transferFrom(from, address, border)).wait();
  const next = await ticket.ownerOf(border + 1n);
  const other = Ticket__factory.connect(ticketAddress, await provider.getSigner(next));
  await (await other.transferFrom(next, address, border + 1n)).wait();

  expect(await held.find(address, signal)).toEqual([border, border + 1n]);
  for (const index of [9, 10]) {
    const holder = (await signed(index)).address;
    expect(await held.find(holder, signal)).toEqual(await heldBy(holder));
  }
});

it("reads the next ticket's picture, which is the one that the ticket has once it is sold", async () => {
  const { ticket } = await signed(0);
  const next = (await ticket.totalSupply()) + 1n;
  const unsold = createUnsoldTickets(transport, ticketAddress);
  const picture = await unsold.picture(await unsold.renderer(), next);
  expect(picture?.image).toMatch(/^data:image\/svg\+xml;base64,/);
  await buy(2, 1);
  expect(await createPictureReader(transport, ticketAddress)([next])).toEqual([picture]);
});

it("reads the traits that the ticket's metadata has", async () => {
  const [picture] = await createPictureReader(transport, ticketAddress)([1n]);
  const { ticket } = await signed(0);
  const [, json = ""] = (await ticket.tokenURI(1n)).split(",");
  const { attributes } = JSON.parse(Buffer.from(json, "base64").toString()) as {
    attributes: { trait_type: string; value: string | number }[];
  };
  expect(attributes.length).toBeGreaterThan(10);
  expect(picture).toHaveProperty(
    "traits",
    attributes.map(({ trait_type, value }) => ({ name: trait_type, value: String(value) })),
  );
});
