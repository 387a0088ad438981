// @vitest-environment jsdom
import { act, fireEvent, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { expectWarning } from "../../../../test/frontend/support/quiet.ts";
import { deferred } from "../../../../test/support/deferred.ts";
import { run } from "../../../../test/support/stories.ts";
import { latePictures } from "../../../gallery/checkout-ports.ts";
import { hasNo, sees, settle } from "../../../gallery/on-screen.ts";
import type { ReadPictures, TicketPicture } from "../../chain/tickets/pictures.ts";
import type { Purchase } from "../../domain/order/purchase.ts";
import { TicketPictures } from "./TicketPictures.tsx";

const bought = (firstTokenId: bigint, quantity: number): Purchase => ({
  transactionHash: `0x${"ab".repeat(32)}`,
  firstTokenId,
  quantity,
});

const pictureOf = (tokenId: bigint) => ({
  tokenId,
  image: `data:image/svg+xml;base64,${tokenId}`,
  traits: [],
});

const allThere: ReadPictures = async (tokenIds) => tokenIds.map(pictureOf);

const partFor = (load: ReadPictures, quantity = 8, first = 7n, ahead: readonly bigint[] = []) => {
  const known = (asked: readonly bigint[]) =>
    asked.filter((tokenId) => ahead.includes(tokenId)).map(pictureOf);
  return (
    <TicketPictures
      purchase={bought(first, quantity)}
      pictures={{ ...latePictures(load), known }}
    />
  );
};
const show = async (...part: Parameters<typeof partFor>) => {
  const page = render(partFor(...part));
  await settle();
  return page;
};
const isNothing = () => expect(document.querySelector("ul, p")).toBeNull();
const shown = () => screen.queryAllByRole("img").map((picture) => picture.getAttribute("alt"));
const ticket = (number: number) => `Ticket #${number}`;

it.each([
  [1, [7], null],
  [6, [7, 8, 9, 10, 11, 12], null],
  [7, [7, 8, 9, 10, 11, 12], "and 1 more"],
  [8, [7, 8, 9, 10, 11, 12], "and 2 more"],
])("shows six of %d tickets at most, and how many more there are", async (quantity, ids, more) => {
  const load = vi.fn(allThere);
  await show(load, quantity);
  expect(shown()).toEqual(ids.map(ticket));
  expect(screen.getAllByRole("img")[0]).toHaveAttribute("src", pictureOf(7n).image);
  expect(screen.queryByText(/more/)?.textContent ?? null).toBe(more);
  expect(load).toHaveBeenCalledExactlyOnceWith(ids.map(BigInt));
});

it("shows nothing until they are there", async () => {
  const arrival = deferred<readonly TicketPicture[]>();
  await show(() => arrival.promise);
  isNothing();
  await act(async () => arrival.resolve([pictureOf(7n)]));
  expect(shown()).toEqual([ticket(7)]);
});

it.each([
  ["nothing that could not be read", []],
  ["what was read ahead, if the rest can't be read", [7n]],
])("shows %s, and warns", async (_, known) => {
  expectWarning("The pictures could not be read");
  await show(() => Promise.reject(new TypeError("No endpoint")), 8, 7n, known);
  expect(shown()).toEqual(known.map((tokenId) => ticket(Number(tokenId))));
});

it.each([
  [
    "outside" as const,
    "The pictures are stored outside the chain, and this page does not load them. Your tickets are not affected.",
  ],
  [
    "unreadable" as const,
    "The pictures couldn't be loaded just now. Your tickets are not affected.",
  ],
])("says why there is no picture if they are %s", (missing, words) =>
  run([() => show(async () => missing), sees(words), hasNo("list")]),
);

it("tells no host whose page it is on, and loads a picture when it is about to be seen", async () => {
  await show(allThere, 1);
  const picture = screen.getByRole("img");
  expect(picture).toHaveAttribute("referrerpolicy", "no-referrer");
  expect(picture).toHaveAttribute("loading", "lazy");
  expect(picture).toHaveAttribute("width", "96");
  expect(picture).toHaveAttribute("height", "96");
});

it("shows the next purchase's pictures, not those that come late of the one before", async () => {
  const first = deferred<readonly TicketPicture[]>();
  const load: ReadPictures = (tokenIds) =>
    tokenIds[0] === 7n ? first.promise : allThere(tokenIds);
  const { rerender } = await show(load, 1);
  rerender(partFor(load, 1, 20n));
  await act(async () => first.resolve([pictureOf(7n)]));
  expect(shown()).toEqual([ticket(20)]);
});

it("leaves out the picture that the browser can't draw, and keeps the others", async () => {
  await show(allThere, 3);
  const spoil = (number: number) => fireEvent.error(screen.getByAltText(ticket(number)));
  spoil(8);
  expect(shown()).toEqual([ticket(7), ticket(9)]);
  spoil(7);
  spoil(9);
  isNothing();
});

it("shows what was read ahead at once, and makes room for what is read afterwards", async () => {
  const arrival = deferred<readonly TicketPicture[]>();
  await show(() => arrival.promise, 7, 7n, [8n]);
  expect(shown()).toEqual([ticket(8)]);
  expect(screen.getByText("and 1 more")).toBeVisible();
  const image = "data:image/svg+xml;base64,new";
  await act(async () => arrival.resolve([{ tokenId: 8n, image, traits: [] }, pictureOf(9n)]));
  expect(shown()).toEqual([ticket(8), ticket(9)]);
  expect(screen.getByAltText(ticket(8))).toHaveAttribute("src", image);
});
