import { id } from "ethers";
import { expect, it } from "vitest";
import { maxPerPurchase, size } from "../../collection.ts";
import { createFirstRow, FIRST_ROW } from "../../frontend/src/chain/tickets/first-row.ts";
import {
  createHeldTickets,
  NUMBERS_PER_CALL,
} from "../../frontend/src/chain/tickets/held-tickets.ts";
import { createPictureReader } from "../../frontend/src/chain/tickets/pictures.ts";
import { createUnsoldTickets } from "../../frontend/src/chain/tickets/unsold-tickets.ts";
import { Ticket__factory } from "../../typechain-types/factories/contracts/Ticket__factory.ts";
import { provider, ticketAddress, transport } from "./support/local-chain.ts";

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

async function heldBy(account: string): Promise<bigint[]> {
  const { ticket } = await signed(0);
  const all = Array.from({ length: Number(await ticket.totalSupply()) }, (_, i) => BigInt(i + 1));
  const owners = await Promise.all(all.map((tokenId) => ticket.ownerOf(tokenId)));
  return all.filter((_, index) => owners[index] === account);
}

/** Ignores the page's deadline, which a busy machine may miss. */
const patient: typeof transport = {
  ...transport,
  requestAll: (calls, accept) => transport.requestAll(calls, accept),
};

async function rowOf(index: number, tokenIds: readonly bigint[], over = patient) {
  const { address } = await provider.getSigner(index);
  const row = createFirstRow(over, ticketAddress);
  row.expect(address);
  const taken = await Promise.all(tokenIds.map(row.take));
  return taken.map((metadata) => metadata && id(metadata));
}

async function metadataOf(tokenId: bigint): Promise<string> {
  const ticket = Ticket__factory.connect(ticketAddress, provider);
  const data = ticket.interface.encodeFunctionData("tokenURI", [tokenId]);
  return id(await provider.call({ to: ticketAddress, data }));
}

it("is none for an account that has bought none, while others have", async () => {
  await buy(2, 3);
  const { address } = await signed(3);
  expect(await held.count(address, signal)).toBe(0);
  expect(await held.find(address, signal)).toEqual([]);
});

it("is what was bought, in as many purchases as it took", async () => {
  const [first, , third] = [await buy(4, 4), await buy(5, 2), await buy(4, 1)];
  const { address } = await signed(4);
  expect(await held.count(address, signal)).toBe(5);
  expect(await held.find(address, signal)).toEqual([
    ...[0n, 1n, 2n, 3n].map((index) => first + index),
    third,
  ]);
  expect(await held.find(address.toLowerCase(), signal)).toHaveLength(5);
});

it("follows a transfer out of the middle of a purchase, and in", async () => {
  const first = await buy(6, 4);
  const [from, to] = [await signed(6), await signed(7)];
  await (await from.ticket.transferFrom(from.address, to.address, first + 2n)).wait();
  expect(await held.find(from.address, signal)).toEqual([0n, 1n, 3n].map((i) => first + i));
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

it("has the first row's metadata: that of the lowest numbers, over several purchases, and not of the next", async () => {
  const ids = [await buy(13, 1), (await buy(14, 2)) + 1n, await buy(13, FIRST_ROW)];
  const [first = 0n, foreign = 0n, third = 0n] = ids;
  const row = [first, ...Array.from({ length: FIRST_ROW - 1 }, (_, i) => third + BigInt(i))];
  const next = third + BigInt(FIRST_ROW - 1);
  expect(await rowOf(13, row)).toEqual(await Promise.all(row.map(metadataOf)));
  expect(await rowOf(13, [foreign, next])).toEqual([null, null]);
});

it("has the first row's metadata: that of fewer if the account holds fewer, and of none if it holds none", async () => {
  const first = await buy(15, 1);
  expect(await rowOf(15, [first])).toEqual([await metadataOf(first)]);
  expect(await rowOf(16, [first])).toEqual([null]);
});

it("searches for the first row as far as the gas goes, and draws within what it keeps back", async () => {
  for (let sold = 0; sold < Math.min(200, size / 4); sold += maxPerPurchase)
    await buy(17, maxPerPurchase);
  const first = await buy(18, FIRST_ROW);
  const ids = Array.from({ length: FIRST_ROW }, (_, i) => first + BigInt(i));
  const allowing = (gas: number): typeof transport => ({
    ...transport,
    requestAll: (calls, accept) =>
      transport.requestAll(
        calls.map((call) => {
          const [asked] = call.params as [object];
          return { ...call, params: [{ ...asked, gas: `0x${gas.toString(16)}` }, "latest"] };
        }),
        accept,
      ),
  });
  const drawn = await rowOf(18, ids, allowing(15_000_000));
  expect(drawn).toEqual(await Promise.all(ids.map(metadataOf)));
  // If its gas is below its reserve, the lens searches nothing. The call must not fail, because
  // that would log a warning.
  expect(await rowOf(18, ids, allowing(9_000_000))).toEqual(ids.map(() => null));
});

it("agrees with ownerOf for every ticket, on both sides of the border between two calls if there are two", async () => {
  const { ticket } = await signed(0);
  // One call searches a small collection. The next test buys one more ticket.
  const last = Math.min(NUMBERS_PER_CALL, size - 2 * maxPerPurchase);
  for (let index = 0; Number(await ticket.totalSupply()) <= last; index += 1) {
    await buy(9 + (index % 2), maxPerPurchase);
  }
  const border = BigInt(last);
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

it("reads pictures and traits of the renderer: of the first ticket, the last and ten between", async () => {
  // The renderer draws unsold tickets too if a caller asks it directly.
  const renderer = await Ticket__factory.connect(ticketAddress, provider).renderer();
  const between = Array.from({ length: 10 }, (_, i) => Math.floor((size / 11) * (i + 1)));
  for (const tokenId of [1, ...between, size].map(BigInt)) {
    const [picture] = await createPictureReader(transport, renderer)([tokenId]);
    const uri = await Ticket__factory.connect(renderer, provider).tokenURI(tokenId);
    const { attributes } = JSON.parse(atob(uri.split(",")[1] ?? "")) as {
      attributes: { trait_type: string; value: string | number }[];
    };
    expect(attributes.length).toBeGreaterThan(10);
    const traits = attributes.map(({ trait_type, value }) => ({
      name: trait_type,
      value: String(value),
    }));
    expect(picture).toMatchObject({ tokenId, traits });
  }
});
