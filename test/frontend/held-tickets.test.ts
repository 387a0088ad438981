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

async function give(tokenId: bigint, to: string): Promise<void> {
  const { ticket } = await signed(0);
  const from = await ticket.ownerOf(tokenId);
  const owner = Ticket__factory.connect(ticketAddress, await provider.getSigner(from));
  await (await owner.transferFrom(from, to, tokenId)).wait();
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

it("are those that ownerOf gives: to buyers, to receivers such as a Safe, and across two calls if there are two", async () => {
  const { ticket } = await signed(0);
  const addressOf = async (index: number) => (await signed(index)).address;
  const [without, receiver, taker] = [await addressOf(3), await addressOf(7), await addressOf(12)];
  const holders = [...(await Promise.all([4, 5, 6, 8, 9, 10].map(addressOf))), receiver, taker];
  const contract = await ticket.renderer();
  for (const [index, quantity] of [
    [4, 4],
    [5, 2],
    [4, 1],
  ] as const)
    await buy(index, quantity);
  await give((await buy(6, 4)) + 2n, receiver);
  await give(await buy(8, 2), contract);
  // One call searches a small collection. The next test buys one more ticket.
  const last = Math.min(NUMBERS_PER_CALL, size - 2 * maxPerPurchase);
  for (let index = 0; Number(await ticket.totalSupply()) <= last; index += 1) {
    await buy(9 + (index % 2), maxPerPurchase);
  }
  for (const tokenId of [last, last + 1]) await give(BigInt(tokenId), taker);

  const all = Array.from({ length: Number(await ticket.totalSupply()) }, (_, i) => BigInt(i + 1));
  const owners = await Promise.all(all.map((tokenId) => ticket.ownerOf(tokenId)));
  for (const account of [...holders, contract]) {
    const tickets = all.filter((_, index) => owners[index] === account);
    expect(tickets).not.toEqual([]);
    expect(await held.find(account.toLowerCase(), signal)).toEqual(tickets);
    expect(await held.count(account, signal)).toBe(tickets.length);
  }
  expect(await held.find(without, signal)).toEqual([]);
  expect(await held.count(without, signal)).toBe(0);
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
