import { AbiCoder, Interface } from "ethers";
import { beforeEach, expect, it, vi } from "vitest";
import { transportOf } from "../../../../test/doubles/rpc/transport-of.ts";
import { deferred } from "../../../../test/support/deferred.ts";
import { createPictureReader } from "./pictures.ts";
import { createPicturesAhead } from "./pictures-ahead.ts";
import { createUnsoldTickets } from "./unsold-tickets.ts";

const TICKET = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
const RENDERER = `0x${"1".repeat(40)}`;
const OTHER_RENDERER = `0x${"2".repeat(40)}`;
const contract = new Interface([
  "function tokenURI(uint256) view returns (string)",
  "function renderer() view returns (address)",
]);

const drawnBy = (renderer: string, tokenId: bigint) => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${tokenId} 320"><path fill="#${renderer.slice(2, 5)}" d="M0 0h9"/></svg>`;
  return `data:image/svg+xml;base64,${btoa(svg)}`;
};
const jsonUri = (image: string) =>
  `data:application/json;base64,${btoa(JSON.stringify({ image }))}`;
const picture = (tokenId: bigint, renderer = RENDERER) => ({
  tokenId,
  image: drawnBy(renderer, tokenId),
  traits: [],
});

function open() {
  const asked: string[] = [];
  const chain = {
    renderer: RENDERER,
    uriOf: drawnUri,
    held: Promise.resolve(),
    heldFrom: "",
    failing: false,
  };
  function drawnUri(renderer: string, tokenId: bigint) {
    return jsonUri(drawnBy(renderer, tokenId));
  }
  const transport = transportOf(async (call, accept) => {
    const [{ to, data }] = call.params as [{ to: string; data: string }];
    const parsed = contract.parseTransaction({ data });
    if (parsed === null) throw new Error("Unknown call");
    const [tokenId] = parsed.args;
    asked.push([to === TICKET ? "sold" : "unsold", parsed.name, ...parsed.args].join(" "));
    const { renderer } = chain;
    if (asked.some((question) => question.startsWith(chain.heldFrom))) await chain.held;
    if (chain.failing) throw new Error("No endpoint");
    if (parsed.name === "renderer") {
      return accept(AbiCoder.defaultAbiCoder().encode(["address"], [renderer]));
    }
    const uri = chain.uriOf(to === TICKET ? renderer : to, tokenId);
    return accept(contract.encodeFunctionResult("tokenURI", [uri]));
  });
  const unsold = createUnsoldTickets(transport, TICKET);
  const ahead = createPicturesAhead(async () => unsold, createPictureReader(transport, TICKET));
  return { asked, chain, ahead };
}

async function expecting(tokenIds: readonly bigint[]) {
  const { ahead, ...rest } = open();
  ahead.expect(tokenIds);
  await vi.waitFor(() => expect(ahead.known(tokenIds)).toHaveLength(tokenIds.length));
  return { ahead, ...rest };
}

beforeEach(() => vi.stubGlobal("navigator", {}));

it("has the pictures of tickets that are not sold there at once, whatever endpoints do then", async () => {
  const { ahead, chain, asked } = await expecting([7n, 8n, 9n]);
  expect(asked).toEqual([
    "sold renderer",
    "unsold tokenURI 7",
    "unsold tokenURI 8",
    "unsold tokenURI 9",
  ]);
  chain.held = new Promise(() => undefined);
  expect(ahead.known([7n, 8n])).toEqual([picture(7n), picture(8n)]);
  void ahead.load([7n, 8n]);
  await vi.waitFor(() => expect(asked).toHaveLength(5));
  expect(asked.slice(4)).toEqual(["sold renderer"]);
});

it("gives each number its own picture if another buyer was faster, and reads the rest", async () => {
  const { ahead, asked } = await expecting([7n, 8n, 9n]);
  asked.length = 0;
  expect(ahead.known([9n, 10n])).toEqual([picture(9n)]);
  expect(await ahead.load([9n, 10n])).toEqual([picture(9n), picture(10n)]);
  expect(asked.toSorted()).toEqual(["sold renderer", "sold tokenURI 10"]);
});

it("reads them all again if the contract has another renderer by then", async () => {
  const { ahead, chain } = await expecting([7n, 8n]);
  chain.renderer = OTHER_RENDERER;
  expect(await ahead.load([7n, 8n])).toEqual([
    picture(7n, OTHER_RENDERER),
    picture(8n, OTHER_RENDERER),
  ]);
  expect(ahead.known([7n, 8n])).toEqual([]);
});

it("keeps them if it can't be read who draws the tickets by then", async () => {
  const { ahead, chain } = await expecting([7n]);
  chain.failing = true;
  expect(await ahead.load([7n])).toEqual([picture(7n)]);
});

it("waits for one that is on its way rather than to ask for it twice", async () => {
  const { ahead, chain, asked } = open();
  const answer = deferred<void>();
  chain.heldFrom = "unsold tokenURI 7";
  chain.held = answer.promise;
  ahead.expect([7n]);
  await vi.waitFor(() => expect(asked).toContain("unsold tokenURI 7"));
  const loaded = ahead.load([7n]);
  answer.resolve();
  expect(await loaded).toEqual([picture(7n)]);
  expect(asked).not.toContain("sold tokenURI 7");
});

it("reads nothing ahead any more once the tickets are there", async () => {
  const { ahead, chain, asked } = open();
  const answer = deferred<void>();
  chain.held = answer.promise;
  ahead.expect([7n]);
  await vi.waitFor(() => expect(asked).toEqual(["sold renderer"]));
  const loaded = ahead.load([7n]);
  answer.resolve();
  expect(await loaded).toEqual([picture(7n)]);
  expect(asked).toEqual(["sold renderer", "sold tokenURI 7"]);
});

it("reads what is kept outside the chain only once it is sold", async () => {
  const { ahead, chain, asked } = open();
  chain.uriOf = (_, tokenId) => `ipfs://folder/${tokenId}.json`;
  ahead.expect([7n]);
  await vi.waitFor(() => expect(asked).toHaveLength(2));
  expect(await ahead.load([7n])).toBe("outside");
  expect(ahead.known([7n])).toEqual([]);
});

it("is as if nothing had been read ahead if that fails", async () => {
  const { ahead, chain } = open();
  chain.failing = true;
  ahead.expect([7n]);
  await expect(ahead.load([7n])).rejects.toThrow("No endpoint");
  chain.failing = false;
  expect(await ahead.load([7n])).toEqual([picture(7n)]);
});

it("forgets what was expected before", async () => {
  const { ahead } = await expecting([7n, 8n]);
  ahead.expect([20n]);
  expect(ahead.known([7n, 8n])).toEqual([]);
});

it.each([
  { saveData: true, effectiveType: "4g" },
  { saveData: false, effectiveType: "2g" },
])("reads nothing ahead with %j", async (connection) => {
  vi.stubGlobal("navigator", { connection });
  const { ahead, asked } = open();
  ahead.expect([7n]);
  expect(await ahead.load([7n])).toEqual([picture(7n)]);
  expect(asked).toEqual(["sold tokenURI 7"]);
});
